// Many analyses at once: one JSON request a line, answers as they come, matched by their id: docs/protocols.md.
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

#include "protocol/analysis_request.h"
#include "search/engine.h"

namespace sow {

class JsonSession {
 public:
  // Called with one line at a time, without its end, from any thread.
  using Write = std::function<void(const std::string& line)>;

  // So many analyses at once, each with an engine of its own.
  JsonSession(int at_once, SearchOptions each, Write write);
  ~JsonSession();
  JsonSession(const JsonSession&) = delete;
  JsonSession& operator=(const JsonSession&) = delete;

  // Answers what is wrong with the line, or puts the analysis in the queue. Waits if that is very long already.
  void obey(std::string_view line);
  // Says that the line that came was longer than any line may be.
  void refuse_long_line(std::size_t longest);
  void stop_all();
  // Waits until everything is answered, but not longer than this; whether it is.
  bool answered_within(std::chrono::milliseconds time);

 private:
  using Json = nlohmann::ordered_json;
  static constexpr std::size_t longest_queue = 100'000;

  struct Job {
    nlohmann::json id;
    Game game;
    AnalysisRequest request;
    std::atomic<bool> stop = false;
  };

  void say(const Json& answer);
  void complain(const nlohmann::json& id, const std::string& message, const nlohmann::json& field);
  // Does what the request asks for, or puts it in the queue.
  void take(const nlohmann::json& request, const nlohmann::json& id);
  void stop(const nlohmann::json& request, const nlohmann::json& id);
  void work();
  void run(Engine& engine, Job& job);

  Write write_;
  std::mutex writing_;
  SearchOptions options_;

  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::map<nlohmann::json, std::shared_ptr<Job>> jobs_;  // waiting or running, by id
  std::deque<std::shared_ptr<Job>> waiting_;
  int running_ = 0;  // workers that have something to say yet
  bool ended_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace sow
