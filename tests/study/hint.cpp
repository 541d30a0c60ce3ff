#include "study/hint.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"

namespace sow {
namespace {

Game game_of(const std::string& name, const std::string& position = "") {
  const GameDef def = find_game(name);
  return Game(def, position.empty() ? start_position(def.rules) : parse_position(position, def.rules));
}

// A line of moves written as letters.
std::vector<Move> line_of(Game game, const std::string& letters) {
  std::vector<Move> moves;
  for (const char letter : letters) moves.push_back(play_move(game, std::string(1, letter)));
  return moves;
}

std::string reasons_for(const std::string& name, const std::string& position, const std::string& letters) {
  const Game game = game_of(name, position);
  return reasons(game, line_of(game, letters));
}

std::string hint_for(const std::string& name, const std::string& position, const std::string& letters, Margin margin) {
  const Game game = game_of(name, position);
  const std::vector<Move> pv = line_of(game, letters);
  return hint(game, {.move = pv.front(), .margin = margin, .searched = true, .pv = pv});
}

TEST(Hint, SaysWhatSpeaksForTheMove) {
  EXPECT_EQ(hint_for("owari", "", "E", Margin::exactly(2)), "E4: leaves nothing to take. South wins by 2, proven");
  EXPECT_EQ(hint_for("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S", "B", Margin::estimate(150)),
            "B1: takes 3; leaves nothing to take. South leads by about 2.5");
  EXPECT_EQ(hint_for("owari", "4-4-3-3-0-4-4-3-3-3-3-0-1-1-S", "B", Margin::at_most(-seed_value)),
            "B1: the best reply takes 4. North wins by at least 1, proven");
  EXPECT_EQ(hint_for("kalah", "", "C", Margin::at_least(seed_value)),
            "C2: moves again. South wins by at least 1, proven");
  EXPECT_EQ(hint_for("owari", "0-0-0-0-0-1-0-0-0-0-0-2-20-13-S", "F", Margin::exactly(-7)),
            "F5: ends the game. A draw, proven");
}

TEST(Hint, ReadsReasonsOffTheLine) {
  EXPECT_EQ(reasons_for("kalah", "", "CF"), "moves again");  // F takes nothing
  EXPECT_EQ(reasons_for("owari", "", "EaB"), "leaves nothing to take; then B1 takes 4");
  // North's c would take from B, which has moved away.
  EXPECT_EQ(reasons_for("oware", "0-2-0-0-0-0-0-0-0-4-0-0-20-22-S", "B"), "saves the 2 in B1; leaves nothing to take");
}

TEST(Hint, CountsHowTheGameEnds) {
  const Position position = game_of("owari", "1-0-2-0-1-0-0-3-0-1-0-2-14-12-S").position();
  EXPECT_EQ(verdict(position, Margin::exactly(-2)), "a draw, proven");
  EXPECT_EQ(verdict(position, Margin::exactly(-5)), "North wins by 3, proven");
  EXPECT_EQ(verdict(position, Margin::at_least(-2 * seed_value)), "South does not lose, proven");
  EXPECT_EQ(verdict(position, Margin::at_least(-3 * seed_value)), "South loses by at most 1, proven");
  EXPECT_EQ(verdict(position, Margin::at_most(-2 * seed_value)), "North does not lose, proven");
  EXPECT_EQ(verdict(position, Margin::at_most(0)), "North loses by at most 2, proven");
  EXPECT_EQ(verdict(position, Margin::estimate(-204)), "about even");
}

TEST(Threat, IsTheBestMoveThatTakesSomething) {
  const auto all_moves = [](const Game& game) {
    Analysis analysis;
    for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1)
      analysis.lines.push_back({.move = std::countr_zero(rest), .margin = {}, .searched = true, .pv = {}});
    return analysis;
  };
  const Game quiet = game_of("owari"), sharp = game_of("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S");
  EXPECT_EQ(threat(quiet, all_moves(quiet)), nullptr);
  const Analysis analysis = all_moves(sharp);
  ASSERT_NE(threat(sharp, analysis), nullptr);
  EXPECT_EQ(threat(sharp, analysis)->move, 1);
}

}  // namespace
}  // namespace sow
