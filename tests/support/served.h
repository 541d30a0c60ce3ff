// A server in this process, for tests over the network.
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

  // Both are longer than a test takes on any machine: `never` is a limit that must not be reached, `long_timeout` how
  // long tests wait for something that must happen.
  static constexpr auto never = 1h;
  static constexpr auto long_timeout = 5min;

  inline static const std::string play = "/api/play", analyze = "/api/analyze";
  // Never solved, so it runs until it is stopped.
  inline static const std::string endless = R"({"game":"oware","time":3600000})";

  static ServerOptions any_port() {
    ServerOptions options;
    options.port = 0;
    options.search.hash_bytes = std::size_t{1} << 20;
    options.max_analysis_time = options.max_replay_time = never;
    return options;
  }

  void serve(const ServerOptions& options = any_port()) { server = std::make_unique<Server>(options); }
  std::unique_ptr<HttpClient> client(const std::string& from = "127.0.0.1") {
    return std::make_unique<HttpClient>(server->port(), from);
  }
  std::unique_ptr<HttpClient> request_analysis(const std::string& from = "127.0.0.1") {
    auto c = client(from);
    c->send(HttpClient::request("POST", analyze, endless));
    return c;
  }
  std::unique_ptr<HttpClient> start_analysis(const std::string& from = "127.0.0.1") {
    auto c = request_analysis(from);
    EXPECT_TRUE(c->read_until("event: analysis"));
    return c;
  }

  // Waits until the condition is true; false after a timeout.
  static bool eventually(const std::function<bool()>& condition) {
    for (const auto end = Clock::now() + long_timeout; Clock::now() < end; std::this_thread::sleep_for(10ms))
      if (condition()) return true;
    return false;
  }

  std::unique_ptr<Server> server;
};

}  // namespace sow
