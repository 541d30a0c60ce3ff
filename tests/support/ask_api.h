// Calls the API without HTTP; tasks run on the calling thread.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "server/api.h"

namespace sow {

struct Asked {
  unsigned status = 0;
  nlohmann::json body;
  std::vector<std::pair<std::string, nlohmann::json>> events;
};

inline Asked ask(Api& api, const std::string& method, const std::string& target, const std::string& body) {
  const auto question = std::min(target.find('?'), target.size());
  const std::string path = target.substr(0, question);
  const std::string query = question < target.size() ? target.substr(question + 1) : "";
  Asked asked;
  Reply reply = api.handle({method, path, query, body});
  if (const auto* task = std::get_if<Task>(&reply)) {
    Job job;
    SearchOptions options = api.engine_options();
    options.hash_bytes = std::size_t{1} << 20;
    Engine engine(options);
    TaskContext context{job, engine, [&](std::string_view event, std::string data) {
                          asked.events.emplace_back(event, nlohmann::json::parse(data));
                        }};
    reply = task->work(context);
  }
  const Response& answer = std::get<Response>(reply);
  asked.status = answer.status;
  if (answer.cached) asked.body = nlohmann::json::parse(answer.cached->plain);
  if (!answer.body.empty()) asked.body = nlohmann::json::parse(answer.body);
  return asked;
}

inline Asked post(Api& api, const std::string& path, const nlohmann::json& body) {
  return ask(api, "POST", path, body.dump());
}

}  // namespace sow
