// Scores as people see them: the margin at the end of the game, including the seeds already in the stores.
#pragma once

#include "board/margin.h"
#include "board/position.h"

namespace sow {

// Converts the mover's margin counted from this position on to the mover's margin at the end of the game.
constexpr Margin final_margin(const Position& position, const Margin& from_here) {
  const int lead = (position.store[0] - position.store[1]) * seed_value;
  const auto shifted = [&](int bound) { return bound <= -unbounded || bound >= unbounded ? bound : bound + lead; };
  return {from_here.value + lead, shifted(from_here.low), shifted(from_here.high)};
}

}  // namespace sow
