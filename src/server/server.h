// The HTTP server: the page and the API of docs/api.md.
#pragma once

#include <memory>
#include <string>

#include "server/options.h"

namespace sow {

class Server {
 public:
  // Listens, and answers on threads of its own. Throws Error if it cannot.
  explicit Server(const ServerOptions& options);
  ~Server();

  unsigned short port() const;
  // "http://127.0.0.1:8080/"; with "#token=…" if the page needs it
  std::string address() const;
  // Whether other machines can reach it.
  bool reachable() const;

  // Ends all work and hangs up, in a fraction of a second.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sow
