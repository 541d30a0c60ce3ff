// A server in this process, for tests of what it does over the network.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "server/server.h"
#include "support/http_client.h"

namespace sow {

using namespace std::chrono_literals;

class Served : public testing::Test {
 protected:
  using Clock = std::chrono::steady_clock;

  // Longer than a test takes on any machine. What ends after `never` was not ended; whoever waits has patience.
  static constexpr auto never = 1h;
  static constexpr auto patience = 5min;

  inline static const std::string play = "/api/play", analyze = "/api/analyze";
  // Never solved, and nothing else ends it.
  inline static const std::string endless = R"({"game":"oware","time":3600000})";

  static ServerOptions any_port() {
    ServerOptions options;
    options.port = 0;
    options.hash_bytes = std::size_t{1} << 20;
    options.analysis = never;
    return options;
  }

  void serve(const ServerOptions& options = any_port()) { server = std::make_unique<Server>(options); }
  std::unique_ptr<HttpClient> client(const std::string& from = "127.0.0.1") {
    return std::make_unique<HttpClient>(server->port(), from);
  }
  std::unique_ptr<HttpClient> asking(const std::string& from = "127.0.0.1") {
    auto c = client(from);
    c->send(HttpClient::request("POST", analyze, endless));
    return c;
  }
  std::unique_ptr<HttpClient> analysing(const std::string& from = "127.0.0.1") {
    auto c = asking(from);
    EXPECT_TRUE(c->read_until("event: analysis"));
    return c;
  }

  // Whether it comes true before the test has waited too long.
  static bool in_time(const std::function<bool()>& test) {
    for (const auto end = Clock::now() + patience; Clock::now() < end; std::this_thread::sleep_for(10ms))
      if (test()) return true;
    return false;
  }

  std::unique_ptr<Server> server;
};

}  // namespace sow
