// Advice for a person at the board.
#pragma once

#include <atomic>
#include <string>

#include "game/game.h"

namespace sow {

// A good move and what speaks for it: "E4: captures 5; the best reply takes 2". Empty if stopped. The game is not over.
std::string hint(const Game& game, const std::atomic<bool>& stop);

}  // namespace sow
