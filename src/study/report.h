// A game gone through move by move: what each one was worth beside the best.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "game/game.h"
#include "search/engine.h"
#include "study/accuracy.h"

namespace sow {

// South's seeds less North's at the end of the game.
struct Outlook {
  double margin = 0;
  bool proven = false;
};

struct PlyReport {
  Move move = no_move, best = no_move;
  std::vector<Move> pv;      // of the best move
  Margin score, played;      // of the best move and of the one that was made, in the mover's view
  double loss = 0;           // seeds, never negative
  std::optional<Mark> mark;  // none for a good move
  bool forced = false;       // there was no other legal move
  Outlook outlook;           // with best play from here
};

// The moves of a player.
struct PlayerReport {
  int moves = 0, choices = 0;  // those that were not forced
  double loss = 0;             // the sum
  std::array<int, mark_table.size()> marked{};

  void add(const PlyReport& ply, const Grader& grader);
  // The mean over all choices, if there were any.
  std::optional<double> accuracy() const;

 private:
  double accuracy_ = 0;  // the sum
};

struct GameReport {
  std::array<PlayerReport, 2> players;  // South, North
  Outlook end;                          // after the last move: the result, if the game is over
};

// How long to think for each move of a report at the terminal: nodes, so that the same game gets the same report.
inline constexpr std::uint64_t report_nodes = 300'000;
inline Limits report_limits(const std::atomic<bool>& stop) {
  Limits limits;
  limits.nodes = report_nodes;
  limits.stop = &stop;
  return limits;
}

// Searches the position before each move of the game with these limits, and the last one, telling each move as soon as it
// is judged. None if the search is stopped.
using OnPly = std::function<void(const Game& before, const PlyReport& ply)>;
std::optional<GameReport> report(const Game& game, Engine& engine, Limits limits, const OnPly& on_ply);

}  // namespace sow
