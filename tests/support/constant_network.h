// A network that gives every board the same value, so that tests can tell whether it was used.
#pragma once

#include <memory>

#include "board/margin.h"
#include "search/network.h"
#include "search/training_games.h"

namespace sow::tests {

inline std::shared_ptr<const Network> constant_network(const GameDef& game, int seeds) {
  auto network = std::make_shared<Network>(network_shape(game));
  for (int stage = 0; stage < network->shape().stages; ++stage)
    network->output(stage).bias = (seed_value * seeds) << Network::shift;
  return network;
}

}  // namespace sow::tests
