// A game printed and read again is the same game.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/error.h"
#include "rules/catalog.h"
#include "support/random_rules.h"

namespace sow {
namespace {

GameDef read_back(const GameDef& game, bool with_help) {
  return parse_game(to_toml(game, with_help), "printed.toml", [](const std::string& name) -> GameDef {
    throw Error("a printed game extends nothing, not even " + name);
  });
}

void expect_same(const GameDef& game, const GameDef& back) {
  EXPECT_EQ(back.name, game.name);
  EXPECT_EQ(back.title, game.title);
  EXPECT_EQ(back.source, game.source);
  EXPECT_EQ(back.ogn, game.ogn);
  EXPECT_EQ(back.rules, game.rules);
  EXPECT_EQ(canonical_rules(back.rules), canonical_rules(game.rules));
}

TEST(RoundTrip, BuiltInGames) {
  for (const auto& name : builtin_names())
    for (const bool with_help : {false, true}) {
      const auto game = find_game(name);
      SCOPED_TRACE(name);
      expect_same(game, read_back(game, with_help));
    }
}

TEST(RoundTrip, TextsWithQuotesAndControlCharacters) {
  GameDef game = find_game("oware");
  game.title = "\"a\\b\"\n ß …";
  game.source = "\\u0041";
  expect_same(game, read_back(game, true));
}

RC_GTEST_PROP(RoundTrip, RandomRules, (const std::vector<std::uint8_t>& bytes)) {
  tests::Choices choose(bytes);
  const GameDef game{"random", "Random", "none", tests::random_rules(choose)};
  RC_ASSERT(read_back(game, false).rules == game.rules);
  RC_ASSERT(read_back(game, true).rules == game.rules);
}

// Equal text exactly for equal rules, apart from the start position and the direction, which are no rules of play.
RC_GTEST_PROP(RoundTrip, CanonicalRules, (const std::vector<std::uint8_t>& bytes)) {
  tests::Choices choose(bytes);
  const Ruleset rules = tests::random_rules(choose);
  Ruleset other = tests::random_rules(choose);
  const auto played = [](Ruleset r) {
    r.setup = Setup{};
    r.direction = Direction::ccw;
    return r;
  };
  RC_ASSERT((canonical_rules(rules) == canonical_rules(other)) == (played(rules) == played(other)));
  other = rules;
  other.setup = Setup{.seeds = 1};
  other.direction = other.direction == Direction::cw ? Direction::ccw : Direction::cw;
  RC_ASSERT(canonical_rules(rules) == canonical_rules(other));
}

}  // namespace
}  // namespace sow
