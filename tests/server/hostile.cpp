// Small requests that ask for a lot of work: time, response size and memory are bounded.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/ask_api.h"
#include "support/looping_game.h"

namespace sow {
namespace {

using nlohmann::json;

// A record of 1 KB once took 14 seconds and 1.2 GB; one of 20 KB did not finish.
TEST(HostileRecords, AreReadQuickly) {
  ServerOptions options;
  options.max_replay_time = std::chrono::minutes(5);  // for slow machines; usually takes 0.3 s
  Api api(options);
  for (const int count : {400, 9'000}) {
    const auto read =
        post(api, "/api/ogn/read", {{"text", looping_record(looping_moves(count))}, {"rules", looping_rules()}});
    ASSERT_EQ(read.status, 200u) << read.body;
    EXPECT_EQ(read.body["records"][0]["moves"].size(), static_cast<std::size_t>(count));
  }
}

// Everything that replays moves checks the clock and the stop flag.
TEST(HostileRecords, AreRejectedIfTheyTakeTooLong) {
  const json line = {{{"move", "A"}}};
  const std::pair<std::string, json> requests[] = {
      {"/api/ogn/read", {{"text", looping_record(looping_moves(4))}, {"rules", looping_rules()}}},
      {"/api/ogn/write", {{"records", {{{"line", line}}}}, {"rules", looping_rules()}}},
      {"/api/play", {{"rules", looping_rules()}, {"moves", {"A"}}}},
      {"/api/play", {{"game", "owari"}, {"moves", {"A"}}}},
      {"/api/analyze", {{"rules", looping_rules()}, {"moves", {"A"}}}}};
  ServerOptions options;
  options.max_replay_time = std::chrono::milliseconds(0);
  Api api(options);
  for (const auto& [path, body] : requests) {
    const auto asked = post(api, path, body);
    EXPECT_EQ(asked.status, 400u) << path;
    EXPECT_TRUE(asked.body.contains("error")) << asked.body;
  }
  Api stopped{ServerOptions{}};
  stopped.stop();
  EXPECT_TRUE(post(stopped, "/api/play", {{"moves", {"A"}}}).body.contains("error"));
}

TEST(HostileRecords, AreCanceledWhenTheServerStops) {
  Api api{ServerOptions{}};
  const json body = {{"text", looping_record(looping_moves(400))}, {"rules", looping_rules()}};
  Reply reply = api.handle({"POST", "/api/ogn/read", "", body.dump()});
  Job job;
  job.cancel(StopReason::shutdown);
  Engine engine({.threads = 1, .hash_bytes = std::size_t{1} << 20});
  TaskContext context{job, engine, {}};
  EXPECT_TRUE(json::parse(std::get<Task>(reply).work(context).body).contains("error"));
}

// Events of long traces count against the budget, not only moves.
TEST(HostileRecords, HaveEventBudget) {
  Api api{ServerOptions{}};
  const auto asked = post(api, "/api/play", {{"rules", looping_rules()}, {"moves", looping_list(2000)}});
  EXPECT_EQ(asked.status, 400u);
  EXPECT_TRUE(asked.body["field"].is_null()) << asked.body;  // no single field is wrong
}

// A request of 5 KB once got a response of 97 MB.
TEST(HostileRecords, GetBoundedResponses) {
  ServerOptions options;
  options.max_replay_time = std::chrono::hours(1);  // the size is limited, however slow the machine
  Api api{options};
  Reply reply =
      api.handle({"POST", "/api/play", "", json{{"rules", looping_rules(7)}, {"moves", looping_list(1000)}}.dump()});
  Job job;
  Engine engine({.threads = 1, .hash_bytes = std::size_t{1} << 20});
  TaskContext context{job, engine, {}};
  const Response answer = std::get<Task>(reply).work(context);
  EXPECT_EQ(answer.status, 200u);
  EXPECT_GT(answer.body.size(), 1'000'000u);
  EXPECT_LT(answer.body.size(), 5'000'000u);
  const json history = json::parse(answer.body)["history"];
  EXPECT_FALSE(history.front()["trace"].is_null());
  EXPECT_TRUE(history.back()["trace"].is_null());
}

}  // namespace
}  // namespace sow
