// Ranks and numbers of boards: inverse to each other, without holes.
#include "db/index.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "board/lanes.h"
#include "support/choices.h"

namespace sow {
namespace {

std::uint64_t choose(int n, int k) {
  std::uint64_t c = 1;
  for (int i = 1; i <= k; ++i) c = c * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return c;
}

TEST(Index, NumbersOfAllSmallBoardsAreInverse) {
  for (int pits = 1; pits <= 8; ++pits) {
    const int most = pits <= 3 ? 9 : pits <= 6 ? 5 : 4;
    const Index index(pits, most);
    Index::Wide key = 0;
    for (int n = 0; n <= most; ++n) {
      ASSERT_EQ(index.size(n), choose(n + 2 * pits - 1, 2 * pits - 1));
      for (std::uint64_t i = 0; i < index.size(n); ++i) {
        const auto [own, opp] = index.board(n, i);
        const auto own_rank = index.rank(own), opp_rank = index.rank(opp);
        ASSERT_EQ(own_rank.seeds + opp_rank.seeds, n);
        ASSERT_EQ(index.number(own_rank, opp_rank), i) << pits << " pits, " << n << " seeds";
        ASSERT_TRUE(index.key(own_rank, opp_rank) == key++);
      }
    }
  }
}

template <int N>
Lanes<N> lanes_of(const Pits& pits) {
  Lanes<N> lanes{};
  for (int i = 0; i < N; ++i) lanes.add(i, pits[i]);
  return lanes;
}

RC_GTEST_PROP(Index, RanksOfLanesAndPitsAgreeAndInvert, (const std::vector<std::uint8_t>& bytes)) {
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

RC_GTEST_PROP(Index, AForwardSeedLowersTheRank, (const std::vector<std::uint8_t>& bytes)) {
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

TEST(Index, SaysWhatDoesNotFit) {
  EXPECT_TRUE(Index(6, 48).fits(41));
  EXPECT_FALSE(Index(6, 48).fits(40));
  EXPECT_TRUE(Index(16, 64).fits(96));
  EXPECT_FALSE(Index(15, 255).fits(96));
}

}  // namespace
}  // namespace sow
