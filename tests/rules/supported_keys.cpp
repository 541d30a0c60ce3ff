// Ruleset::one_plain_lap() must refuse every key it does not know: a key that is added later is not in the list below.
#include "support/supported_keys.h"

#include <gtest/gtest.h>

#include "rules/catalog.h"

namespace sow {
namespace {

TEST(SupportedKeys, OnePlainLap) {
  const std::set<std::string> expected = {
      "board.rows",      "board.pits",    "setup.seeds",     "move.singles",     "move.twos",       "move.facing",
      "move.reach",      "sow.direction", "sow.store",       "turn.feed",        "turn.grand_slam", "turn.stuck",
      "end.when",        "end.majority",  "end.rest",        "end.few_to",       "end.repeat",      "end.repeat_count",
      "end.laps",        "end.quiet",     "rounds.refill",   "rounds.from",      "rounds.begins",   "rounds.least",
      "rounds.most",     "land.at",       "land.count",      "land.opposite",    "land.outer",      "land.next",
      "land.beyond",     "land.behind",   "land.sown",       "land.take",        "land.each",       "land.chain",
      "land.chain_over", "land.to",       "land.chain_most", "land.then",        "sow.skip_origin", "move.must_capture",
      "sow.first",       "setup.random",  "land.same",       "end.repeat_agreed"};
  EXPECT_EQ(tests::supported_keys([](const Ruleset& rules) { return rules.one_plain_lap(); }), expected);
}

TEST(SupportedKeys, OnePlainLapRefusesStateOfRounds) {
  Ruleset rules;
  EXPECT_TRUE(rules.one_plain_lap());
  rules.closed[1] = 1;
  EXPECT_FALSE(rules.one_plain_lap());
  rules = {};
  rules.north_first = true;
  EXPECT_FALSE(rules.one_plain_lap());
  rules = {};
  rules.reverse_pits = 1;
  EXPECT_FALSE(rules.one_plain_lap());
}

// The games whose moves are one plain lap, so that a change of the lists above cannot go unnoticed.
TEST(SupportedKeys, OnePlainLapOfBuiltInGames) {
  for (const char* name : {"owari", "oware", "awari", "kalah", "kalah/empty-capture", "bestemshe", "mangala"})
    EXPECT_TRUE(find_game(name).rules.one_plain_lap()) << name;
  for (const char* name : {"hus", "sungka", "toguz-kumalak", "ayoayo", "lam-waladach", "pallanguzhi"})
    EXPECT_FALSE(find_game(name).rules.one_plain_lap()) << name;
}

}  // namespace
}  // namespace sow
