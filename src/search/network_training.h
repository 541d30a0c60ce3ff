// Trains a network on positions: Adam in floating point, then quantization to integers.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "search/training_sample.h"

namespace sow {

struct TrainingRun {
  int epochs = 30;
  std::uint64_t seed = 1;
  const std::atomic<bool>* stop = nullptr;  // ends training early
  std::atomic<int>* epoch = nullptr;        // number of epochs completed so far
};

// Single-threaded and deterministic for the same executable.
Network train_network(const NetworkShape& shape, std::span<const Sample> samples, const TrainingRun& run);

// Root mean square error in seeds. Without a network, the error of always predicting 0.
double network_error(const Network* network, std::span<const Sample> samples);

}  // namespace sow
