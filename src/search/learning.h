// Learning a game: games by the linear evaluation, a first network from them, most of the games by that network, and
// the network that all of them give.
#pragma once

#include <optional>

#include "search/network_training.h"

namespace sow {

struct LearningProgress {
  enum class Phase { playing, training };
  std::atomic<Phase> phase{Phase::playing};
  std::atomic<std::size_t> positions{0};
  std::atomic<int> epoch{0};
};

struct LearningOptions {
  TrainingOptions games;
  int epochs = 30;
  LearningProgress* progress = nullptr;  // not null
};

struct Learned {
  Network network;
  std::size_t positions = 0;
  double error_before = 0,
         error_after = 0;  // in seeds, on positions kept apart: of guessing nothing, and of the network
};

// Nothing if stopped before the end. Throws Error.
std::optional<Learned> learn_network(const GameDef& game, const LearningOptions& options,
                                     const std::atomic<bool>& stop);

}  // namespace sow
