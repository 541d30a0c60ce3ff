#include "search/shallow_search.h"

#include <gtest/gtest.h>

#include "game/game.h"
#include "rules/catalog.h"
#include "support/never.h"
#include "support/random_position.h"
#include "support/true_margins.h"

namespace sow {
namespace {

int shallow_value(const Game& game, int depth) {
  const Evaluation evaluation(game.rules(), weights_for(game.def()));
  return with_width(game.kernel(), [&]<int W>(const Kernel<W>& kernel) {
    const Board<W> board = kernel.pack(game.position());
    return ShallowSearch<W>(kernel, evaluation, never)(board, kernel.legal(board), kernel.seeds(board), depth);
  });
}

TEST(ShallowSearch, IsExactIfItReachesTheEndOfTheGame) {
  for (const auto* name : {"kalah:pits=3,seeds=2", "owari:pits=3,seeds=2"}) {
    const GameDef def = find_game(name);
    tests::TrueMargins truth(def.rules);
    tests::Choices choose(5);
    for (int round = 0; round < 100; ++round) {
      const Game game(def, tests::random_position(def.rules, 7, choose));
      if (!game.ending()) EXPECT_EQ(shallow_value(game, 60), seed_value * truth(game.position()));
    }
  }
}

TEST(ShallowSearch, ReturnsTheStaticEvaluationAtDepthZero) {
  const Game game(find_game("kalah"));
  const Evaluation evaluation(game.rules(), weights_for(game.def()));
  EXPECT_EQ(shallow_value(game, 0), evaluation(pack<8>(game.position(), 6), 48));
}

}  // namespace
}  // namespace sow
