// Solving a position exactly: what databases hold, tables of small endings, then search; for every legal move.
#pragma once

#include <atomic>
#include <memory>

#include "db/database.h"
#include "game/game.h"
#include "search/analysis.h"
#include "search/limits.h"
#include "search/options.h"

namespace sow {

struct SolveOptions {
  int threads = 1;
  // Everything the solver takes: boards, endings, and what it needs to make these.
  std::size_t memory_bytes = mebibytes(*options::solve_hash.default_value);
  int table_seeds = -1;       // tables of small endings are made up to so many seeds; -1: what pays
  bool value_only = false;    // the margin of the position, and one move that has it
  DatabaseUse database = {};  // its memory_bytes count for nothing: solve_memory divides what there is
};

// What each part may take at most, in bytes.
struct SolveMemory {
  std::size_t boards = 0;   // the transposition table
  std::size_t endings = 0;  // databases and tables of endings
  std::size_t all() const { return boards + endings; }
};
SolveMemory solve_memory(std::size_t bytes);

// A margin in seeds is proven to lie here.
struct Interval {
  int low = 0, high = 0;
  bool operator==(const Interval&) const = default;
};

struct SolveProgress {
  bool tables = false;  // still making tables, now of boards with `seeds` seeds
  int seeds = 0;
  Interval position = {};   // what is proven of the position
  int move = 0, moves = 0;  // solving move number `move` of `moves`; 0: the position as a whole
  Interval at_move = {};    // what is proven of that move
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
};

using OnSolveProgress = std::function<void(const SolveProgress&)>;

class Solver {
 public:
  virtual ~Solver() = default;

  // The lines of all legal moves, best first; complete when all are proven. First the position as a whole is solved, then
  // each move. Of `limits` time, nodes and stop count; what is proven until then is told. `on_progress` is called about ten
  // times a second on the calling thread.
  virtual Analysis solve(const Game& game, const Limits& limits, const OnSolveProgress& on_progress) = 0;

  // What it may come to take; never more than it was given.
  virtual SolveMemory memory() const = 0;
};

// Null if the game's boards can repeat (search those with make_searcher) or do not fit the index.
std::unique_ptr<Solver> make_solver(const GameDef& game, int total, const SolveOptions& options);

}  // namespace sow
