// What the API says to a request: an answer at once, or work to be done first.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "server/work_queue.h"

namespace sow {

struct ApiRequest {
  std::string_view method;  // "GET", "POST"…
  std::string_view path;    // "/api/db/owari", as it came
  std::string_view query;   // what follows the question mark
  std::string_view body;
};

// JSON.
struct Answer {
  unsigned status = 200;
  std::string body = {};
  std::string allow = {};  // the methods that are allowed, if another was used
};

struct Task;
struct Reply {
  Answer answer = {};
  std::shared_ptr<Task> task = nullptr;  // if set, the answer is what it comes to
};

struct TaskContext {
  Job& job;
  Engine& engine;
  // Sends an event of a stream; the data is one line.
  std::function<void(std::string_view event, std::string data)> emit;
};

struct Task {
  enum class Lane { quick, analysis };
  Lane lane = Lane::quick;
  bool streams = false;  // what it emits is the answer, and what it returns matters only if it is an error
  std::chrono::milliseconds longest{};
  std::function<Reply(TaskContext&)> run;
};

}  // namespace sow
