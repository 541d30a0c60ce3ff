// The search of one game, whatever its kernel: threads, limits and reports around SearchThread.
#pragma once

#include <memory>

#include "db/database.h"
#include "game/game.h"
#include "search/analysis.h"
#include "search/evaluation.h"
#include "search/limits.h"
#include "search/options.h"

namespace sow {

struct SearchOptions {
  int threads = *options::threads.default_value;
  std::size_t hash_bytes = mebibytes(*options::hash.default_value);
  DatabaseUse database = {};
  EvaluationUse evaluation = {};
};

class Searcher {
 public:
  virtual ~Searcher() = default;

  // Searches the present position of the game until a limit is reached or nothing is left to find out. With one thread
  // and without limits of time the result is the same in every run.
  virtual Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) = 0;

  // How full the table of boards is, in thousandths.
  virtual int hash_permille() const = 0;

  // Forgets what was learnt from other positions.
  virtual void clear() = 0;
};

// What there is to say of a game that is over: its result, as what the mover wins from here.
Analysis result_analysis(const Game& game);

// For games whose positions hold exactly `total` seeds.
std::unique_ptr<Searcher> make_searcher(const GameDef& game, int total, const SearchOptions& options);

}  // namespace sow
