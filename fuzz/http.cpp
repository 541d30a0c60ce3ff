// Bytes sent to the server. Whatever comes, it answers in HTTP or hangs up, and never says that the fault is its own.
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
  options.hash_bytes = 1 << 20;
  options.player_hash_mib = 1;
  options.analysis = options.share = options.choice = options.ply = std::chrono::milliseconds(20);
  options.idle = options.reading = options.writing = options.lingering = std::chrono::milliseconds(500);
  return options;
}

// What the server says until it hangs up. It is told that nothing more will come, so it need not wait.
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
