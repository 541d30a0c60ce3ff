// A connection to a server, as a file descriptor.
#pragma once

#include <string>
#include <string_view>

namespace sow {

class TcpConnection {
 public:
  // "kalah.example.org", "localhost:2671", "[::1]:2671". Throws Error.
  TcpConnection(const std::string& address, int usual_port);
  ~TcpConnection();
  TcpConnection(const TcpConnection&) = delete;
  TcpConnection& operator=(const TcpConnection&) = delete;

  int descriptor() const { return fd_; }
  // False if the other side is gone.
  bool send(std::string_view text) const;

 private:
  int fd_ = -1;
};

}  // namespace sow
