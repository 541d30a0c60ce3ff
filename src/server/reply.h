// The API's reply to a request: a response at once, or a task that produces it later.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "server/work_queue.h"

namespace sow {

struct ApiRequest {
  std::string_view method;  // "GET", "POST"…
  std::string_view path;    // "/api/db/owari", not decoded
  std::string_view query;   // the text after the question mark
  std::string_view body;
};

// A response that is built once and sent many times.
struct CachedBody {
  std::string etag;  // including the quotes
  std::string plain, gzip;
};

struct Response {
  unsigned status = 200;
  std::string body = {};                          // JSON
  std::string allow = {};                         // allowed methods, for status 405
  std::shared_ptr<const CachedBody> cached = {};  // sent instead of `body`
  std::chrono::seconds max_age{};                 // how long it may be cached; 0: not at all
  std::string etag = {};                          // of a response that may be cached, including the quotes
  bool compressed = false;                        // `body` is a gzip file
};

struct TaskContext {
  Job& job;
  Engine& engine;
  // Sends an event of a stream; the data is one line.
  std::function<void(std::string_view event, std::string data)> emit;
};

// Runs on a worker thread. If it emits events, they are the response, and the return value is used only if it is an
// error.
using Work = std::function<Response(TaskContext&)>;

// Each lane has its own queue and threads, so that short tasks do not wait for long ones.
enum class Lane {
  brief,     // reads requests and replays moves
  choice,    // chooses moves, finds hints, and probes databases
  analysis,  // streams events
};

struct Task {
  Lane lane;
  Work work;
  bool resumable = false;  // see Job::yield
};

using Reply = std::variant<Response, Task>;

}  // namespace sow
