// The search for one game, independent of the board width: manages the threads, limits, and reports of SearchThread.
#pragma once

#include <memory>

#include "game/game.h"
#include "search/analysis.h"
#include "search/limits.h"
#include "search/search_options.h"

namespace sow {

class Searcher {
 public:
  virtual ~Searcher() = default;

  // Searches the current position until a limit is reached or every requested line is proven. Deterministic with one
  // thread and no time limit.
  virtual Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) = 0;

  // How full the transposition table is, in permille.
  virtual int hash_permille() const = 0;

  // Clears the transposition table and the history heuristic.
  virtual void clear() = 0;

  // Opens the endgame databases again, because they have grown, and builds a small one if it is missing. Keeps the
  // transposition table: what it proves stays proven.
  virtual void open_databases(const Game& game, const DatabaseUse& use) = 0;
};

// The analysis of a finished game: its result, as the margin from here.
Analysis result_analysis(const Game& game);

// For this game and others by the same rules with the same number of seeds. Uses the kernel of `game`.
std::unique_ptr<Searcher> make_searcher(const Game& game, const SearchOptions& options);

}  // namespace sow
