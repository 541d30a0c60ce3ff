// The HTTP server for the page and the API of docs/api.md.
#pragma once

#include <memory>
#include <string>

#include "server/options.h"

namespace sow {

// Lowers the connection limits if the process may not open enough files, so that it can always accept a connection in
// order to refuse it.
ServerOptions limit_connections(ServerOptions options, std::size_t max_files);

class Server {
 public:
  // Starts listening and serves requests on its own threads. Throws Error if it cannot listen.
  explicit Server(const ServerOptions& options);
  ~Server();

  unsigned short port() const;
  // The URL of the page, "http://127.0.0.1:8080/", with "#token=…" if the API requires one.
  std::string address() const;
  // Whether other machines can reach the server.
  bool reachable() const;

  // Cancels all work and closes all connections, in a fraction of a second.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sow
