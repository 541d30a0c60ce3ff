// The terminal's words. Other tests compare the values of summary.h instead.
#include "game/explain.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "board/reference.h"
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

TEST(Explain, DescribesMoves) {
  EXPECT_EQ(after(Game(find_game("owari")), 'E'), "South sows 3 seeds from E4, ending in a7.");
  EXPECT_EQ(after(set_up("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S"), 'B'),
            "South sows 3 seeds from B1, ending in E4, and captures 3 from b8.");
  EXPECT_EQ(after(set_up("owari", "1-0-0-0-0-4-4-0-0-0-0-0-1-0-S"), 'A'), "South sows 1 seed from A0, ending in B1.");
  EXPECT_EQ(after(Game(find_game("kalah")), 'C'),
            "South sows 4 seeds from C2, ending in the store. South moves again.");
  EXPECT_EQ(after(set_up("oware", "0-0-0-0-0-3-1-1-1-0-0-4-10-10-S"), 'F'),
            "South sows 3 seeds from F5, ending in c9, and captures 2 from c9, 2 from b8, and 2 from a7.");
  EXPECT_EQ(after(set_up("oware", "1-0-0-0-0-2-1-1-0-0-0-0-10-10-S"), 'F'),
            "South sows 2 seeds from F5, ending in b8. The capture would take all of North's seeds, so nothing is "
            "captured.");
  EXPECT_EQ(after(Game(find_game("hus")), 'A'),
            "South sows 18 seeds from Ax1 in 5 laps, ending in Cx3. South captures 2 from fy3 and 2 from ky11 and sows "
            "them again.");
}

// Seeds collected along the way do not end a lap.
TEST(Explain, DescribesCollectedSeeds) {
  EXPECT_EQ(after(set_up("toguz-kumalak", "9-9-9-9-9-9-9-9-9-0s-9-9-9-9-9-9-9-9-5-4-S"), 'I'),
            "South sows 9 seeds from I8, ending in h17, captures 10 from h17, and collects 1 from a10.");
}

TEST(Explain, DescribesRefusals) {
  EXPECT_EQ(refusal(set_up("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S"), 4), "E4 is empty");
  EXPECT_EQ(refusal(set_up("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S"), 6), "there is no such pit");
  EXPECT_EQ(refusal(set_up("owari", "3-3-3-3-0-4-0-0-0-0-0-0-1-0-S"), 0), "the game is over");
  EXPECT_EQ(refusal(set_up("oware", "1-0-0-0-0-1-0-0-0-0-0-0-20-20-S"), 0), "A0 would leave North without seeds");
  EXPECT_EQ(
      refusal(set_up("hus/no-singles", "1-2-0-0-0-0-0-0-0-0-0-0-0-0-0-0-2-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-S"), 0),
      "Ax1 has a single seed: a single seed cannot be played");
}

TEST(Explain, DescribesEndings) {
  EXPECT_EQ(explain_ending(set_up("owari", "0-0-0-0-0-0-4-0-0-0-0-0-20-12-N")),
            "The game is over: South's side is empty. South wins 20 to 16.");
  EXPECT_EQ(explain_ending(set_up("oware", "1-0-0-0-0-0-1-0-0-0-0-0-21-25-N")),
            "The game is over: North has more than half of the seeds. North wins 25 to 21.");
  EXPECT_EQ(explain_ending(set_up("oware", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S")),
            "The game is over: each player has half of the seeds. It is a draw, 24 to 24.");
  EXPECT_EQ(explain_ending(set_up("oware", "1-0-0-0-0-0-0-0-0-0-0-0-24-23-S")),
            "The game is over: South has no legal move. South wins 25 to 23.");
}

TEST(Explain, DescribesGamesEndedByThePlayers) {
  const auto forfeited = [](EndReason reason) {
    Game game(find_game("owari"));
    game.forfeit(Player::south, reason);
    return explain_ending(game);
  };
  EXPECT_EQ(forfeited(EndReason::resigned), "The game is over: South resigned. North wins.");
  EXPECT_EQ(forfeited(EndReason::time), "The game is over: South ran out of time. North wins.");
  EXPECT_EQ(forfeited(EndReason::illegal_move), "The game is over: South made an illegal move. North wins.");
  EXPECT_EQ(forfeited(EndReason::crash), "The game is over: South crashed. North wins.");
  Game agreed(find_game("owari"));
  agreed.agree_to_draw();
  EXPECT_EQ(explain_ending(agreed), "The game is over: the players agreed to a draw.");
}

TEST(Explain, DescribesADecidedGame) {
  EXPECT_EQ(explain_decision(Player::south), "South has more than half of the seeds and is certain to win.");
}

TEST(Explain, SumsUpLongTurns) {
  GameDef def = find_game("hus");
  EXPECT_EQ(after(Game(def), 'C'),
            "South sows 38 seeds from Cx3 in 8 laps, ending in Ix16. South captures 12 from 6 pits and sows them "
            "again.");
  def.rules.laps = 3;
  EXPECT_EQ(
      after(Game(def), 'C'),
      "South sows 12 seeds from Cx3 in 3 laps, ending in Ox10. South captures 2 from dy5 and 2 from my13 and sows "
      "them again. The turn ends after 3 laps.");
}

TEST(Explain, DescribesPasses) {
  GameDef def = find_game("kalah");
  def.rules.when = {.stuck = true};
  def.rules.stuck = Stuck::pass;
  const auto words = [&](const char* position, Move move) {
    return explain_move(def.rules, parse_position(position, def.rules), move);
  };
  EXPECT_EQ(words("0-0-0-1-0-1-0-0-0-0-0-0-20-20-S", 3),
            "South sows 1 seed from D3, ending in E4. North cannot move and passes.");
  EXPECT_EQ(words("0-0-0-0-0-1-1-0-0-0-0-0-20-20-S", 5),
            "South sows 1 seed from F5, ending in the store. South cannot move and passes.");
}

TEST(Explain, DescribesReasons) {
  const Game game(find_game("owari"));
  const auto words = [&](const MoveReasons& why) { return explain(game.rules(), game.position(), why); };
  const Hole b = pit(0, 1), c = pit(0, 2), e = pit(0, 4);
  using enum MoveReasons::Reply;
  EXPECT_EQ(words({.from = e}), "E4 leaves North nothing to capture");
  EXPECT_EQ(words({.from = e, .captures = 5}), "E4 captures 5 and leaves North nothing to capture");
  EXPECT_EQ(words({.from = e,
                   .captures = 5,
                   .saves = SeedsAt{c, 4},
                   .reply = captures,
                   .reply_captures = 2,
                   .follow_up = SeedsAt{b, 3}}),
            "E4 captures 5, saves the 4 seeds in C2, and allows a capture of 2; next, B1 captures 3");
  EXPECT_EQ(words({.from = e, .reply = extra_turn}), "E4 earns an extra turn");
  EXPECT_EQ(words({.from = e, .captures = 1, .reply = ends_game}), "E4 captures 1 and ends the game");
}

TEST(Explain, DescribesExpectedResults) {
  const Position position = set_up("owari", "1-0-2-0-1-0-0-3-0-1-0-2-14-12-S").position();
  EXPECT_EQ(explain_margin(position, Margin::exactly(-2)), "a draw (proven)");
  EXPECT_EQ(explain_margin(position, Margin::exactly(-5)), "North wins by 3 (proven)");
  EXPECT_EQ(explain_margin(position, Margin::at_least(-2 * seed_value)), "South cannot lose (proven)");
  EXPECT_EQ(explain_margin(position, Margin::at_least(-3 * seed_value)), "South loses by at most 1 (proven)");
  EXPECT_EQ(explain_margin(position, Margin::at_most(-2 * seed_value)), "North cannot lose (proven)");
  EXPECT_EQ(explain_margin(position, Margin::at_most(0)), "North loses by at most 2 (proven)");
  EXPECT_EQ(explain_margin(position, Margin::at_most(-4 * seed_value)), "North wins by at least 2 (proven)");
  EXPECT_EQ(explain_margin(position, Margin::estimate(-204)), "about even");
  EXPECT_EQ(explain_margin(position, Margin::estimate(150)), "South leads by about 3.5");
}

}  // namespace
}  // namespace sow
