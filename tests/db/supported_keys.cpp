// The rule keys that databases support. A key that is added later is not in these lists until somebody has checked that
// the index, the kinds of values, and the methods cover it.
#include "support/supported_keys.h"

#include <gtest/gtest.h>

#include "db/acyclic.h"
#include "db/kind.h"
#include "db/retrograde.h"

namespace sow {
namespace {

TEST(RetrogradeFits, RefusesUnknownKeys) {
  const std::set<std::string> expected = {"board.pits",      "setup.seeds",     "move.singles",      "move.twos",
                                          "move.facing",     "move.reach",      "sow.direction",     "turn.feed",
                                          "turn.grand_slam", "turn.stuck",      "end.when",          "end.majority",
                                          "end.rest",        "end.few_to",      "end.repeat",        "end.repeat_count",
                                          "end.laps",        "end.quiet",       "rounds.refill",     "rounds.from",
                                          "rounds.begins",   "rounds.least",    "rounds.most",       "land.at",
                                          "land.count",      "land.opposite",   "land.outer",        "land.next",
                                          "land.beyond",     "land.behind",     "land.sown",         "land.take",
                                          "land.each",       "land.chain",      "land.chain_over",   "land.to",
                                          "land.chain_most", "sow.skip_origin", "move.must_capture", "sow.first",
                                          "setup.random",    "land.same",       "end.repeat_agreed", "land.own",
                                          "land.own_with",   "land.if_owner",   "own.most",          "own.at",
                                          "own.apart"};
  EXPECT_EQ(tests::supported_keys([](const Ruleset& rules) { return RetrogradeMethod<8>::fits(rules); }), expected);
}

TEST(AcyclicFits, ListsEveryKey) {
  const std::set<std::string> expected = {
      "board.pits",        "board.rows",      "end.cleared",       "end.few",         "end.few_to",
      "end.laps",          "end.majority",    "end.quiet",         "end.repeat",      "end.repeat_count",
      "end.rest",          "end.when",        "land.at",           "land.behind",     "land.beyond",
      "land.chain",        "land.chain_most", "land.chain_over",   "land.count",      "land.each",
      "land.next",         "land.opposite",   "land.outer",        "land.own_with",   "land.same",
      "land.sown",         "land.take",       "land.then",         "land.to",         "move.facing",
      "move.must_capture", "move.reach",      "move.singles",      "move.twos",       "move.undo",
      "opening.captures",  "opening.pits",    "opening.relays",    "opening.reverse", "opening.skips",
      "opening.sow",       "opening.turns",   "own.apart",         "own.at",          "own.keep",
      "own.most",          "own.out",         "own.skip",          "pass.at",         "pass.count",
      "pass.last",         "pass.to",         "rounds.begins",     "rounds.from",     "rounds.least",
      "rounds.most",       "rounds.refill",   "setup.random",      "setup.seeds",     "sow.before",
      "sow.direction",     "sow.first",       "sow.skip",          "sow.skip_count",  "sow.skip_origin",
      "sow.store",         "sow.store_out",   "sow.track",         "turn.again_once", "turn.feed",
      "turn.grand_slam",   "turn.stuck",      "end.repeat_agreed", "land.if_owner"};
  EXPECT_EQ(tests::supported_keys([](Ruleset rules) {
              if (rules.store == Store::none) rules.store = Store::own;  // without it, positions can repeat
              return AcyclicMethod<8>::fits(rules);
            }),
            expected);
}

TEST(DatabaseKind, ListsEveryKey) {
  const std::set<std::string> expected = {
      "board.pits",      "board.rows",      "end.cleared",      "end.few",           "end.few_to",
      "end.laps",        "end.majority",    "end.repeat",       "end.repeat_count",  "end.rest",
      "end.when",        "land.at",         "land.behind",      "land.beyond",       "land.chain",
      "land.chain_most", "land.chain_over", "land.count",       "land.each",         "land.next",
      "land.opposite",   "land.outer",      "land.own_with",    "land.same",         "land.sown",
      "land.take",       "land.then",       "move.facing",      "move.must_capture", "move.reach",
      "move.singles",    "move.twos",       "opening.captures", "opening.pits",      "opening.relays",
      "opening.reverse", "opening.skips",   "opening.sow",      "own.apart",         "own.at",
      "own.keep",        "own.most",        "own.out",          "own.skip",          "pass.at",
      "pass.count",      "pass.last",       "pass.to",          "rounds.begins",     "rounds.from",
      "rounds.least",    "rounds.most",     "rounds.refill",    "setup.random",      "setup.seeds",
      "sow.before",      "sow.direction",   "sow.first",        "sow.reverse",       "sow.skip",
      "sow.skip_count",  "sow.skip_origin", "sow.store",        "sow.store_out",     "sow.track",
      "turn.feed",       "turn.grand_slam", "turn.stuck",       "end.repeat_agreed", "land.if_owner"};
  EXPECT_EQ(tests::supported_keys([](Ruleset rules) {
              if (!rules.lands[0].take.any()) rules.lands[0].take.pit = true;  // without captures, there is no value
              return database_kind(rules).kind != DatabaseKind::nothing;
            }),
            expected);
}

TEST(RetrogradeFits, RefusesUnsupportedValues) {
  const auto fits = [](const auto& change) {
    Ruleset rules;
    rules.land_count = 1;
    change(rules);
    return RetrogradeMethod<8>::fits(rules);
  };
  EXPECT_TRUE(fits([](Ruleset&) {}));
  EXPECT_FALSE(fits([](Ruleset& r) { r.rows = 3; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.pits = 15; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.store = Store::own; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.stuck = Stuck::pass; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.grand_slam = GrandSlam::again; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.grand_slam = GrandSlam::opponent_rest; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.lands[0].then = AfterLand::again; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.lands[0].then = AfterLand::relay; }));
  EXPECT_TRUE(fits([](Ruleset& r) { r.lands[0].own = true; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.lands[0].own = r.own.keep = true; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.lands[0].own = r.own.skip = true; }));
  EXPECT_FALSE(fits([](Ruleset& r) { r.lands[0].own = true, r.lands[0].then = AfterLand::relay; }));
}

}  // namespace
}  // namespace sow
