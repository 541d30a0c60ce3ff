// Advice for a person at the board.
#pragma once

#include <atomic>
#include <string>

#include "search/engine.h"

namespace sow {

// A good move and what speaks for it: "E4: captures 5; the best reply takes 2; worth +3 from here (proven)". It takes a
// moment. Empty if stopped. The game is not over.
std::string hint(const Game& game, Engine& engine, const std::atomic<bool>& stop);

}  // namespace sow
