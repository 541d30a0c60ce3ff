// Mistake reports: every move of a game compared with the best one.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "game/game.h"
#include "search/analyzer.h"
#include "study/accuracy.h"

namespace sow {

// The expected result: South's final seeds minus North's.
struct Outlook {
  double margin = 0;
  bool proven = false;
};

struct PlyReport {
  Move move = no_move, best = no_move;
  std::vector<Move> pv;      // principal variation of the best move
  Margin score, played;      // scores of the best move and the move played, from the mover's point of view
  double loss = 0;           // seeds, never negative
  std::optional<Mark> mark;  // nullopt for a good move
  bool forced = false;       // the only legal move
  Outlook outlook;           // with best play from here
};

// Totals for one player.
struct PlayerReport {
  int moves = 0, choices = 0;  // choices: moves that were not forced
  double loss = 0;             // seeds
  std::array<int, mark_table.size()> marked{};

  void add(const PlyReport& ply, const Grader& grader);
  // Mean accuracy of the choices, if there were any.
  std::optional<double> accuracy() const;

 private:
  double accuracy_ = 0;  // sum over the choices
};

struct GameReport {
  std::array<PlayerReport, 2> players;  // South, North
  Outlook end;                          // after the last move; the result if the game is over
};

// Search limit per move for reports. Nodes, not time, so that reports are reproducible.
inline constexpr std::uint64_t report_nodes = 300'000;
inline constexpr std::int64_t max_report_nodes = 3'000'000;  // that a client may ask for
inline Limits report_limits(const std::atomic<bool>& stop) {
  Limits limits;
  limits.nodes = report_nodes;
  limits.stop = &stop;
  return limits;
}

using OnPly = std::function<void(const Game& before, const PlyReport& ply)>;

// Builds a report one ply at a time, so that the caller can pause between plies.
class GameReporter {
 public:
  explicit GameReporter(const Game& game);

  bool done() const { return done_; }
  // Searches the position before the next move, or the final position, with these limits. Returns false if the search
  // was stopped; the same step can then be repeated.
  bool step(Analyzer& analyzer, Limits limits, const OnPly& on_ply);
  const GameReport& result() const { return report_; }

 private:
  const Game game_;
  const Grader grader_;
  Game replayed_;  // up to the next move
  GameReport report_;
  bool done_ = false;
};

// Runs all steps of a GameReporter. Returns nullopt if the search is stopped.
std::optional<GameReport> report(const Game& game, Analyzer& analyzer, const Limits& limits, const OnPly& on_ply);

}  // namespace sow
