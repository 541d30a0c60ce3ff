// The analysis protocol: scripted dialogues (data/*.jsonl), and what no script can hold.
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
  explicit Session(int at_once, const EvaluationUse& evaluation = {})
      : session(at_once, {.threads = 1, .hash_bytes = std::size_t{1} << 20, .evaluation = evaluation},
                [this](const std::string& line) { heard.add(line); }) {}
  tests::Heard heard;
  JsonSession session;

  void end() {
    while (!session.answered_within(1s)) {
    }
  }
  json next() { return json::parse(heard.next()); }
};

class JsonDialogue : public testing::TestWithParam<std::string> {};

TEST_P(JsonDialogue, GoesAsWritten) {
  Session s(1);
  tests::run_dialogue(
      SOW_TEST_DATA "/../protocol/data/" + GetParam() + ".jsonl",
      [&](const std::string& line) { s.session.obey(line); }, [&] { s.end(); }, s.heard);
}
INSTANTIATE_TEST_SUITE_P(Json, JsonDialogue, testing::Values("requests", "mistakes"),
                         [](const auto& name) { return name.param; });

TEST(Json, AnswersComeOutOfOrderAndCanBeStopped) {
  Session s(2);
  s.session.obey(R"({"id":"long","game":"oware","time":1000000})");
  s.session.obey(R"({"id":"short","depth":2})");
  EXPECT_EQ(s.next()["id"], "short");
  s.session.obey(R"({"id":"long","depth":2})");
  EXPECT_EQ(s.next(), json::parse(R"({"id":"long","error":"an analysis of this id is running","field":"id"})"));
  s.session.obey(R"({"id":"long","action":"stop"})");
  const json answer = s.next();
  EXPECT_EQ(answer["id"], "long");
  EXPECT_EQ(answer["final"], true);
  EXPECT_FALSE(answer["moves"].empty());
  s.session.obey(R"({"id":"long","action":"stop"})");
  EXPECT_EQ(s.next()["error"], "no analysis of this id is running");
}

TEST(Json, WhatWaitsCanBeStoppedToo) {
  Session s(1);
  s.session.obey(R"({"id":1,"time":1000000})");
  s.session.obey(R"({"id":2,"time":1000000})");
  s.session.obey(R"({"id":2,"action":"stop"})");
  s.session.obey(R"({"id":1,"action":"stop"})");
  EXPECT_EQ(s.next()["id"], 1);
  EXPECT_EQ(s.next()["id"], 2);
}

TEST(Json, ManyAtOnceAreAllAnswered) {
  Session s(4);
  for (int i = 0; i < 100; ++i)
    s.session.obey(json{{"id", i}, {"game", i % 2 == 0 ? "oware" : "kalah"}, {"depth", 1 + i % 4}}.dump());
  s.end();
  std::set<int> ids;
  while (!s.heard.empty()) {
    const json answer = s.next();
    EXPECT_EQ(answer["depth"], 1 + answer["id"].get<int>() % 4);
    EXPECT_TRUE(ids.insert(answer["id"].get<int>()).second);
  }
  EXPECT_EQ(ids.size(), 100u);
}

// Whatever was asked before, and in whichever game; unless the caller wants what was learnt.
TEST(Json, TheSameRequestHasTheSameAnswer) {
  Session s(1);
  const auto ask = [&](const std::string& line) {
    s.session.obey(line);
    json answer = s.next();
    answer.erase("time");
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

TEST(Json, ANamedEvaluationIsUsedOnItsBoardAndNoOther) {
  Session s(1, {.file = "mine.network", .network = tests::constant_network(find_game("oware"), 5)});
  s.session.obey(R"({"id":1,"game":"oware","depth":1})");
  EXPECT_EQ(s.next()["score"]["margin"], -5);
  s.session.obey(R"({"id":2,"game":"hus","depth":1})");
  EXPECT_EQ(s.next()["error"], "mine.network: an evaluation for another board than that of hus");
  s.session.obey(R"({"id":3,"game":"hus","action":"moves"})");  // needs none
  EXPECT_FALSE(s.next().contains("error"));
}

TEST(Json, GarbageIsRefused) {
  Session s(1);
  for (int i = 0; i < 1'000; ++i) {
    s.session.obey("}{" + std::string(static_cast<std::size_t>(i % 50), '['));
    ASSERT_EQ(s.heard.next(), R"({"id":null,"error":"the line is not JSON","field":null})");
  }
  for (const std::string& line :
       std::initializer_list<std::string>{std::string(1 << 20, '['), "\"" + std::string(1 << 20, 'x') + "\"",
                                          "\xff\xfe{\"id\":1}", "{\"id\":\"" + std::string(1 << 20, 'x') + "\"}"}) {
    s.session.obey(line);
    const std::string answer = s.heard.next();
    EXPECT_LT(answer.size(), 200u);
    EXPECT_TRUE(json::parse(answer).contains("error"));
  }
  s.session.obey("{\"id\":1,\"position\":\"" + std::string(1 << 20, '3') + "\"}");
  EXPECT_EQ(s.next()["field"], "position");
  s.session.refuse_long_line(1000);
  EXPECT_EQ(s.next()["error"], "a line has at most 1000 bytes");
}

TEST(Json, TheEndStopsWhatRuns) {
  Session s(2);
  for (int i = 0; i < 5; ++i) s.session.obey(json{{"id", i}, {"time", 1000000}}.dump());
  EXPECT_FALSE(s.session.answered_within(10ms));
  s.session.stop_all();
  s.end();
  for (int i = 0; i < 5; ++i) EXPECT_EQ(s.next()["final"], true);
  EXPECT_TRUE(s.heard.empty());
}

TEST(Json, FieldsAreInTheDocumentation) {
  const std::string page = read_text_file(SOW_TEST_DATA "/../../docs/protocols.md");
  const std::string table = analysis_request_markdown();
  EXPECT_NE(page.find(table), std::string::npos) << table;
}

}  // namespace
}  // namespace sow
