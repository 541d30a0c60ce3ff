// What the API says to a request: an answer at once, or work to be done first.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>

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

struct TaskContext {
  Job& job;
  Engine& engine;
  // Sends an event of a stream; the data is one line.
  std::function<void(std::string_view event, std::string data)> emit;
};

// Finds an answer that takes a while. If it emits events, these are the answer, and what it returns matters only if it
// is an error.
using Work = std::function<Answer(TaskContext&)>;

enum class Lane { quick, analysis };

struct Task {
  Lane lane;
  Work work;
};

using Reply = std::variant<Answer, Task>;

}  // namespace sow
