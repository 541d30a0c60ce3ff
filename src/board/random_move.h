// A move by chance.
#pragma once

#include <bit>

#include "base/random.h"
#include "board/layout.h"

namespace sow {

// One of the moves of a set that is not empty. (The remainder favours none by more than one part in 10^18.)
inline Move pick(MoveSet moves, Random& random) {
  for (auto skip = random() % std::popcount(moves); skip > 0; --skip) moves &= moves - 1;
  return std::countr_zero(moves);
}

}  // namespace sow
