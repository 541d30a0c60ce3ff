#include "cli/tcp.h"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "base/error.h"
#include "search/options.h"

namespace sow {
namespace {

struct Address {
  std::string host, port;
};

Address split_address(const std::string& text, int default_port) {
  const bool bracketed = text.starts_with('[');
  const auto end = bracketed ? text.find(']') : std::string::npos;
  const auto colon = bracketed ? text.find(':', std::min(end, text.size())) : text.rfind(':');
  const bool bare =
      !bracketed && colon != std::string::npos && text.find(':') != colon;  // an IPv6 address without a port
  const bool ported = colon != std::string::npos && !bare;
  std::string host = bracketed ? text.substr(1, end - 1) : text.substr(0, ported ? colon : std::string::npos);
  const std::string port = ported ? text.substr(colon + 1) : std::to_string(default_port);
  if (host.empty() || (bracketed && end == std::string::npos) || !parse_number(port, 1, 65535))
    throw Error(fmt::format("'{}' is not a server address; write HOST or HOST:PORT", shown(text)));
  return {std::move(host), port};
}

}  // namespace

TcpConnection::TcpConnection(const std::string& text, int default_port) {
  const Address address = split_address(text, default_port);
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int code = getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found); code != 0)
    throw Failure(fmt::format("cannot resolve '{}': {}", shown(address.host), gai_strerror(code)));
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(found, freeaddrinfo);
  int problem = 0;
  for (const addrinfo* a = found; a != nullptr && fd_ < 0; a = a->ai_next) {
    const int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
    if (fd >= 0 && connect(fd, a->ai_addr, a->ai_addrlen) == 0) {
      fd_ = fd;
      break;
    }
    problem = errno;
    if (fd >= 0) close(fd);
  }
  if (fd_ < 0) throw Failure(fmt::format("cannot connect to '{}': {}", shown(text), std::strerror(problem)));
  const int on = 1;
  setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

TcpConnection::~TcpConnection() { close(fd_); }

bool TcpConnection::send(std::string_view text) const {
  while (!text.empty()) {
    const auto sent = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace sow
