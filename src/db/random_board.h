// A board by chance.
#pragma once

#include "base/random.h"
#include "board/position.h"
#include "db/index.h"

namespace sow {

// All possible boards with so many seeds in their pits are equally likely. The other seeds of `total` are shared.
inline Position random_board(const Index& index, int seeds, int total, Random& random) {
  const int stored = total - seeds;
  Position p;
  do p = index.position(seeds, random() % index.size(seeds));
  while (p.seeds_in_pits() < seeds);  // an owned pit holds seeds
  p.store = {static_cast<std::uint8_t>(stored / 2), static_cast<std::uint8_t>(stored - stored / 2)};
  return p;
}

}  // namespace sow
