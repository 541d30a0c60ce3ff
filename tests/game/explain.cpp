// The words for what happened.
#include "game/explain.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"

namespace sow {
namespace {

Game set_up(const std::string& game, const std::string& position) {
  const GameDef def = find_game(game);
  return Game(def, parse_position(position, def.rules));
}

std::string after(Game game, char letter) {
  const Position before = game.position();
  return explain_move(game.rules(), before, play_move(game, std::string_view(&letter, 1)));
}

std::string refusal(const Game& game, Move move) {
  return explain(game.rules(), game.position(), move, ReferenceKernel(game.rules()).legality(game.position(), move));
}

TEST(Explain, Moves) {
  EXPECT_EQ(after(Game(find_game("owari")), 'E'), "South plays E4: 3 seeds, the last in a7.");
  EXPECT_EQ(after(set_up("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S"), 'B'),
            "South plays B1: 3 seeds, the last in E4; captures 3 from b8.");
  EXPECT_EQ(after(set_up("owari", "1-0-0-0-0-4-4-0-0-0-0-0-1-0-S"), 'A'), "South plays A0: 1 seed, falling in B1.");
  EXPECT_EQ(after(Game(find_game("kalah")), 'C'), "South plays C2: 4 seeds, the last in the store. South moves again.");
  EXPECT_EQ(after(set_up("oware", "0-0-0-0-0-3-1-1-1-0-0-4-10-10-S"), 'F'),
            "South plays F5: 3 seeds, the last in c9; captures 2 from c9 and 2 from b8 and 2 from a7.");
  EXPECT_EQ(after(set_up("oware", "1-0-0-0-0-2-1-1-0-0-0-0-10-10-S"), 'F'),
            "South plays F5: 2 seeds, the last in b8. A capture would take all of North's seeds, so it takes nothing.");
  EXPECT_EQ(after(Game(find_game("hus")), 'A'),
            "South plays Ax1: 18 seeds sown in 5 laps, the last in Cx3; takes 2 from fy3 and 2 from ky11, sown on.");
}

// Seeds that are collected in passing do not end a lap.
TEST(Explain, WhatOwnersCollect) {
  EXPECT_EQ(after(set_up("toguz-kumalak", "9-9-9-9-9-9-9-9-9-0s-9-9-9-9-9-9-9-9-5-4-S"), 'I'),
            "South plays I8: 9 seeds, the last in h17; captures 10 from h17; collects 1 from a10.");
}

TEST(Explain, Refusals) {
  EXPECT_EQ(refusal(set_up("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S"), 4), "E4 is empty");
  EXPECT_EQ(refusal(set_up("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S"), 6), "there is no such pit");
  EXPECT_EQ(refusal(set_up("owari", "3-3-3-3-0-4-0-0-0-0-0-0-1-0-S"), 0), "the game is over");
  EXPECT_EQ(refusal(set_up("oware", "1-0-0-0-0-1-0-0-0-0-0-0-20-20-S"), 0), "A0 would leave North without a seed");
}

TEST(Explain, Endings) {
  EXPECT_EQ(explain_ending(set_up("owari", "0-0-0-0-0-0-4-0-0-0-0-0-20-12-N")),
            "The game is over: South's pits are empty. South wins 20 to 16.");
  EXPECT_EQ(explain_ending(set_up("oware", "1-0-0-0-0-0-1-0-0-0-0-0-21-25-N")),
            "The game is over: North has more than half of the seeds. North wins 25 to 21.");
  EXPECT_EQ(explain_ending(set_up("oware", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S")),
            "The game is over: each player has half of the seeds. A draw, 24 to 24.");
  EXPECT_EQ(explain_ending(set_up("oware", "1-0-0-0-0-0-0-0-0-0-0-0-24-23-S")),
            "The game is over: South cannot move. South wins 25 to 23.");
  Game resigned(find_game("owari"));
  resigned.resign(Player::south);
  EXPECT_EQ(explain_ending(resigned), "The game is over: South resigns. North wins 36 to 0.");
}

TEST(Explain, ADecidedGameGoesOn) {
  Game game = set_up("owari", "0-0-0-0-0-1-0-0-3-0-0-0-18-14-S");
  EXPECT_EQ(explain_decision(game), "");
  game = set_up("owari", "1-0-0-0-0-1-0-0-3-0-0-0-18-13-S");
  game.play(5);
  EXPECT_EQ(explain_decision(game), "South has more than half of the seeds and has won, whatever follows.");
  game.play(2);
  EXPECT_EQ(explain_decision(game), "") << "said once";
}

TEST(Explain, LongTurnsAreSummedUp) {
  GameDef def = find_game("hus");
  EXPECT_EQ(after(Game(def), 'C'),
            "South plays Cx3: 38 seeds sown in 8 laps, the last in Ix16; takes 12 from 6 pits, sown on.");
  def.rules.laps = 3;
  EXPECT_EQ(
      after(Game(def), 'C'),
      "South plays Cx3: 12 seeds sown in 3 laps, the last in Ox10; takes 2 from dy5 and 2 from my13, sown on. The turn "
      "ends after 3 laps.");
}

TEST(Explain, Passing) {
  GameDef def = find_game("kalah");
  def.rules.when = {.stuck = true};
  def.rules.stuck = Stuck::pass;
  Game game(def, parse_position("0-0-0-1-0-1-0-0-0-0-0-0-20-20-S", def.rules));
  game.play(3);
  EXPECT_EQ(explain_move(def.rules, game.start(), game.plies().back().move),
            "South plays D3: 1 seed, falling in E4. North cannot move and passes.");
  game = Game(def, parse_position("0-0-0-0-0-1-1-0-0-0-0-0-20-20-S", def.rules));
  game.play(5);
  EXPECT_EQ(explain_move(def.rules, game.start(), game.plies().back().move),
            "South plays F5: 1 seed, falling in the store. South cannot move and passes.");
}

}  // namespace
}  // namespace sow
