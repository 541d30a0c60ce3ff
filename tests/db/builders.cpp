// Compares every build method with the definition of the values on the reference kernel.
#include <gtest/gtest.h>

#include "db/builder.h"
#include "db/retrograde.h"
#include "db/sweep.h"
#include "rules/catalog.h"
#include "rules/game_def.h"
#include "support/effort.h"
#include "support/never.h"
#include "support/true_forced.h"
#include "support/true_margins.h"

namespace sow {
namespace {

template <class Builder>
EndgameTable build(Builder&& builder, const Ruleset& rules, int max_seeds, int threads) {
  EndgameTable table(Index(rules, max_seeds), database_kind(rules).kind);
  BoardsDone done{0};
  for (int n = 0; n <= max_seeds; ++n)
    table.index().occurs(n) ? builder.build_level(table, threads, never, done) : void(table.add_level());
  EXPECT_EQ(table.max_seeds(), max_seeds);
  return table;
}

EndgameTable build(const Ruleset& rules, int max_seeds, int threads = 2) {
  return build(*make_level_builder(rules, max_seeds), rules, max_seeds, threads);
}
EndgameTable build(const std::string& game, int max_seeds, int threads = 2) {
  return build(find_game(game).rules, max_seeds, threads);
}

template <class Truth>
void compare(const EndgameTable& table, Truth&& truth) {
  for (int n = 0; n <= table.max_seeds(); ++n)
    for (std::uint64_t i = 0; i < table.index().size(n); ++i) {
      const Position p = table.index().position(n, i);
      const bool possible = p.seeds_in_pits() == n;  // owned pits are empty
      ASSERT_EQ(table.level(n)[i], possible ? truth(p) : 0) << n << " seeds, number " << i;
    }
}

TEST(Builders, MatchesGameTreeForGamesThatNeverRepeat) {
  for (const auto& [game, max_seeds] : {std::pair{"owari", 6},
                                        {"kalah", 6},
                                        {"kalah/empty-capture", 5},
                                        {"kalah:pits=3,seeds=2", 9},
                                        {"kalah:pits=1,seeds=4", 8},
                                        {"sungka:pits=3,seeds=3", 7},
                                        {"owari:pits=4,seeds=2", 7},
                                        {"kalah:pits=9", 4}}) {
    SCOPED_TRACE(game);
    compare(build(game, max_seeds), tests::TrueMargins(find_game(game).rules));
  }
}

// A player with seeds but no legal move passes, whichever side has more seeds.
TEST(Builders, MatchesGameTreeForGamesThatPassWithSeedsLeft) {
  for (const auto& [game, max_seeds] :
       {std::pair{"kalah", 4}, {"kalah:pits=3,seeds=2", 8}, {"owari:pits=4,seeds=2", 6}}) {
    for (const auto& [singles, facing, reach] : {std::tuple{Singles::never, Facing::any, Reach::any},
                                                 {Singles::onto_empty, Facing::any, Reach::any},
                                                 {Singles::ok, Facing::not_single, Reach::any},
                                                 {Singles::ok, Facing::any, Reach::occupied}}) {
      Ruleset rules = find_game(game).rules;
      rules.stuck = Stuck::pass;
      rules.when.stuck = true;
      rules.singles = singles;
      rules.facing = facing;
      rules.reach = reach;
      SCOPED_TRACE(canonical_rules(rules));
      ASSERT_TRUE(find_problems(rules).empty());
      for (const int threads : {1, 3}) compare(build(rules, max_seeds, threads), tests::TrueMargins(rules));
    }
  }
}

// A relay in the next pit crosses to the opponent's side without a seed in the store.
TEST(Builders, MatchesDefinitionForRelaysInNextPit) {
  for (const Stuck stuck : {Stuck::end, Stuck::pass}) {
    Ruleset rules = find_game("kalah:pits=3,seeds=2").rules;
    rules.stuck = stuck;
    rules.when.stuck = true;
    rules.facing = Facing::not_single;
    rules.lands[0] = {.at = LandAt::last, .then = AfterLand::next};
    rules.land_count = 1;
    rules.laps = 9;
    SCOPED_TRACE(canonical_rules(rules));
    ASSERT_TRUE(find_problems(rules).empty());
    const tests::TrueCyclicMargins truth(rules, 7);
    compare(build(rules, 7), [&](const Position& p) {
      Position passed = p;
      return truth.kernel().settle(passed) ? -truth(passed) : truth(p);
    });
  }
}

TEST(Builders, MatchesDefinitionOfMarginsForGamesThatRepeat) {
  for (const auto& [game, max_seeds] : {std::pair{"awari", 6},
                                        {"awari/solved", 6},
                                        {"awari:pits=3", 11},
                                        {"awari/solved:pits=2", 16},
                                        {"al-manqala:pits=3", 10},
                                        {"bestemshe:pits=3", 10},
                                        {"bestemshe:pits=1", 20},
                                        {"vai-lung-thlan:pits=3", 9},
                                        {"hoyito:pits=3", 9},
                                        {"ot-tjin:pits=3", 9}}) {
    SCOPED_TRACE(game);
    const EndgameTable table = build(game, max_seeds);
    const tests::TrueCyclicMargins truth(find_game(game).rules, max_seeds);
    compare(table, [&](const Position& p) {
      Position passed = p;  // the definition does not cover passing
      return truth.kernel().settle(passed) ? -truth(passed) : truth(p);
    });
  }
}

// Owners are part of a board. The definition would fail to find a number for a combination that the index leaves out.
void compare_owned(const Ruleset& rules, int max_seeds) {
  ASSERT_EQ(database_kind(rules).kind, DatabaseKind::margin);
  const EndgameTable table = build(rules, max_seeds);
  const States& states = table.index().states();
  std::vector<tests::Owned> owned;
  for (std::uint64_t state = 0; state < states.count(); ++state) owned.push_back(states.owned(state));
  ASSERT_GT(owned.size(), 1u);
  const tests::TrueCyclicMargins truth(rules, max_seeds, owned);
  compare(table, [&](const Position& p) {
    Position passed = p;
    return truth.kernel().settle(passed) ? -truth(passed) : truth(p);
  });
}

TEST(Builders, MatchesDefinitionForGamesWithOwnedPits) {
  for (const auto& [game, max_seeds] : {std::pair{"toguz-kumalak", 2},
                                        {"toguz-kumalak:pits=2", 12},
                                        {"toguz-kumalak:pits=3", 7},
                                        {"toguz-xorgol:pits=3", 7}}) {
    SCOPED_TRACE(game);
    compare_owned(find_game(game).rules, tests::thorough ? max_seeds : max_seeds - 1);
  }
}

// Players own any number of pits on the other side; a pit can become owned during a relay.
TEST(Builders, MatchesDefinitionForGamesWithManyOwnedPits) {
  Ruleset rules = find_game("krur:pits=2").rules;
  rules.quiet = 0;
  compare_owned(rules, tests::thorough ? 12 : 8);
  rules.lands[0].then = AfterLand::relay;
  compare_owned(rules, tests::thorough ? 12 : 8);
  rules.stuck = Stuck::pass;
  compare_owned(rules, tests::thorough ? 12 : 8);
}

TEST(Builders, MatchesDefinitionOfForcedSeeds) {
  for (const auto& [game, max_seeds] : {std::pair{"oware", 5},
                                        {"oware:pits=3", 9},
                                        {"oware:pits=2", 12},
                                        {"wari:pits=3", 8},
                                        {"bohnenspiel:pits=3", 8},
                                        {"endodoi:pits=3", 8},
                                        {"songo:pits=3", 8}}) {
    SCOPED_TRACE(game);
    ASSERT_EQ(database_kind(find_game(game).rules).kind, DatabaseKind::forced);
    const int seeds = tests::thorough ? max_seeds : max_seeds - 2;
    compare(build(game, seeds), tests::TrueForced(find_game(game).rules, seeds));
  }
}

// Larger levels, for which the definition is too slow.
TEST(Builders, SweepAndRetrogradeAgree) {
  for (const auto* game : {"awari", "awari/solved", "oware", "songo", "bestemshe"}) {
    SCOPED_TRACE(game);
    const Ruleset rules = database_rules(find_game(game).rules);
    const auto kernel = make_kernel(rules, 9);
    ASSERT_EQ(kernel->width(), 8);
    const int max_seeds = (rules.pits > 6 ? 7 : 9) - (tests::thorough ? 0 : 3);
    const EndgameTable slow = build(SweepMethod<8>(static_cast<const Kernel<8>&>(*kernel)), rules, max_seeds, 2),
                       fast = build(game, max_seeds, 3);
    for (int n = 0; n <= max_seeds; ++n)
      ASSERT_TRUE(std::equal(slow.level(n), slow.level(n) + slow.index().size(n), fast.level(n))) << n;
  }
}

// With owned pits, retrograde analysis grows two states at a time.
TEST(Builders, SweepAndRetrogradeAgreeWithOwnedPits) {
  for (const auto* game : {"toguz-kumalak:pits=5", "toguz-xorgol:pits=4"}) {
    SCOPED_TRACE(game);
    const Ruleset rules = database_rules(find_game(game).rules);
    ASSERT_TRUE(RetrogradeMethod<16>::fits(rules));
    const int max_seeds = tests::thorough ? 7 : 4;
    const auto kernel = make_kernel(rules, max_seeds);
    ASSERT_EQ(kernel->width(), 16);
    const EndgameTable slow = build(SweepMethod<16>(static_cast<const Kernel<16>&>(*kernel)), rules, max_seeds, 2);
    for (const int threads : {1, 3}) {
      const EndgameTable fast = build(game, max_seeds, threads);
      for (int n = 0; n <= max_seeds; ++n)
        ASSERT_TRUE(std::equal(slow.level(n), slow.level(n) + slow.index().size(n), fast.level(n))) << n;
    }
  }
}

// In bestemshe captures take even numbers of seeds, so every second level cannot occur.
TEST(Builders, SkipsLevelsThatCannotOccur) {
  const EndgameTable even = build("bestemshe", 5);
  EXPECT_EQ(even.max_seeds(), 5);
  for (int n = 0; n <= 5; ++n) {
    EXPECT_EQ(even.has(n), n % 2 == 0);
    EXPECT_EQ(even.in_memory(n), n % 2 == 0);
    EXPECT_EQ(even.index().size(n) > 0, n % 2 == 0);
  }
  Ruleset rules = find_game("bestemshe").rules;
  rules.setup.listed = true;
  rules.setup.south = {1};
  rules.setup.north = {2, 2};
  const EndgameTable odd = build(rules, 5);
  for (int n = 0; n <= 5; ++n) EXPECT_EQ(odd.has(n), n % 2 == 1);
  EXPECT_NE(rules_fingerprint(rules), rules_fingerprint(find_game("bestemshe").rules));
}

TEST(Builders, StoppedLevelIsNotAdded) {
  for (const auto* game : {"owari", "oware", "hoyito"}) {
    const Ruleset rules = find_game(game).rules;
    EndgameTable table(Index(rules, 5), database_kind(rules).kind);
    const auto builder = make_level_builder(rules, 5);
    BoardsDone done{0};
    builder->build_level(table, 1, never, done);
    builder->build_level(table, 1, std::atomic<bool>{true}, done);
    EXPECT_EQ(table.max_seeds(), 0);
    builder->build_level(table, 1, never, done);
    EXPECT_EQ(table.max_seeds(), 1);
  }
}

// T. R. Lincke, Exploring the Computational Limits of Large Exhaustive Search Problems, ETH Zürich, thesis 14701
// (2002), appendix B: number of awari boards by number of stones and value.
TEST(Builders, AwariMatchesPublishedCounts) {
  struct Published {
    int stones;
    std::map<int, int> values;
  };
  const Published published[] = {
      {3, {{-3, 177}, {-1, 1}, {0, 63}, {1, 7}, {3, 116}}},
      {5, {{-5, 1892}, {-3, 2}, {-2, 85}, {-1, 224}, {1, 121}, {2, 184}, {3, 22}, {5, 1838}}},
      {8,
       {{-8, 12370},
        {-6, 228},
        {-4, 6828},
        {-2, 9977},
        {-1, 61},
        {0, 8351},
        {1, 236},
        {2, 10182},
        {4, 6972},
        {5, 168},
        {6, 507},
        {8, 19702}}},
      {10,
       {{-10, 22941},
        {-8, 211},
        {-7, 34},
        {-6, 13906},
        {-4, 25783},
        {-3, 3938},
        {-2, 33687},
        {-1, 752},
        {0, 93743},
        {1, 738},
        {2, 38773},
        {3, 7722},
        {4, 34896},
        {6, 25402},
        {7, 298},
        {8, 810},
        {10, 49082}}},
  };
  const EndgameTable table = build("awari/solved", 10);
  for (const auto& [stones, values] : published) {
    std::map<int, int> found;
    for (std::uint64_t i = 0; i < table.index().size(stones); ++i) ++found[table.level(stones)[i]];
    EXPECT_EQ(found, values) << stones;
  }
}

TEST(Builders, ReportsWhyGameHasNoDatabase) {
  EXPECT_EQ(database_kind(find_game("hus").rules).why_not, "seeds never leave the pits");
  Ruleset rules = find_game("oware").rules;
  rules.quiet = 50;
  EXPECT_EQ(database_kind(rules).why_not, "the rules count plies without a capture");
  for (const char* game : {"alemungula", "ali-guli-mane"})
    EXPECT_EQ(database_kind(find_game(game).rules).why_not,
              "the index does not cover moves that the previous turn forbids");
  EXPECT_EQ(database_kind(find_game("nambayi").rules).why_not, "seeds that leave the pits count for nobody");
  rules = find_game("krur").rules;
  EXPECT_EQ(database_kind(rules).why_not, "the rules count plies without a capture");
  rules.own.keep = true;
  EXPECT_EQ(database_kind(rules).why_not, "seeds never leave the pits");
  rules = find_game("toguz-kumalak").rules;
  rules.own.max_pits = 2;
  EXPECT_EQ(database_kind(rules).why_not, "there are too many combinations of owned pits");
  rules.own.keep = true;
  EXPECT_EQ(database_kind(rules).why_not, "the index does not cover seeds in owned pits");
  rules = find_game("adi").rules;
  rules.few_to = FewTo::first;
  EXPECT_EQ(database_kind(rules).why_not, "the index does not cover who moved first");
}

}  // namespace
}  // namespace sow
