// The search of one game, whatever its kernel: threads, limits and reports around Search<Kernel>.
#pragma once

#include <atomic>
#include <memory>

#include "game/game.h"
#include "search/analysis.h"
#include "search/limits.h"

namespace sow {

struct SearchOptions {
  int threads = 1;
  std::size_t hash_bytes = std::size_t{64} << 20;
};

class Searcher {
 public:
  virtual ~Searcher() = default;

  // Searches the present position of the game, until the limits are reached or stop() is called.
  virtual Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) = 0;

  // From any thread; analyze returns within milliseconds. Stays in force for one search.
  virtual void stop() = 0;

  // Forgets what was learnt from other positions.
  virtual void clear() = 0;
};

// For games whose positions hold exactly `total` seeds.
std::unique_ptr<Searcher> make_searcher(const GameDef& game, int total, const SearchOptions& options);

}  // namespace sow
