// Reports on games whose values are known, or that follow from the search alone: nodes are the limit, not time.
#include "study/report.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"

namespace sow {
namespace {

struct Told {
  std::vector<PlyReport> plies;
  std::optional<GameReport> report;
};

Told report_on(const Game& game, const std::atomic<bool>* stop = nullptr) {
  Engine engine({.threads = 1, .hash_bytes = std::size_t{1} << 20});
  Limits limits;
  limits.nodes = 20'000;
  limits.stop = stop;
  Told told;
  told.report = report(game, engine, limits, [&](const Game& before, const PlyReport& ply) {
    EXPECT_EQ(before.position(), game.plies()[told.plies.size()].before);
    told.plies.push_back(ply);
  });
  return told;
}

Game played(const std::string& name, const std::string& position, const std::string& moves) {
  const GameDef def = find_game(name);
  Game game(def, position.empty() ? start_position(def.rules) : parse_position(position, def.rules));
  play_moves(game, moves);
  return game;
}

// E wins four seeds from here, C two, and A loses four.
constexpr const char* choice = "1-0-2-0-1-0-0-3-0-1-0-2-13-13-S";

TEST(Report, ComparesAMoveWithTheBest) {
  struct Case {
    std::string move;
    double loss;
    std::optional<Mark> mark;
  };
  for (const auto& [move, loss, mark] : {Case{"E", 0, {}}, Case{"C", 2, Mark::mistake}, Case{"A", 8, Mark::blunder}}) {
    SCOPED_TRACE(move);
    const Game game = played("owari", choice, move);
    const Told told = report_on(game);
    ASSERT_EQ(told.plies.size(), 1u);
    const PlyReport& ply = told.plies[0];
    EXPECT_EQ(ply.move, game.plies()[0].move);
    EXPECT_EQ(ply.best, 4);
    EXPECT_EQ(ply.pv.at(0), 4);
    EXPECT_EQ(ply.score, Margin::exactly(4));
    EXPECT_EQ(ply.loss, loss);
    EXPECT_EQ(ply.mark, mark);
    EXPECT_FALSE(ply.forced);
    EXPECT_EQ(ply.outlook.margin, 4);
    EXPECT_TRUE(ply.outlook.proven);
    ASSERT_TRUE(told.report);
    EXPECT_EQ(told.report->end.margin, 4 - loss);
    EXPECT_TRUE(told.report->end.proven);
    const PlayerReport& south = told.report->players[0];
    EXPECT_EQ(south.moves, 1);
    EXPECT_EQ(south.loss, loss);
    EXPECT_EQ(south.accuracy(), Grader(36).accuracy(loss));
    EXPECT_EQ(told.report->players[1].accuracy(), std::nullopt);
  }
}

TEST(Report, TheOutlookIsSouthsAlsoWhenNorthMoves) {
  const Told told = report_on(played("owari", "0-3-0-1-0-2-1-0-2-0-1-0-13-13-N", "e"));
  ASSERT_EQ(told.plies.size(), 1u);
  EXPECT_EQ(told.plies[0].score.value, 4 * seed_value);
  EXPECT_EQ(told.plies[0].outlook.margin, -4);
}

TEST(Report, AddsUpWhatItTells) {
  const Game game = played("kalah", "", "CFbcAfBa");
  const Told told = report_on(game);
  ASSERT_EQ(told.plies.size(), game.plies().size());
  ASSERT_TRUE(told.report);
  for (const Player player : {Player::south, Player::north}) {
    int moves = 0, marked = 0;
    double loss = 0;
    for (std::size_t i = 0; i < told.plies.size(); ++i) {
      if (game.plies()[i].before.mover != player) continue;
      EXPECT_GE(told.plies[i].loss, 0);
      ++moves;
      loss += told.plies[i].loss;
      marked += told.plies[i].mark ? 1 : 0;
    }
    const PlayerReport& tally = told.report->players[index(player)];
    EXPECT_EQ(tally.moves, moves);
    EXPECT_DOUBLE_EQ(tally.loss, loss);
    EXPECT_EQ(tally.marked[0] + tally.marked[1] + tally.marked[2], marked);
  }
}

TEST(Report, ForcedMovesAreNoChoices) {
  const Told told = report_on(played("owari", "0-0-0-0-0-1-0-0-0-0-0-2-20-13-S", "F"));
  ASSERT_EQ(told.plies.size(), 1u);
  EXPECT_TRUE(told.plies[0].forced);
  ASSERT_TRUE(told.report);
  EXPECT_EQ(told.report->players[0].moves, 1);
  EXPECT_EQ(told.report->players[0].choices, 0);
  EXPECT_EQ(told.report->players[0].accuracy(), std::nullopt);
  EXPECT_EQ(told.report->end.margin, 21 - 15);  // the game is over
  EXPECT_TRUE(told.report->end.proven);
}

TEST(Report, IsNoneIfItIsStopped) {
  const std::atomic<bool> stop = true;
  const Told told = report_on(played("owari", "", "Eb"), &stop);
  EXPECT_TRUE(told.plies.empty());
  EXPECT_FALSE(told.report);
}

TEST(Report, AGameWithoutMovesHasAnOutlook) {
  const Told told = report_on(played("owari", choice, ""));
  EXPECT_TRUE(told.plies.empty());
  ASSERT_TRUE(told.report);
  EXPECT_EQ(told.report->end.margin, 4);
}

}  // namespace
}  // namespace sow
