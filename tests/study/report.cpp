// Reports on games with known values. Searches are limited by nodes, so that results are reproducible.
#include "study/report.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"

namespace sow {
namespace {

struct Collected {
  std::vector<PlyReport> plies;
  std::optional<GameReport> report;
};

Collected report_on(const Game& game, const std::atomic<bool>* stop = nullptr) {
  Analyzer analyzer({.threads = 1, .hash_bytes = std::size_t{1} << 20});
  Limits limits;
  limits.nodes = 20'000;
  limits.stop = stop;
  Collected result;
  result.report = report(game, analyzer, limits, [&](const Game& before, const PlyReport& ply) {
    EXPECT_EQ(before.position(), game.plies()[result.plies.size()].before);
    result.plies.push_back(ply);
  });
  return result;
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
    const Collected result = report_on(game);
    ASSERT_EQ(result.plies.size(), 1u);
    const PlyReport& ply = result.plies[0];
    EXPECT_EQ(ply.move, game.plies()[0].move);
    EXPECT_EQ(ply.best, 4);
    EXPECT_EQ(ply.pv.at(0), 4);
    EXPECT_EQ(ply.score, Margin::exactly(4));
    EXPECT_EQ(ply.loss, loss);
    EXPECT_EQ(ply.mark, mark);
    EXPECT_FALSE(ply.forced);
    EXPECT_EQ(ply.outlook.margin, 4);
    EXPECT_TRUE(ply.outlook.proven);
    ASSERT_TRUE(result.report);
    EXPECT_EQ(result.report->end.margin, 4 - loss);
    EXPECT_TRUE(result.report->end.proven);
    const PlayerReport& south = result.report->players[0];
    EXPECT_EQ(south.moves, 1);
    EXPECT_EQ(south.loss, loss);
    EXPECT_EQ(south.accuracy(), Grader(36).accuracy(loss));
    EXPECT_EQ(result.report->players[1].accuracy(), std::nullopt);
  }
}

// Two seeds chase each other around the board; the position repeats after twelve plies.
constexpr const char* chase = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";

TEST(Report, ContinuesAfterARepetition) {
  const Game game = played("oware", chase, "AaBbCcDdEeFfAa");
  const Collected result = report_on(game);
  ASSERT_EQ(result.plies.size(), 14u);
  EXPECT_EQ(result.plies[12].move, 0);
  EXPECT_TRUE(result.plies[12].forced);
  EXPECT_EQ(result.report->players[0].moves, 7);

  Game open = played("oware", chase, "AaBbCcDdEeFf");
  EXPECT_EQ(report_on(open).report->end.margin, 0);
  EXPECT_TRUE(report_on(open).report->end.proven);
  open.play_on();
  EXPECT_EQ(report_on(open).plies.size(), 12u);
}

TEST(Report, OutlookIsFromSouthsPointOfView) {
  const Collected result = report_on(played("owari", "0-3-0-1-0-2-1-0-2-0-1-0-13-13-N", "e"));
  ASSERT_EQ(result.plies.size(), 1u);
  EXPECT_EQ(result.plies[0].score.value, 4 * seed_value);
  EXPECT_EQ(result.plies[0].outlook.margin, -4);
}

TEST(Report, TotalsMatchTheMoves) {
  const Game game = played("kalah", "", "CFbcAfBa");
  const Collected result = report_on(game);
  ASSERT_EQ(result.plies.size(), game.plies().size());
  ASSERT_TRUE(result.report);
  for (const Player player : {Player::south, Player::north}) {
    int moves = 0, marked = 0;
    double loss = 0;
    for (std::size_t i = 0; i < result.plies.size(); ++i) {
      if (game.plies()[i].before.mover != player) continue;
      EXPECT_GE(result.plies[i].loss, 0);
      ++moves;
      loss += result.plies[i].loss;
      marked += result.plies[i].mark ? 1 : 0;
    }
    const PlayerReport& tally = result.report->players[index(player)];
    EXPECT_EQ(tally.moves, moves);
    EXPECT_DOUBLE_EQ(tally.loss, loss);
    EXPECT_EQ(tally.marked[0] + tally.marked[1] + tally.marked[2], marked);
  }
}

TEST(Report, ForcedMovesDoNotCountForAccuracy) {
  const Collected result = report_on(played("owari", "0-0-0-0-0-1-0-0-0-0-0-2-20-13-S", "F"));
  ASSERT_EQ(result.plies.size(), 1u);
  EXPECT_TRUE(result.plies[0].forced);
  ASSERT_TRUE(result.report);
  EXPECT_EQ(result.report->players[0].moves, 1);
  EXPECT_EQ(result.report->players[0].choices, 0);
  EXPECT_EQ(result.report->players[0].accuracy(), std::nullopt);
  EXPECT_EQ(result.report->end.margin, 21 - 15);  // the game is over
  EXPECT_TRUE(result.report->end.proven);
}

TEST(Report, ReturnsNothingIfStopped) {
  const std::atomic<bool> stop = true;
  const Collected result = report_on(played("owari", "", "Eb"), &stop);
  EXPECT_TRUE(result.plies.empty());
  EXPECT_FALSE(result.report);
}

TEST(Report, GameWithoutMovesHasAnOutlook) {
  const Collected result = report_on(played("owari", choice, ""));
  EXPECT_TRUE(result.plies.empty());
  ASSERT_TRUE(result.report);
  EXPECT_EQ(result.report->end.margin, 4);
}

}  // namespace
}  // namespace sow
