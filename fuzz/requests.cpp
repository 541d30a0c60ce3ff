// API requests: the first byte chooses the path, the rest is the body. Every answer must be JSON, and an error must
// name a field or null.
#include <array>
#include <nlohmann/json.hpp>

#include "require.h"
#include "server/api.h"

using namespace sow;

namespace {

constexpr std::array<std::string_view, 6> paths = {"/api/play",      "/api/game",   "/api/ogn/read",
                                                   "/api/ogn/write", "/api/choose", "/api/analyze"};

// Runs tasks on this thread, except searches.
Response answer(Api& api, std::string_view path, std::string_view body) {
  Reply reply = api.handle({"POST", path, "", body});
  const bool searches = path == "/api/choose" || path == "/api/analyze";
  if (const auto* task = std::get_if<Task>(&reply)) {
    if (searches) return {.body = "{}"};
    Job job;
    Engine engine;
    TaskContext context{job, engine, {}};
    return task->work(context);
  }
  return std::get<Response>(reply);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Api api{ServerOptions{}};
  if (size == 0) return 0;
  const std::string_view path = paths[data[0] % paths.size()];
  const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Response given = answer(api, path, body);
  const auto json = nlohmann::json::parse(given.body, nullptr, false);
  fuzz::require(json.is_object(), "an object: " + given.body);
  fuzz::require(given.status == 200 || given.status == 400, "right or wrong: " + given.body);
  if (given.status == 200) return 0;
  fuzz::require_one_line(json.at("error").get<std::string>());
  fuzz::require(json.at("field").is_null() || json["field"].is_string(), "a field: " + given.body);
  return 0;
}
