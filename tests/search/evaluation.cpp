// The linear evaluation.
#include "search/evaluation.h"

#include <gtest/gtest.h>

#include "board/kernel.h"
#include "rules/catalog.h"

namespace sow {
namespace {

TEST(Evaluation, SeedsInOwnedPitsCountForTheirOwner) {
  for (const auto* name : {"gabata", "weg"}) {
    SCOPED_TRACE(name);
    const GameDef game = find_game(name);
    const Position start = start_position(game.rules);
    const auto kernel = make_kernel(game.rules, start.total());
    const Evaluation evaluation(game.rules, weights_for(game));
    const auto value = [&](int owner, Hole hole) {
      Position p = start;
      p.owned[owner] |= bit_of(hole);
      return with_width(*kernel, [&](const auto& k) { return evaluation(k.pack(p), p.total()); });
    };
    for (const Hole hole : {pit(0, 1), pit(1, 2)}) {
      const int seeds = start.pits[hole.side][hole.pit];
      EXPECT_EQ(value(0, hole) - value(1, hole), 2 * seed_value * seeds);
    }
  }
}

}  // namespace
}  // namespace sow
