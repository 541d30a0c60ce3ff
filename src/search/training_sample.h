// A position with its score, as training data.
#pragma once

#include <array>
#include <cstdint>

#include "search/network.h"

namespace sow {

struct Sample {
  std::array<std::array<std::uint8_t, max_pits>, 2> contents;  // mover's pits, opponent's pits; see pit_contents()
  std::uint8_t seeds;                                          // seeds in all pits
  std::int16_t margin;                                         // hundredths of a seed
};

}  // namespace sow
