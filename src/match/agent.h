// Whoever chooses the moves of a side without being asked at the keyboard.
#pragma once

#include "game/game.h"

namespace sow {

class Agent {
 public:
  virtual ~Agent() = default;

  // A legal move; the game is not over. no_move if the agent was stopped before it had one.
  virtual Move choose(const Game& game) = 0;
};

}  // namespace sow
