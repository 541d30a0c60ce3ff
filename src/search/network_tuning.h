// Tunes the network of a game: self-play with the linear evaluation, training of a first network, self-play with that
// network, training of the final network on all games.
#pragma once

#include <optional>

#include "search/network_training.h"
#include "search/training_games.h"

namespace sow {

struct NetworkTuningProgress {
  enum class Phase { playing, training };
  std::atomic<Phase> phase{Phase::playing};
  std::atomic<std::size_t> positions{0};
  std::atomic<int> epoch{0};
};

struct NetworkTuningOptions {
  TrainingOptions games;
  int epochs = 30;
  NetworkTuningProgress* progress = nullptr;  // required
};

struct TunedNetwork {
  Network network;
  std::size_t positions = 0;
  // Root mean square errors in seeds, measured on held-out positions; the baseline always predicts 0.
  double baseline_error = 0, validation_error = 0;
};

// Empty if stopped before the end. Throws Error.
std::optional<TunedNetwork> tune_network(const GameDef& game, const NetworkTuningOptions& options,
                                         const std::atomic<bool>& stop);

}  // namespace sow
