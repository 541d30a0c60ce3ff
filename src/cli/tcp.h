// A TCP connection to a server.
#pragma once

#include <string>
#include <string_view>

namespace sow {

class TcpConnection {
 public:
  // "kalah.example.org", "localhost:2671", "[::1]:2671". Throws Error for a malformed address, Failure if the
  // connection fails.
  TcpConnection(const std::string& address, int default_port);
  ~TcpConnection();
  TcpConnection(const TcpConnection&) = delete;
  TcpConnection& operator=(const TcpConnection&) = delete;

  int descriptor() const { return fd_; }
  // Returns false if the connection is closed.
  bool send(std::string_view text) const;

 private:
  int fd_ = -1;
};

}  // namespace sow
