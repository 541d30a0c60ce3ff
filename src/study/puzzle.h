// Puzzles: positions from games of the engine in which one line of moves is provably better than all others.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "game/game.h"
#include "study/puzzle_proof.h"
#include "study/theme.h"

namespace sow {

struct Puzzle {
  Position position;
  std::vector<Move> line;  // the solver's moves and the replies; starts and ends with a move of the solver
  BestMove proof;          // that the first move is best
  Theme theme = {};
  int rating = 0;                     // difficulty on the scale of level_ratings
  MoveReasons why = {};               // the reasons for the first move
  std::optional<Move> tempting = {};  // the move that captures the most seeds at once, if any
};

struct PuzzleSetup {
  std::uint64_t seed = 1;
  int count = 10;
  std::optional<Theme> theme = {};
  int min_rating = 0, max_rating = 10'000;
  DatabaseUse database = {};
  const std::atomic<bool>* stop = nullptr;  // cancels the search when set; must not be null
};

// Looks for puzzles in games between levels of the engine and calls `on_puzzle` for each, until there are `count` of
// them or `stop` is set. Every move of the solver is the only best one (BestMove), and the first is not the largest
// capture. Solutions start in all pits, and no theme has more than three fifths of the puzzles unless it is requested.
// Deterministic for the same setup and databases.
void make_puzzles(const GameDef& def, const PuzzleSetup& setup, const std::function<void(const Puzzle&)>& on_puzzle);

}  // namespace sow
