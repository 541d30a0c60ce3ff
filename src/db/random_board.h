// A board by chance.
#pragma once

#include "base/random.h"
#include "board/position.h"
#include "db/index.h"

namespace sow {

// All boards with so many seeds in their pits are equally likely. The other seeds of `total` are shared.
inline Position random_board(const Index& index, int seeds, int total, Random& random) {
  const auto sides = index.board(seeds, random() % index.size(seeds));
  const int stored = total - seeds;
  Position p;
  p.pits = {sides.own, sides.opp};
  p.store = {static_cast<std::uint8_t>(stored / 2), static_cast<std::uint8_t>(stored - stored / 2)};
  return p;
}

}  // namespace sow
