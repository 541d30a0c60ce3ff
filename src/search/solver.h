// Solving a position exactly: what databases hold, tables of small endings, then search; for every legal move.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "db/database.h"
#include "game/game.h"
#include "search/analysis.h"
#include "search/options.h"

namespace sow {

struct SolveOptions {
  int threads = 1;
  std::size_t hash_bytes = mebibytes(*options::solve_hash.default_value);
  int table_seeds = -1;       // tables of small endings are made up to so many seeds; -1: what pays
  DatabaseUse database = {};  // its memory_bytes are for these tables too
};

struct SolveProgress {
  bool tables = false;  // still making tables, now of boards with `seeds` seeds
  int seeds = 0;
  std::optional<int> margin;  // of the position, once it is solved
  int move = 0, moves = 0;    // solving move number `move` of `moves`; 0: the position as a whole
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  std::vector<Line> lines;  // solved so far
};

using OnSolveProgress = std::function<void(const SolveProgress&)>;

class Solver {
 public:
  virtual ~Solver() = default;

  // The lines of all legal moves, best first; complete when all are proven. First the position as a whole is solved, then
  // each move. `on_progress` is called about ten times a second on the calling thread.
  virtual Analysis solve(const Game& game, const OnSolveProgress& on_progress, const std::atomic<bool>& stop) = 0;
};

// Null if the game's boards can repeat (search those with make_searcher) or do not fit the index.
std::unique_ptr<Solver> make_solver(const GameDef& game, int total, const SolveOptions& options);

}  // namespace sow
