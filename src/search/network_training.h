// Fitting a network to positions: gradient descent (Adam) in floating point, then rounding to integers.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "search/training_games.h"

namespace sow {

struct TrainingRun {
  int epochs = 30;
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;  // ends early, with what there is
  std::atomic<int>* epoch = nullptr;        // counts on the way
};

// The same on every run of the same program, on one thread.
Network train_network(const NetworkShape& shape, std::span<const Sample> samples, const TrainingRun& run);

// Root mean square, in seeds, of what the network misses of these positions' margins; without a network, of the margins.
double network_error(const Network* network, std::span<const Sample> samples);

}  // namespace sow
