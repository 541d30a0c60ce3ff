// `sow json`: runs many analyses in parallel. Each line is a JSON request; answers carry its id and come in any order.
// docs/protocols.md describes the protocol.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/engine.h"
#include "protocol/analysis_request.h"

namespace sow {

class JsonSession {
 public:
  // Writes one line, without a line break. Called from any thread, one call at a time.
  using Write = std::function<void(const std::string& line)>;

  // Runs up to `workers` analyses in parallel, each with its own engine.
  JsonSession(int workers, SearchOptions options, Write write);
  ~JsonSession();
  JsonSession(const JsonSession&) = delete;
  JsonSession& operator=(const JsonSession&) = delete;

  // Handles one request. Blocks while the queue is full.
  void handle_line(std::string_view line);
  // Reports a line that exceeded the limit.
  void reject_long_line(std::size_t max_bytes);
  void stop_all();
  // Waits until all requests are answered. Returns false on timeout.
  bool wait_idle(std::chrono::milliseconds timeout);

 private:
  using Json = nlohmann::ordered_json;
  static constexpr std::size_t max_queue = 100'000;

  struct Job {
    nlohmann::json id;
    Game game;
    AnalysisRequest request;
    std::atomic<bool> stop = false;
  };

  void send(const Json& answer);
  void send_error(const nlohmann::json& id, const std::string& message, const nlohmann::json& field);
  void start(const nlohmann::json& request, const nlohmann::json& id);
  void stop(const nlohmann::json& request, const nlohmann::json& id);
  void work();
  void run(Engine& engine, Job& job);

  Write write_;
  std::mutex write_mutex_;
  SearchOptions options_;

  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::map<nlohmann::json, std::shared_ptr<Job>> jobs_;  // waiting or running, by id
  std::deque<std::shared_ptr<Job>> waiting_;
  int running_ = 0;  // workers that may still send answers
  bool closed_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace sow
