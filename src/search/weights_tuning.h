// Tunes the weights of the linear evaluation: self-play, then training by least squares.
#pragma once

#include <atomic>
#include <cstdint>

#include "search/evaluation.h"

namespace sow {

struct WeightsTuningOptions {
  int games = 2000, depth = 4, threads = 1;
  std::uint64_t seed = 1;
  std::atomic<int>* played = nullptr;  // number of games played so far
};

struct TunedWeights {
  Weights weights;
  std::uint64_t positions = 0;
  // Root mean square errors in seeds on the training positions; the baseline always predicts 0.
  double baseline_error = 0, training_error = 0;
};

// Trains the weights to predict the margin the mover went on to win, on all positions of the games. Deterministic for
// the same options. When `stop` is set, uses the games played so far.
TunedWeights tune_weights(const GameDef& game, const WeightsTuningOptions& options, const std::atomic<bool>& stop);

}  // namespace sow
