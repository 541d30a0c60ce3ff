// An HTTP client that sends arbitrary bytes, including invalid requests.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace sow {

struct HttpResponse {
  int status = 0;  // 0: the server closed the connection
  std::map<std::string, std::string> headers;
  std::string body;
};

class HttpClient {
 public:
  // Every address 127.x.y.z belongs to this machine; the server sees different clients.
  explicit HttpClient(unsigned short port, const std::string& from = "127.0.0.1")
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    EXPECT_EQ(inet_pton(AF_INET, from.c_str(), &address.sin_addr), 1);
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~HttpClient() { close(); }
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

  // False if the server has closed the connection.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto n = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }

  static std::string request(const std::string& method, const std::string& target, const std::string& body = "",
                             const std::string& headers = "Host: localhost\r\n") {
    return method + " " + target + " HTTP/1.1\r\n" + headers +
           (body.empty() ? "" : "Content-Length: " + std::to_string(body.size()) + "\r\n") + "\r\n" + body;
  }

  HttpResponse get(const std::string& target, const std::string& headers = "Host: localhost\r\n") {
    send(request("GET", target, "", headers));
    return response();
  }
  HttpResponse post(const std::string& target, const std::string& body,
                    const std::string& headers = "Host: localhost\r\n") {
    send(request("POST", target, body, headers));
    return response();
  }

  // Reads the next response; a stream is read to its end.
  HttpResponse response() {
    HttpResponse result = head();
    if (result.status == 0) return result;
    if (result.headers["transfer-encoding"] == "chunked") {
      while (const auto size = std::strtoul(line().c_str(), nullptr, 16)) {
        result.body += take(size);
        line();
      }
      line();
    } else if (result.headers.contains("content-length")) {
      result.body = take(std::stoul(result.headers["content-length"]));
    }
    return result;
  }

  // Reads status and headers only.
  HttpResponse head() {
    HttpResponse result;
    const std::string status = line();
    if (status.size() < 12) return result;
    result.status = std::stoi(status.substr(9, 3));
    for (std::string header = line(); !header.empty(); header = line()) {
      const auto colon = header.find(": ");
      std::string name = header.substr(0, colon);
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      auto& value = result.headers[name];  // fields of the same name are one list
      value += (value.empty() ? "" : ", ") + header.substr(colon + 2);
    }
    return result;
  }

  // Reads up to the next line break, or everything if the server closes the connection.
  std::string line() {
    std::size_t end = 0;
    while ((end = buffer_.find("\r\n")) == std::string::npos)
      if (!receive()) return std::exchange(buffer_, "");
    const std::string text = buffer_.substr(0, end);
    buffer_.erase(0, end + 2);
    return text;
  }

  // Reads until the text has arrived; false if the server closes the connection first.
  bool read_until(std::string_view text) {
    while (buffer_.find(text) == std::string::npos)
      if (!receive()) return false;
    return true;
  }

  // Whether the server closes the connection before the timeout.
  bool closed_within(std::chrono::milliseconds timeout) {
    const auto end = std::chrono::steady_clock::now() + timeout;
    while (std::chrono::steady_clock::now() < end) {
      pollfd ready{socket_, POLLIN, 0};
      if (poll(&ready, 1, 10) > 0 && !receive()) return true;
    }
    return false;
  }

 private:
  bool receive() {
    char bytes[65536];
    const auto n = recv(socket_, bytes, sizeof bytes, 0);
    if (n <= 0) return false;
    buffer_.append(bytes, static_cast<std::size_t>(n));
    return true;
  }
  std::string take(std::size_t n) {
    while (buffer_.size() < n)
      if (!receive()) break;
    const std::string text = buffer_.substr(0, n);
    buffer_.erase(0, text.size());
    return text;
  }

  int socket_;
  std::string buffer_;
};

}  // namespace sow
