// The rules of each game in words, against tests/data/describe.txt. With SOW_UPDATE=1 in the environment the file is
// written anew; read the difference before it is committed.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "rules/catalog.h"
#include "support/random_rules.h"
#include "support/suite.h"

namespace sow {
namespace {

TEST(Describe, EachGame) {
  std::string text;
  for (const auto& name : builtin_names())
    text += fmt::format("{}== {}\n{}", text.empty() ? "" : "\n", name, describe(find_game(name).rules));
  if (std::getenv("SOW_UPDATE") != nullptr) std::ofstream(tests::data_path("describe.txt"), std::ios::binary) << text;
  EXPECT_EQ(text, tests::read_data("describe.txt"));
}

TEST(Describe, WhatStopsAGame) {
  EXPECT_EQ(describe_limits(find_game("kalah").rules), "");
  EXPECT_EQ(describe_limits(find_game("sungka").rules), "");  // each time round pays the store
  EXPECT_EQ(describe_limits(find_game("oware").rules),
            "It cannot go on for ever: the game ends when a position comes a second time (end.repeat_count).");
  EXPECT_EQ(describe_limits(find_game("hus").rules),
            "It cannot go on for ever: a turn ends after 200 laps (end.laps), the game ends when a position comes a "
            "third time (end.repeat_count) or after 50 plies without a capture (end.quiet).");
}

// Whatever the rules: whole sentences, one a line.
RC_GTEST_PROP(Describe, AnyRules, (const std::vector<std::uint8_t>& bytes)) {
  tests::Choices choose(bytes);
  std::istringstream lines(describe(tests::random_rules(choose)));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    RC_ASSERT(!line.empty());
    RC_ASSERT(line.find('?') == std::string::npos);
    RC_ASSERT(line.back() == '.' || line.back() == ',');
  }
  RC_ASSERT(count > 5);
}

}  // namespace
}  // namespace sow
