// Fitting the evaluation's weights to games the engine plays against itself.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/evaluation.h"

namespace sow {

struct TuneOptions {
  int games = 2000, depth = 4, threads = 1;
  std::uint64_t seed = 1;
  std::atomic<int>* played = nullptr;  // counts the games on the way
};

struct Tuned {
  Weights weights;
  std::uint64_t positions = 0;
  double error_before = 0, error_after = 0;  // root mean square, in seeds, of guessing nothing and of the fit
};

// The least-squares fit of what the mover went on to win, from every position of the games. The same options give the
// same weights. Stops early, with what it has, when `stop` is set.
Tuned tune(const GameDef& game, const TuneOptions& options, const std::atomic<bool>& stop);

}  // namespace sow
