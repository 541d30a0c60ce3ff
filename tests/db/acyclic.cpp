// Tables of small endings against plain minimax on the reference kernel.
#include "db/acyclic.h"

#include <gtest/gtest.h>

#include "board/fast.h"
#include "board/shapes/owari.h"
#include "rules/catalog.h"
#include "support/true_margins.h"

namespace sow {
namespace {

const std::atomic<bool> go_on{false};

template <class Kernel>
void compare_all(const Kernel& kernel, int most, int threads) {
  Margins margins(kernel.pits_per_player(), most);
  AcyclicBuilder<Kernel> builder(kernel, margins);
  for (int n = 0; n <= most; ++n) builder.build_level(threads, go_on);
  ASSERT_EQ(margins.levels(), most);
  tests::TrueMargins truth(kernel.rules());
  for (int n = 0; n <= most; ++n)
    for (std::uint64_t i = 0; i < margins.index().size(n); ++i) {
      const auto [own, opp] = margins.index().board(n, i);
      Position p;
      p.pits = {own, opp};
      ASSERT_EQ(margins(kernel.pack(p)), truth(p)) << kernel.rules().pits << " pits, " << n << " seeds, number " << i;
    }
}

TEST(Acyclic, EveryBoardOfOwariWithUpToSixSeeds) {
  const Ruleset rules = find_game("owari").rules;
  compare_all(FastKernel<game_shape, 8>(rules, 6), 6, 2);
}

TEST(Acyclic, OtherGamesAndSizesOnTheReferenceKernel) {
  for (const auto* game : {"kalah:pits=3,seeds=2", "kalah/empty-capture:pits=3,seeds=2", "kalah:pits=1,seeds=4",
                           "sungka:pits=3,seeds=3", "owari:pits=4,seeds=2"}) {
    SCOPED_TRACE(game);
    compare_all(ReferenceKernel(find_game(game).rules), 6, 1);
  }
}

}  // namespace
}  // namespace sow
