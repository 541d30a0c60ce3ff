// Random boards.
#pragma once

#include "base/random.h"
#include "board/position.h"
#include "db/index.h"

namespace sow {

// A random board with `seeds` seeds in its pits, uniformly distributed. The remaining seeds of `total` are split
// between the stores.
inline Position random_board(const Index& index, int seeds, int total, Random& random) {
  const int stored = total - seeds;
  Position p;
  do p = index.position(seeds, random() % index.size(seeds));
  while (p.seeds_in_pits() < seeds);  // impossible: seeds in an owned pit
  p.store = {static_cast<std::uint8_t>(stored / 2), static_cast<std::uint8_t>(stored - stored / 2)};
  return p;
}

}  // namespace sow
