// Random moves.
#pragma once

#include <bit>

#include "base/random.h"
#include "board/layout.h"

namespace sow {

// A random move from a nonempty set. (The bias of the remainder is less than one part in 10^17.)
inline Move pick(MoveSet moves, Random& random) {
  for (auto skip = random() % std::popcount(moves); skip > 0; --skip) moves &= moves - 1;
  return std::countr_zero(moves);
}

}  // namespace sow
