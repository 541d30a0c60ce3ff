// Every method of building against the definitions of the values on the reference kernel.
#include <gtest/gtest.h>

#include "db/builder.h"
#include "db/sweep.h"
#include "rules/catalog.h"
#include "support/effort.h"
#include "support/never.h"
#include "support/true_forced.h"
#include "support/true_margins.h"

namespace sow {
namespace {

template <class Builder>
EndgameTable build(Builder&& builder, const Ruleset& rules, int most, int threads) {
  EndgameTable table(Index(rules, most), database_kind(rules).kind);
  BoardsDone done{0};
  for (int n = 0; n <= most; ++n) builder.build_level(table, threads, never, done);
  EXPECT_EQ(table.levels(), most);
  return table;
}

EndgameTable build(const Ruleset& rules, int most, int threads = 2) {
  return build(*make_level_builder(rules, most), rules, most, threads);
}
EndgameTable build(const std::string& game, int most, int threads = 2) {
  return build(find_game(game).rules, most, threads);
}

template <class Truth>
void compare(const EndgameTable& table, Truth&& truth) {
  for (int n = 0; n <= table.levels(); ++n)
    for (std::uint64_t i = 0; i < table.index().size(n); ++i) {
      const Position p = table.index().position(n, i);
      const bool possible = p.seeds_in_pits() == n;  // owned pits are empty
      ASSERT_EQ(table.level(n)[i], possible ? truth(p) : 0) << n << " seeds, number " << i;
    }
}

TEST(Builders, GamesThatNeverRepeat) {
  for (const auto& [game, most] : {std::pair{"owari", 6},
                                   {"kalah", 6},
                                   {"kalah/empty-capture", 5},
                                   {"kalah:pits=3,seeds=2", 9},
                                   {"kalah:pits=1,seeds=4", 8},
                                   {"sungka:pits=3,seeds=3", 7},
                                   {"owari:pits=4,seeds=2", 7},
                                   {"kalah:pits=9", 4}}) {
    SCOPED_TRACE(game);
    compare(build(game, most), tests::TrueMargins(find_game(game).rules));
  }
}

TEST(Builders, MarginsOfGamesThatRepeat) {
  for (const auto& [game, most] : {std::pair{"awari", 6},
                                   {"awari/solved", 6},
                                   {"awari:pits=3", 11},
                                   {"awari/solved:pits=2", 16},
                                   {"al-manqala:pits=3", 10},
                                   {"vai-lung-thlan:pits=3", 9},
                                   {"hoyito:pits=3", 9},
                                   {"ot-tjin:pits=3", 9}}) {
    SCOPED_TRACE(game);
    const EndgameTable table = build(game, most);
    const tests::TrueCyclicMargins truth(find_game(game).rules, most);
    compare(table, [&](const Position& p) {
      Position passed = p;  // which the definition leaves to the caller
      return truth.kernel().settle(passed) ? -truth(passed) : truth(p);
    });
  }
}

// Who owns which pits is part of a board. Nothing that the definition meets is left out: it would find no number for it.
void compare_owned(const Ruleset& rules, int most) {
  ASSERT_EQ(database_kind(rules).kind, DatabaseKind::margin);
  const EndgameTable table = build(rules, most);
  const States& states = table.index().states();
  std::vector<tests::Owned> owned;
  for (std::uint64_t state = 0; state < states.count(); ++state) owned.push_back(states.owned(state));
  ASSERT_GT(owned.size(), 1u);
  const tests::TrueCyclicMargins truth(rules, most, owned);
  compare(table, [&](const Position& p) {
    Position passed = p;
    return truth.kernel().settle(passed) ? -truth(passed) : truth(p);
  });
}

TEST(Builders, GamesWithOwnedPits) {
  for (const auto& [game, most] : {std::pair{"toguz-kumalak", 2},
                                   {"toguz-kumalak:pits=2", 12},
                                   {"toguz-kumalak:pits=3", 7},
                                   {"toguz-xorgol:pits=3", 7}}) {
    SCOPED_TRACE(game);
    compare_owned(find_game(game).rules, tests::thorough ? most : most - 1);
  }
}

// Any number of pits on the other side; a pit may become owned while its seeds are sown on.
TEST(Builders, GamesWithManyOwnedPits) {
  Ruleset rules = find_game("krur:pits=2").rules;
  rules.quiet = 0;
  compare_owned(rules, tests::thorough ? 12 : 8);
  rules.lands[0].then = AfterLand::relay;
  compare_owned(rules, tests::thorough ? 12 : 8);
  rules.stuck = Stuck::pass;
  compare_owned(rules, tests::thorough ? 12 : 8);
}

TEST(Builders, ForcedSeeds) {
  for (const auto& [game, most] : {std::pair{"oware", 5},
                                   {"oware:pits=3", 9},
                                   {"oware:pits=2", 12},
                                   {"wari:pits=3", 8},
                                   {"bohnenspiel:pits=3", 8},
                                   {"endodoi:pits=3", 8},
                                   {"songo:pits=3", 8}}) {
    SCOPED_TRACE(game);
    ASSERT_EQ(database_kind(find_game(game).rules).kind, DatabaseKind::forced);
    const int seeds = tests::thorough ? most : most - 2;
    compare(build(game, seeds), tests::TrueForced(find_game(game).rules, seeds));
  }
}

// The two methods for games that repeat agree where the definition is too slow.
TEST(Builders, SweepingAndGoingBackwardsAgree) {
  for (const auto* game : {"awari", "awari/solved", "oware", "songo"}) {
    SCOPED_TRACE(game);
    const Ruleset rules = database_rules(find_game(game).rules);
    const auto kernel = make_kernel(rules, 9);
    ASSERT_EQ(kernel->width(), 8);
    const int most = (rules.pits > 6 ? 7 : 9) - (tests::thorough ? 0 : 3);
    const EndgameTable slow = build(SweepMethod<8>(static_cast<const Kernel<8>&>(*kernel)), rules, most, 2),
                       fast = build(game, most, 3);
    for (int n = 0; n <= most; ++n)
      ASSERT_TRUE(std::equal(slow.level(n), slow.level(n) + slow.index().size(n), fast.level(n))) << n;
  }
}

TEST(Builders, AStoppedLevelIsNotThere) {
  for (const auto* game : {"owari", "oware", "hoyito"}) {
    const Ruleset rules = find_game(game).rules;
    EndgameTable table(Index(rules, 5), database_kind(rules).kind);
    const auto builder = make_level_builder(rules, 5);
    BoardsDone done{0};
    builder->build_level(table, 1, never, done);
    builder->build_level(table, 1, std::atomic<bool>{true}, done);
    EXPECT_EQ(table.levels(), 0);
    builder->build_level(table, 1, never, done);
    EXPECT_EQ(table.levels(), 1);
  }
}

// T. R. Lincke, Exploring the Computational Limits of Large Exhaustive Search Problems, ETH Zürich, thesis 14701 (2002),
// appendix B: how many of the boards of awari with so many stones have which value.
TEST(Builders, AwariAsPublished) {
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

TEST(Builders, GamesWithoutADatabaseSayWhy) {
  EXPECT_EQ(database_kind(find_game("hus").rules).why_not, "its seeds never leave the pits");
  Ruleset rules = find_game("oware").rules;
  rules.quiet = 50;
  EXPECT_EQ(database_kind(rules).why_not, "it counts plies without a capture");
  for (const char* game : {"alemungula", "ali-guli-mane"})
    EXPECT_EQ(database_kind(find_game(game).rules).why_not,
              "what the turn before forbids is not in the index of its boards");
  EXPECT_EQ(database_kind(find_game("nambayi").rules).why_not, "nobody wins the seeds that leave its pits");
  rules = find_game("krur").rules;
  EXPECT_EQ(database_kind(rules).why_not, "it counts plies without a capture");
  rules.own.keep = true;
  EXPECT_EQ(database_kind(rules).why_not, "its seeds never leave the pits");
  rules = find_game("toguz-kumalak").rules;
  rules.own.most = 2;
  EXPECT_EQ(database_kind(rules).why_not, "pits can be owned in too many ways to number them");
  rules.own.keep = true;
  EXPECT_EQ(database_kind(rules).why_not, "owned pits keep their seeds, which are not in the index of its boards");
  rules = find_game("adi").rules;
  rules.few_to = FewTo::first;
  EXPECT_EQ(database_kind(rules).why_not, "who began is not in the index of its boards");
}

}  // namespace
}  // namespace sow
