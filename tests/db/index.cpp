// Board numbers: a bijection without gaps.
#include "db/index.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "board/lanes.h"
#include "board/random_move.h"
#include "game/game.h"
#include "rules/catalog.h"
#include "support/choices.h"

namespace sow {
namespace {

std::uint64_t choose(int n, int k) {
  std::uint64_t c = 1;
  for (int i = 1; i <= k; ++i) c = c * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return c;
}

TEST(Index, NumbersOfSmallBoardsRoundTrip) {
  for (int pits = 1; pits <= 8; ++pits) {
    const int max_seeds = pits <= 3 ? 9 : pits <= 6 ? 5 : 4;
    const Index index(pits, max_seeds);
    Index::Wide key = 0;
    for (int n = 0; n <= max_seeds; ++n) {
      ASSERT_EQ(index.size(n), choose(n + 2 * pits - 1, 2 * pits - 1));
      for (std::uint64_t i = 0; i < index.size(n); ++i) {
        const Position p = index.position(n, i);
        const Board<16> board = pack<16>(p, pits);
        ASSERT_EQ(p.seeds_in_pits(), n);
        ASSERT_EQ(index.address(p).number, i) << pits << " pits, " << n << " seeds";
        ASSERT_EQ(index.number(board), i);
        ASSERT_TRUE(index.key(board) == key++);
      }
    }
  }
}

// In toguz kumalak, a player owns none or one of eight pits, but not the same pit number as the opponent. In toguz
// xorgol, the two owned pits must not face each other; the first pit faces the last, which cannot be owned.
TEST(Index, NumbersOwnersOfPits) {
  for (const auto& [game, count] : {std::pair{"toguz-kumalak", 9u * 9 - 8},
                                    {"toguz-xorgol", 9 * 9 - 7},
                                    {"toguz-kumalak:pits=20,seeds=3", 20 * 20 - 19},
                                    {"krur", 256}}) {
    SCOPED_TRACE(game);
    const Ruleset rules = find_game(game).rules;
    const Index index(rules, 2);
    ASSERT_TRUE(index.states().listed());
    EXPECT_EQ(index.states().count(), count);
    EXPECT_EQ(index.size(1), count * 2 * static_cast<unsigned>(rules.pits_per_player()));
    EXPECT_EQ(index.position(2, 0).owned, (std::array<PitSet, 2>{}));
    for (int n = 0; n <= (rules.pits > 9 ? 1 : 2); ++n)
      for (std::uint64_t i = 0; i < index.size(n); ++i) {
        const Position p = index.position(n, i);
        ASSERT_EQ(index.address(p).number, i);
        if (board_width(rules) == 16) ASSERT_EQ(index.number(pack<16>(p, rules.pits_per_player())), i);
      }
  }
  EXPECT_FALSE(States(find_game("leyla-gobale").rules).listed());  // any of sixteen pits
  EXPECT_FALSE(States(find_game("andot").rules).listed());         // marks
}

// Every combination of owners that occurs in play has a number.
TEST(Index, NumbersAllOwnersThatOccurInPlay) {
  for (const char* name : {"toguz-kumalak", "toguz-kumalak:pits=4", "toguz-xorgol:pits=5", "krur"}) {
    const GameDef def = find_game(name);
    const States states(def.rules);
    Random random(1);
    std::set<std::array<PitSet, 2>> met;
    for (int round = 0; round < 20; ++round)
      for (Game game(def); !game.ending() && game.plies().size() < 100; game.play(pick(game.moves(), random))) {
        ASSERT_EQ(states.owned(states.number(game.position())), game.position().owned) << name;
        met.insert(game.position().owned);
      }
    EXPECT_GT(met.size(), 5u) << name;
  }
}

template <int N>
Lanes<N> lanes_of(const Pits& pits) {
  Lanes<N> lanes{};
  for (int i = 0; i < N; ++i) lanes.add(i, pits[i]);
  return lanes;
}

RC_GTEST_PROP(Index, RanksOfLanesAndPitsAgreeAndRoundTrip, (const std::vector<std::uint8_t>& bytes)) {
  tests::Choices choices(bytes);
  const int pits = 1 + static_cast<int>(choices.below(15));
  const int seeds = static_cast<int>(choices.below(pits <= 8 ? 200 : 60));
  const Index index(pits, seeds);
  RC_PRE(index.fits(128));
  Pits side{};
  for (int i = 0; i < seeds; ++i) ++side[choices.below(static_cast<unsigned>(pits))];
  const auto rank = index.rank(side);
  RC_ASSERT(rank.seeds == seeds);
  RC_ASSERT(rank.rank < index.sides(seeds));
  RC_ASSERT(index.unrank(rank.rank, seeds) == side);
  RC_ASSERT(index.rank(lanes_of<16>(side)).rank == rank.rank);
  if (pits <= 7) RC_ASSERT(index.rank(lanes_of<8>(side)).rank == rank.rank);
}

RC_GTEST_PROP(Index, MovingSeedForwardLowersRank, (const std::vector<std::uint8_t>& bytes)) {
  tests::Choices choices(bytes);
  const int pits = 2 + static_cast<int>(choices.below(7)), seeds = 1 + static_cast<int>(choices.below(40));
  const Index index(pits, seeds);
  Pits side{};
  for (int i = 0; i < seeds; ++i) ++side[choices.below(static_cast<unsigned>(pits))];
  const auto from = choices.below(static_cast<unsigned>(pits) - 1);
  RC_PRE(side[from] > 0);
  Pits after = side;
  --after[from];
  ++after[from + 1 + choices.below(static_cast<unsigned>(pits) - 1 - from)];
  RC_ASSERT(index.rank(after).rank < index.rank(side).rank);
}

TEST(Index, DetectsOverflow) {
  EXPECT_TRUE(Index(6, 48).fits(41));
  EXPECT_FALSE(Index(6, 48).fits(40));
  EXPECT_TRUE(Index(16, 64).fits(96));
  EXPECT_FALSE(Index(15, 255).fits(96));
}

}  // namespace
}  // namespace sow
