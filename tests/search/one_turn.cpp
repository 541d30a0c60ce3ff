// The best turn is compared with a plain search over whole positions.
#include "search/one_turn.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "rules/catalog.h"
#include "support/effort.h"
#include "support/random_position.h"

namespace sow {
namespace {

constexpr std::size_t bytes = 1 << 20;

// South's and North's seeds as the mover's margin: the stores, or the result if the game is over.
int margin(const Game& game, Player mover) {
  if (game.ending()) return game.ending()->margin(mover);
  const Position& p = game.position();
  return p.store_of(mover) - p.store_of(other(mover));
}

int best_margin(const Game& game, Player mover) {
  if (game.ending() || game.position().mover != mover) return margin(game, mover);
  int best = -max_seeds;
  for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1) {
    Game after = game;
    EXPECT_EQ(after.play(std::countr_zero(rest)), Legality::ok);
    best = std::max(best, best_margin(after, mover));
  }
  return best;
}

TEST(OneTurn, GainsTheMostSeeds) {
  for (const auto* name : {"kalah:pits=4,seeds=3", "sungka:pits=3,seeds=3", "dakon:pits=3,seeds=3", "owari:pits=3"}) {
    const GameDef def = find_game(name);
    tests::Choices choose(5);
    for (int round = 0; round < (tests::thorough ? 60 : 20); ++round) {
      const Game game(def, tests::random_position(def.rules, 14, choose));
      if (game.ending()) continue;
      const Player mover = game.position().mover;
      const OneTurn turn = best_turn(game, {}, bytes);
      ASSERT_TRUE(turn.complete);
      EXPECT_EQ(margin(game, mover) + turn.gain, best_margin(game, mover)) << name << " " << game.position().total();
      Game played = game;
      for (const Move move : turn.moves) {
        ASSERT_EQ(played.position().mover, mover);
        ASSERT_EQ(played.play(move), Legality::ok);
      }
      EXPECT_EQ(margin(played, mover), margin(game, mover) + turn.gain);
      EXPECT_TRUE(played.ending() || played.position().mover != mover);
    }
  }
}

TEST(OneTurn, StopsAtItsLimits) {
  const Game game(find_game("dakon"));
  Limits limits;
  limits.nodes = 10'000;
  const OneTurn turn = best_turn(game, limits, bytes);
  EXPECT_FALSE(turn.complete);
  EXPECT_FALSE(turn.moves.empty());
  EXPECT_LT(turn.nodes, 20'000u);
}

}  // namespace
}  // namespace sow
