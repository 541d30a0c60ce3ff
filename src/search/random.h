// Chance that is the same on every machine: the generator is fixed by the standard, its distributions are not.
#pragma once

#include <bit>
#include <random>

#include "board/position.h"

namespace sow {

using Random = std::mt19937_64;

// One of the moves of a set that is not empty. (The remainder favours none by more than one part in 10^18.)
inline Move pick(MoveSet moves, Random& random) {
  for (auto skip = random() % static_cast<unsigned>(std::popcount(moves)); skip > 0; --skip) moves &= moves - 1;
  return std::countr_zero(moves);
}

}  // namespace sow
