// Solves a position and each of its moves exactly, with databases, endgame tables in memory, and search.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "db/database_use.h"
#include "game/game.h"
#include "search/analysis.h"
#include "search/limits.h"
#include "search/options.h"

namespace sow {

// Files of proven bounds (search/proof_file.h).
struct SolveFiles {
  std::string resume = {};  // read before the search
  std::string save = {};    // written regularly, and when the search ends or is stopped
  std::chrono::milliseconds interval = std::chrono::minutes(3);
  std::function<void(const std::string&)> warn = {};  // called if saving during the search fails
};

struct SolveOptions {
  int threads = 1;
  // Total memory: transposition table, endgame tables, and the working memory to build them.
  std::size_t memory_bytes = mebibytes(*options::solve_hash.default_value);
  int table_seeds = -1;     // build endgame tables up to this many seeds; -1: choose automatically
  bool value_only = false;  // find only the margin of the position and one best move
  SolveFiles files = {};
  DatabaseUse database = {};  // its memory_bytes is ignored: solve_memory() divides the total
};

// Memory limits in bytes.
struct SolveMemory {
  std::size_t boards = 0;   // transposition table
  std::size_t endings = 0;  // databases and endgame tables
  std::size_t all() const { return boards + endings; }
};
SolveMemory solve_memory(std::size_t bytes);

// Proven bounds on a margin in seeds.
struct Interval {
  int low = 0, high = 0;
  bool operator==(const Interval&) const = default;
};

struct SolveProgress {
  bool tables = false;  // building the endgame table of boards with `seeds` seeds
  int seeds = 0;
  Interval position = {};   // bounds on the position's margin
  int decided = 0;          // moves that are known to be best, or known not to be better than the lower bound
  int move = 0, moves = 0;  // solving move number `move` of `moves`; 0: the position as a whole
  Interval at_move = {};    // bounds on that move's margin
  std::uint64_t nodes = 0;  // including those of a resumed file, as is the time
  std::int64_t time_ms = 0;
};

using OnSolveProgress = std::function<void(const SolveProgress&)>;

class Solver {
 public:
  virtual ~Solver() = default;

  // Solves the position, then each legal move. Returns one line per move, best first; complete if all are proven.
  // Respects the time, nodes, and stop flag of `limits`; if one is reached, returns the bounds proven so far. Calls
  // `on_progress` about ten times per second on the calling thread. Limits do not count the work of a resumed file.
  // Throws Error if a file cannot be read, or cannot be written at the end.
  virtual Analysis solve(const Game& game, const Limits& limits, const OnSolveProgress& on_progress) = 0;

  // The maximum memory it will use; never more than SolveOptions::memory_bytes.
  virtual SolveMemory memory() const = 0;
};

// For this position and others by the same rules with at most as many seeds in the pits. Uses the kernel of `game`.
// Null if positions can repeat in this game (use make_searcher instead), or if there are too many boards for entries of
// eight bytes in this much memory (search/proof_table.h).
std::unique_ptr<Solver> make_solver(const Game& game, const SolveOptions& options);

}  // namespace sow
