// The rules of every game in words, compared with tests/data/describe.txt. Run with SOW_UPDATE=1 in the environment to
// rewrite the file, and read the difference before committing it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <fstream>

#include "rules/catalog.h"
#include "rules/description.h"
#include "support/random_rules.h"
#include "support/suite.h"

namespace sow {
namespace {

TEST(Describe, EveryGame) {
  std::string text;
  for (const auto& name : builtin_names())
    text += fmt::format("{}== {}\n{}", text.empty() ? "" : "\n", name, describe(find_game(name).rules));
  if (std::getenv("SOW_UPDATE") != nullptr) std::ofstream(tests::data_path("describe.txt"), std::ios::binary) << text;
  EXPECT_EQ(text, tests::read_data("describe.txt"));
}

TEST(Describe, NamesTheLimitsOfEndlessGames) {
  EXPECT_EQ(describe_limits(find_game("kalah").rules), "");
  EXPECT_EQ(describe_limits(find_game("sungka").rules), "");  // every lap around the board sows the store
  EXPECT_EQ(describe_limits(find_game("oware").rules),
            "Positions can repeat: the game ends if a position is repeated (end.repeat_count).");
  EXPECT_EQ(describe_limits(find_game("hus").rules),
            "Positions can repeat: a turn ends after 200 laps (end.laps), and the game ends if a position occurs three "
            "times (end.repeat_count) or after 50 moves without a capture (end.quiet).");
}

// Any valid rules: whole sentences, one per line, each with a topic.
RC_GTEST_PROP(Describe, AnyRules, (const std::vector<std::uint8_t>& bytes)) {
  tests::Choices choose(bytes);
  const auto texts = rule_texts(tests::random_rules(choose));
  for (const RuleText& rule : texts) {
    RC_ASSERT(!rule.topics.empty());
    RC_ASSERT(rule.text.size() > 10);
    RC_ASSERT(rule.text.find_first_of("?\n") == std::string::npos);
    RC_ASSERT(rule.text.find("  ") == std::string::npos);
    RC_ASSERT(rule.text.back() == '.');
    RC_ASSERT(rule.text.front() >= 'A' && rule.text.front() <= 'Z');
  }
  RC_ASSERT(texts.size() > 5);
}

}  // namespace
}  // namespace sow
