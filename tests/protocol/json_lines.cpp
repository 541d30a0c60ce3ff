// `sow json`: scripted dialogues (data/*.jsonl), and cases that need code.
#include "protocol/json_lines.h"

#include <gtest/gtest.h>

#include <set>

#include "base/text_file.h"
#include "rules/catalog.h"
#include "support/constant_network.h"
#include "support/dialogue.h"

namespace sow {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

struct Session {
  explicit Session(int workers, const EvaluationUse& evaluation = {})
      : session(workers, {.threads = 1, .hash_bytes = std::size_t{1} << 20, .evaluation = evaluation},
                [this](const std::string& line) { heard.add(line); }) {}
  tests::Heard heard;
  JsonSession session;

  void finish() {
    while (!session.wait_idle(1s)) {
    }
  }
  json next() { return json::parse(heard.next()); }
};

class JsonDialogue : public testing::TestWithParam<std::string> {};

TEST_P(JsonDialogue, MatchesScript) {
  Session s(1);
  tests::run_dialogue(
      SOW_TEST_DATA "/../protocol/data/" + GetParam() + ".jsonl",
      [&](const std::string& line) { s.session.handle_line(line); }, [&] { s.finish(); }, s.heard);
}
INSTANTIATE_TEST_SUITE_P(Json, JsonDialogue, testing::Values("requests", "mistakes"),
                         [](const auto& name) { return name.param; });

TEST(Json, AnswersOutOfOrderAndStopsOnRequest) {
  Session s(2);
  s.session.handle_line(R"({"id":"long","game":"oware","time":1000000})");
  s.session.handle_line(R"({"id":"short","depth":2})");
  EXPECT_EQ(s.next()["id"], "short");
  s.session.handle_line(R"({"id":"long","depth":2})");
  const json duplicate = s.next();
  EXPECT_EQ(duplicate["id"], "long");
  EXPECT_EQ(duplicate["field"], "id");
  s.session.handle_line(R"({"id":"long","action":"stop"})");
  const json answer = s.next();
  EXPECT_EQ(answer["id"], "long");
  EXPECT_EQ(answer["done"], true);
  EXPECT_FALSE(answer["moves"].empty());
  s.session.handle_line(R"({"id":"long","action":"stop"})");
  EXPECT_TRUE(s.next().contains("error"));  // it no longer runs
}

TEST(Json, StopsQueuedRequests) {
  Session s(1);
  s.session.handle_line(R"({"id":1,"time":1000000})");
  s.session.handle_line(R"({"id":2,"time":1000000})");
  s.session.handle_line(R"({"id":2,"action":"stop"})");
  s.session.handle_line(R"({"id":1,"action":"stop"})");
  EXPECT_EQ(s.next()["id"], 1);
  EXPECT_EQ(s.next()["id"], 2);
}

TEST(Json, AnswersEveryParallelRequest) {
  Session s(4);
  for (int i = 0; i < 100; ++i)
    s.session.handle_line(json{{"id", i}, {"game", i % 2 == 0 ? "oware" : "kalah"}, {"depth", 1 + i % 4}}.dump());
  s.finish();
  std::set<int> ids;
  while (!s.heard.empty()) {
    const json answer = s.next();
    EXPECT_EQ(answer["depth"], 1 + answer["id"].get<int>() % 4);
    EXPECT_TRUE(ids.insert(answer["id"].get<int>()).second);
  }
  EXPECT_EQ(ids.size(), 100u);
}

// Independent of earlier requests, unless the client asks to keep the transposition table.
TEST(Json, EqualRequestsGetEqualAnswers) {
  Session s(1);
  const auto ask = [&](const std::string& line) {
    s.session.handle_line(line);
    json answer = s.next();
    answer.erase("seconds");
    return answer;
  };
  const std::string request = R"({"id":1,"game":"oware","moves":["A"],"depth":10})";
  const json first = ask(request);
  EXPECT_EQ(ask(request), first);
  ask(R"({"id":2,"game":"oware","moves":["B"],"nodes":30000})");
  EXPECT_EQ(ask(request), first);
  ask(R"({"id":2,"game":"kalah","depth":8})");
  EXPECT_EQ(ask(request), first);
  const json kept = ask(R"({"id":1,"game":"oware","moves":["A"],"depth":10,"keep":true})");
  EXPECT_LT(kept["nodes"], first["nodes"]);
}

TEST(Json, UsesEvaluationOnlyOnItsBoard) {
  Session s(1, {.file = "mine.network", .network = tests::constant_network(find_game("oware"), 5)});
  s.session.handle_line(R"({"id":1,"game":"oware","depth":1})");
  EXPECT_EQ(s.next()["score"]["margin"], -5);
  s.session.handle_line(R"({"id":2,"game":"hus","depth":1})");
  EXPECT_TRUE(s.next()["error"].get<std::string>().starts_with("mine.network: "));
  s.session.handle_line(R"({"id":3,"game":"hus","action":"moves"})");  // needs no evaluation
  EXPECT_FALSE(s.next().contains("error"));
}

TEST(Json, RejectsGarbage) {
  Session s(1);
  for (int i = 0; i < 1'000; ++i) {
    s.session.handle_line("}{" + std::string(static_cast<std::size_t>(i % 50), '['));
    const json answer = s.next();
    ASSERT_TRUE(answer["id"].is_null() && answer.contains("error") && answer["field"].is_null()) << answer;
  }
  for (const std::string& line :
       std::initializer_list<std::string>{std::string(1 << 20, '['), "\"" + std::string(1 << 20, 'x') + "\"",
                                          "\xff\xfe{\"id\":1}", "{\"id\":\"" + std::string(1 << 20, 'x') + "\"}"}) {
    s.session.handle_line(line);
    const std::string answer = s.heard.next();
    EXPECT_LT(answer.size(), 200u);
    EXPECT_TRUE(json::parse(answer).contains("error"));
  }
  s.session.handle_line("{\"id\":1,\"position\":\"" + std::string(1 << 20, '3') + "\"}");
  EXPECT_EQ(s.next()["field"], "position");
  s.session.reject_long_line(1000);
  EXPECT_TRUE(s.next().contains("error"));
}

TEST(Json, StopAllStopsRunningRequests) {
  Session s(2);
  for (int i = 0; i < 5; ++i) s.session.handle_line(json{{"id", i}, {"time", 1000000}}.dump());
  EXPECT_FALSE(s.session.wait_idle(10ms));
  s.session.stop_all();
  s.finish();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(s.next()["done"], true);
  EXPECT_TRUE(s.heard.empty());
}

TEST(Json, FieldsAreDocumented) {
  const std::string page = read_text_file(SOW_TEST_DATA "/../../docs/protocols.md");
  const std::string table = analysis_request_markdown();
  EXPECT_NE(page.find(table), std::string::npos) << table;
}

}  // namespace
}  // namespace sow
