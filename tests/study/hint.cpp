#include "study/hint.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"

namespace sow {
namespace {

using Reply = MoveReasons::Reply;

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

MoveReasons reasons_for(const std::string& name, const std::string& position, const std::string& letters) {
  const Game game = game_of(name, position);
  return reasons(game, line_of(game, letters));
}

TEST(Hint, FindsCapturesAndReplies) {
  const MoveReasons quiet = reasons_for("owari", "", "E");
  EXPECT_EQ(quiet.from, pit(0, 4));
  EXPECT_EQ(quiet.captures, 0);
  EXPECT_EQ(quiet.reply, Reply::captures_nothing);
  const MoveReasons capture = reasons_for("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S", "B");
  EXPECT_EQ(capture.captures, 3);
  EXPECT_EQ(capture.reply, Reply::captures_nothing);
  const MoveReasons risky = reasons_for("owari", "4-4-3-3-0-4-4-3-3-3-3-0-1-1-S", "B");
  EXPECT_EQ(risky.captures, 0);
  EXPECT_EQ(risky.reply, Reply::captures);
  EXPECT_EQ(risky.reply_captures, 4);
  EXPECT_EQ(reasons_for("kalah", "", "C").reply, Reply::extra_turn);
  EXPECT_EQ(reasons_for("owari", "0-0-0-0-0-1-0-0-0-0-0-2-20-13-S", "F").reply, Reply::ends_game);
}

TEST(Hint, FindsFollowUpsInTheLine) {
  EXPECT_FALSE(reasons_for("kalah", "", "CF").follow_up);  // F captures nothing
  const MoveReasons why = reasons_for("owari", "", "EaB");
  ASSERT_TRUE(why.follow_up);
  EXPECT_EQ(why.follow_up->hole, pit(0, 1));
  EXPECT_EQ(why.follow_up->seeds, 4);
}

TEST(Hint, FindsThePitThatIsSaved) {
  // North could capture from B, which moves away.
  const MoveReasons why = reasons_for("oware", "0-2-0-0-0-0-0-0-0-4-0-0-20-22-S", "B");
  ASSERT_TRUE(why.saves);
  EXPECT_EQ(why.saves->hole, pit(0, 1));
  EXPECT_EQ(why.saves->seeds, 2);
  EXPECT_EQ(why.reply, Reply::captures_nothing);
}

TEST(Hint, NamesMoveReasonAndResult) {
  const Game game = game_of("owari");
  const std::vector<Move> pv = line_of(game, "E");
  EXPECT_EQ(explain_hint(game, {.move = pv.front(), .margin = Margin::exactly(2), .searched = true, .pv = pv}),
            "E4 leaves North nothing to capture. South wins by 2 (proven).");
}

TEST(Threat, IsTheBestMoveThatCaptures) {
  const auto all_moves = [](const Game& game) {
    Analysis analysis;
    for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1)
      analysis.lines.push_back({.move = std::countr_zero(rest), .margin = {}, .searched = true, .pv = {}});
    return analysis;
  };
  const Game quiet = game_of("owari"), sharp = game_of("owari", "3-3-3-3-0-4-4-3-3-3-3-3-1-0-S");
  EXPECT_EQ(find_threat(quiet, all_moves(quiet)), nullptr);
  const Analysis analysis = all_moves(sharp);
  ASSERT_NE(find_threat(sharp, analysis), nullptr);
  EXPECT_EQ(find_threat(sharp, analysis)->move, 1);
}

}  // namespace
}  // namespace sow
