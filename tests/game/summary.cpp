#include "game/summary.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"

namespace sow {
namespace {

Game game_at(const std::string& game, const std::string& position) {
  const GameDef def = find_game(game);
  return Game(def, parse_position(position, def.rules));
}

TEST(Summary, CountsCaptures) {
  const Game game = game_at("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S");
  const MoveSummary sum = summarize(game.rules(), game.position(), 1);
  EXPECT_EQ(sum.mover, Player::south);
  EXPECT_EQ(sum.from, pit(0, 1));
  EXPECT_FALSE(sum.forward);
  EXPECT_EQ(sum.sown, 3);
  EXPECT_EQ(sum.laps, 1);
  EXPECT_EQ(sum.last, pit(0, 4));
  ASSERT_EQ(sum.captured.size(), 1u);
  EXPECT_EQ(sum.captured[0].hole, pit(1, 1));
  EXPECT_EQ(sum.captured[0].seeds, 3);
  EXPECT_FALSE(sum.moves_again() || sum.passed());
}

TEST(Summary, NoticesExtraTurnsAndPasses) {
  const Game start(find_game("kalah"));
  EXPECT_TRUE(summarize(start.rules(), start.position(), 2).moves_again());
  GameDef def = find_game("kalah");
  def.rules.when = {.stuck = true};
  def.rules.stuck = Stuck::pass;
  const Position opponent_stuck = parse_position("0-0-0-1-0-1-0-0-0-0-0-0-20-20-S", def.rules);
  EXPECT_EQ(summarize(def.rules, opponent_stuck, 3).passed(), Player::north);
  const Position mover_stuck = parse_position("0-0-0-0-0-1-1-0-0-0-0-0-20-20-S", def.rules);
  EXPECT_EQ(summarize(def.rules, mover_stuck, 5).passed(), Player::south);
  EXPECT_FALSE(summarize(def.rules, mover_stuck, 5).moves_again());
}

TEST(Summary, NamesThePlayerAnEndingIsAbout) {
  EXPECT_EQ(summarize_ending(game_at("owari", "0-0-0-0-0-0-4-0-0-0-0-0-20-12-N")).player, Player::south);
  EXPECT_EQ(summarize_ending(game_at("oware", "1-0-0-0-0-0-1-0-0-0-0-0-21-25-N")).player, Player::north);
  EXPECT_EQ(summarize_ending(game_at("oware", "0-0-0-0-0-0-0-0-0-0-0-0-24-24-S")).player, std::nullopt);
  for (const EndReason reason : {EndReason::resigned, EndReason::time, EndReason::illegal_move, EndReason::crash}) {
    Game game(find_game("owari"));
    game.forfeit(Player::north, reason);
    EXPECT_EQ(summarize_ending(game).player, Player::north);
    EXPECT_EQ(game.ending(), (Ending{reason, {36, 0}}));
    EXPECT_TRUE(game.undo());
    EXPECT_FALSE(game.ending());
  }
}

TEST(Summary, AnAgreedGameIsADraw) {
  Game game(find_game("owari"));
  game.agree_to_draw();
  EXPECT_EQ(game.ending(), (Ending{EndReason::agreement, {18, 18}}));
  EXPECT_EQ(game.ending()->winner(), std::nullopt);
}

TEST(Summary, ReportsADecisionOnce) {
  EXPECT_FALSE(decided_by_last_move(game_at("owari", "0-0-0-0-0-1-0-0-3-0-0-0-18-14-S")));
  Game game = game_at("owari", "1-0-0-0-0-1-0-0-3-0-0-0-18-13-S");
  game.play(5);
  EXPECT_EQ(decided_by_last_move(game), Player::south);
  game.play(2);
  EXPECT_EQ(decided_by_last_move(game), std::nullopt);
}

TEST(EndReason, WordsAndTerminationsAreReadBack) {
  for (int i = 0; i <= static_cast<int>(EndReason::agreement); ++i) {
    const auto reason = static_cast<EndReason>(i);
    EXPECT_EQ(parse_reason(reason_word(reason)), reason);
    const auto read = parse_termination(termination_word(reason));
    EXPECT_EQ(read, ended_by_players(reason) && reason != EndReason::resigned ? std::optional(reason) : std::nullopt);
  }
  EXPECT_FALSE(parse_reason("?") || parse_termination("normal") || parse_termination("adjudication"));
}

}  // namespace
}  // namespace sow
