// Printing a game and parsing it again gives the same game.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <sstream>

#include "base/error.h"
#include "rules/catalog.h"
#include "rules/vocabulary.h"
#include "support/random_rules.h"

namespace sow {
namespace {

GameDef read_back(const GameDef& game, bool with_help) {
  return parse_game(to_toml(game, with_help), "printed.toml",
                    [](const std::string& name) -> GameDef { throw Error("a printed game must not extend " + name); });
}

void expect_same(const GameDef& game, const GameDef& back) {
  EXPECT_EQ(back.name, game.name);
  EXPECT_EQ(back.title, game.title);
  EXPECT_EQ(back.region, game.region);
  EXPECT_EQ(back.about, game.about);
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

// A file with help has a line for each key, in its section. Commented-out lines are valid when uncommented.
TEST(RoundTrip, HelpListsEveryKey) {
  for (const auto& name : builtin_names()) {
    SCOPED_TRACE(name);
    std::istringstream lines(to_toml(find_game(name), true));
    std::set<std::string> keys;
    std::string section, line, uncommented;
    while (std::getline(lines, line)) {
      if (line.starts_with("# ")) line.erase(0, 2);
      uncommented += line + "\n";
      if (line.starts_with("["))
        section = line.substr(line.find_first_not_of('['), line.find(']') - line.find_first_not_of('[')) + ".";
      else if (!line.empty())
        keys.insert(section + line.substr(0, line.find(' ')));
    }
    std::set<std::string> expected;
    const auto want = [&](const Key& key, const auto&...) {
      expected.insert((key.section.empty() ? "" : std::string(key.section) + ".") + std::string(key.name));
    };
    const Ruleset rules;
    const Land land;
    const Pass pass;
    for_each_key(rules, want);
    for_each_land_key(land, want);
    for_each_pass_key(pass, want);
    for (const auto& key : text_keys) want(key);
    for (const auto& key : setup_lists) want(key);
    want(reverse_pits_key);
    EXPECT_EQ(keys, expected);
    try {
      parse_game(uncommented, "all.toml", find_game);
    } catch (const RuleFileError& e) {  // keys may contradict each other, but each value is valid
      for (const char* unreadable : {"must be a ", "must be one of", "must contain only", "unknown key"})
        EXPECT_EQ(std::string(e.what()).find(unreadable), std::string::npos) << e.what();
    }
  }
}

RC_GTEST_PROP(RoundTrip, RandomRules, (const std::vector<std::uint8_t>& bytes)) {
  tests::Choices choose(bytes);
  const GameDef game{"random", "Random", "none", tests::random_rules(choose)};
  RC_ASSERT(read_back(game, false).rules == game.rules);
  RC_ASSERT(read_back(game, true).rules == game.rules);
}

// The start position and the direction do not affect play.
RC_GTEST_PROP(RoundTrip, CanonicalRulesAreEqualForEqualPlay, (const std::vector<std::uint8_t>& bytes)) {
  tests::Choices choose(bytes);
  const Ruleset rules = tests::random_rules(choose);
  Ruleset other = tests::random_rules(choose);
  const auto played = [](Ruleset r) {
    r.setup = Setup{};
    if (r.direction == Direction::cw) r.direction = Direction::ccw;
    return r;
  };
  RC_ASSERT((canonical_rules(rules) == canonical_rules(other)) == (played(rules) == played(other)));
  other = rules;
  other.setup = Setup{.seeds = 1};
  if (rules.direction == Direction::ccw || rules.direction == Direction::cw)
    other.direction = rules.direction == Direction::cw ? Direction::ccw : Direction::cw;
  RC_ASSERT(canonical_rules(rules) == canonical_rules(other));
}

}  // namespace
}  // namespace sow
