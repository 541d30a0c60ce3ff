#include "study/coach.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "board/notation.h"
#include "engine/engine.h"
#include "rules/catalog.h"

namespace sow {
namespace {

Game position_of(const std::string& name, const std::string& position) {
  const GameDef def = find_game(name);
  return Game(def, parse_position(position, def.rules));
}

Advice advice_on(const Game& game, const std::string& text) {
  static const std::atomic<bool> never = false;
  Engine engine;
  const auto all = engine.coach(game, never);
  const Move move = parse_move(text, game.rules(), game.position().mover);
  return *std::ranges::find(all, move, &Advice::move);
}

TEST(Coach, CountsSeedsThatAreOnTheBoard) {
  // b has two seeds; D makes them three and captures them.
  const Game game = position_of("oware", "0-0-0-4-0-1-0-2-0-0-0-1-20-20-S");
  const Capture capture = capture_by(game.rules(), game.position(), 3);
  EXPECT_EQ(capture.seeds, 2);
  EXPECT_EQ(capture.pit, pit(1, 1));
  EXPECT_EQ(capture_by(game.rules(), game.position(), 5).seeds, 0);
}

TEST(Coach, SeesSeedsLeftOpen) {
  const Advice left = advice_on(position_of("oware", "0-2-0-0-0-1-0-0-0-4-1-0-20-20-S"), "F");
  EXPECT_TRUE(left.mark);
  EXPECT_EQ(left.flaw, Flaw::open);
  ASSERT_TRUE(left.allows);
  EXPECT_EQ(left.allows->pit, pit(1, 1));
  EXPECT_EQ(left.allows->seeds, 2);
  EXPECT_EQ(left.proven_loss, left.loss);
}

TEST(Coach, SeesMissedCapturesAndExtraTurns) {
  const Advice missed = advice_on(position_of("kalah", "1-0-0-2-0-0-0-0-0-0-9-1-10-10-S"), "D");
  EXPECT_EQ(missed.flaw, Flaw::capture);
  EXPECT_GE(missed.missed, 9);
  EXPECT_EQ(advice_on(position_of("kalah", "0-0-0-0-1-1-3-3-0-0-0-0-20-20-S"), "E").flaw, Flaw::again);
}

// The best move never has a flaw, and every move with a mark has one.
TEST(Coach, AgreesWithItsMarks) {
  static const std::atomic<bool> never = false;
  Engine engine;
  for (const std::string name : {"owari", "kalah", "hus", "toguz-kumalak"}) {
    SCOPED_TRACE(name);
    const Game game(find_game(name));
    const auto all = engine.coach(game, never);
    EXPECT_EQ(all.size(), static_cast<std::size_t>(std::popcount(game.moves())));
    EXPECT_EQ(all.front().loss, 0);
    for (const Advice& one : all) {
      EXPECT_EQ(one.flaw.has_value(), one.mark.has_value());
      EXPECT_LE(one.proven_loss, one.loss);
    }
  }
}

}  // namespace
}  // namespace sow
