// Advice for a person at the board.
#pragma once

#include <string>

#include "game/game.h"
#include "search/analysis.h"
#include "search/limits.h"

namespace sow {

// How long to think for a hint.
inline Limits hint_limits(const std::atomic<bool>& stop) {
  Limits limits;
  limits.time_ms = 300;
  limits.stop = &stop;
  return limits;
}

// The best move and what speaks for it: "E4: captures 5; the best reply takes 2; worth +3 from here (proven)". The
// analysis is of this game, and has a line.
std::string hint(const Game& game, const Analysis& analysis);

}  // namespace sow
