// A network that finds every board of a game's size worth the same: tests see at once whether it was asked.
#pragma once

#include <memory>

#include "search/network.h"
#include "search/training_games.h"

namespace sow::tests {

inline std::shared_ptr<const Network> constant_network(const GameDef& game, int seeds) {
  auto network = std::make_shared<Network>(network_shape(game));
  for (int stage = 0; stage < network->shape().stages; ++stage)
    network->output(stage).bias = (100 * seeds) << Network::shift;
  return network;
}

}  // namespace sow::tests
