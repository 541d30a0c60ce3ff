#include "search/glance.h"

#include <gtest/gtest.h>

#include "board/reference.h"
#include "game/game.h"
#include "rules/catalog.h"
#include "support/random_position.h"
#include "support/true_margins.h"

namespace sow {
namespace {

// A look that reaches the end of the game sees the margin.
TEST(Glance, ThatReachesTheEndIsExact) {
  for (const auto* name : {"kalah:pits=3,seeds=2", "owari:pits=3,seeds=2"}) {
    const GameDef game = find_game(name);
    const ReferenceKernel kernel(game.rules);
    const Evaluation evaluation(game.rules, weights_for(game));
    const Glance<ReferenceKernel> glance(kernel, evaluation);
    tests::TrueMargins truth(game.rules);
    tests::Choices choose(5);
    for (int round = 0; round < 100; ++round) {
      Position p = tests::random_position(game.rules, 7, choose);
      kernel.bank(p);
      if (Game(game, p).ending()) continue;
      EXPECT_EQ(glance(p, kernel.seeds_in_pits(p), 60), seed_value * truth(p));
    }
  }
}

TEST(Glance, OfNoPliesIsTheEstimate) {
  const GameDef game = find_game("kalah");
  const ReferenceKernel kernel(game.rules);
  const Evaluation evaluation(game.rules, weights_for(game));
  const Position start = Game(game).position();
  EXPECT_EQ(Glance<ReferenceKernel>(kernel, evaluation)(start, 48, 0), evaluation(start, 48));
}

}  // namespace
}  // namespace sow
