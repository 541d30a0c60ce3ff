// Analyses are reproducible: they do not depend on earlier requests.
#include <nlohmann/json.hpp>

#include "support/served.h"

namespace sow {
namespace {

class Analyses : public Served {
 protected:
  // The last event of an analysis, without its time.
  nlohmann::json ask(const std::string& body) {
    const HttpResponse answer = client()->post(analyze, body);
    EXPECT_EQ(answer.status, 200);
    const auto from = answer.body.rfind("data: ") + 6;
    auto event = nlohmann::json::parse(answer.body.substr(from, answer.body.find('\n', from) - from));
    event.erase("seconds");
    return event;
  }
};

TEST_F(Analyses, RepeatedRequestGivesSameResult) {
  ServerOptions options = any_port();
  options.analyses = 1;
  serve(options);
  const std::string fields = R"("game":"oware","moves":["A"],"depth":10,"lines":1,"time":3600000)";
  const auto first = ask("{" + fields + "}");
  EXPECT_EQ(ask("{" + fields + "}"), first);
  ask(R"({"game":"oware","moves":["B"],"depth":10})");
  EXPECT_EQ(ask("{" + fields + "}"), first);
  EXPECT_LT(ask("{" + fields + R"(,"keep":true})")["nodes"], first["nodes"]);
}

// With several threads, only an analysis that is limited by time alone uses them.
TEST_F(Analyses, GivesSameResultWithSeveralThreads) {
  const std::string fields = R"({"game":"oware","depth":8,"time":3600000})";
  serve();
  const auto expected = ask(fields);
  ServerOptions options = any_port();
  options.threads = 3;
  serve(options);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(fields), expected);
  EXPECT_EQ(ask(R"({"game":"oware","time":100})")["ended"], "time");
  EXPECT_EQ(ask(R"({"game":"oware","nodes":5000})")["ended"], "nodes");
}

TEST_F(Analyses, UsesFullTimeAndReportsRequestedLines) {
  serve();
  const auto event = ask(R"({"game":"oware","time":100,"lines":1})");
  EXPECT_EQ(event["ended"], "time");
  EXPECT_EQ(event["moves"].size(), 1u);
}

}  // namespace
}  // namespace sow
