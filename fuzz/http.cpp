// Bytes sent to the server: it must answer in HTTP or close the connection, and never with status 500.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "require.h"
#include "server/server.h"

using namespace sow;

namespace {

ServerOptions small() {
  ServerOptions options;
  options.port = 0;
  options.analyses = 1;
  options.search.hash_bytes = 1 << 20;
  options.player_hash_mib = 1;
  options.max_analysis_time = options.time_slice = options.max_choice_time = options.max_ply_time =
      std::chrono::milliseconds(20);
  options.idle_timeout = options.read_timeout = options.write_timeout = options.linger_timeout =
      std::chrono::milliseconds(500);
  return options;
}

// Everything the server sends until it closes the connection. The client closes its side first, so the server need not
// wait.
std::string answer(unsigned short port, const std::uint8_t* data, std::size_t size) {
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  fuzz::require(connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0, "it listens");
  while (size > 0) {
    const auto n = send(client, data, size, MSG_NOSIGNAL);
    if (n <= 0) break;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  shutdown(client, SHUT_WR);
  std::string said;
  char buffer[1 << 16];
  for (ssize_t n; (n = recv(client, buffer, sizeof buffer, 0)) > 0;) said.append(buffer, static_cast<std::size_t>(n));
  close(client);
  return said;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Server server(small());
  const std::string said = answer(server.port(), data, size);
  if (said.empty()) return 0;
  fuzz::require(said.starts_with("HTTP/1.") && said.size() > 12, "HTTP: " + said.substr(0, 100));
  const int status = std::atoi(said.c_str() + 9);
  fuzz::require(status >= 200 && status < 600 && status != 500, "a status: " + said.substr(0, 100));
  return 0;
}
