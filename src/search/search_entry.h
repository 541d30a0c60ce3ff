// The search's entry in the transposition table.
#pragma once

#include "board/layout.h"
#include "board/margin.h"

namespace sow {

enum class Bound : std::uint8_t { none, upper, lower, exact };

// 32 bits: | value 16 | depth 6 | move 6 | bound 2 | proven from below 1 | proven from above 1 |
struct SearchEntry {
  Margin margin;
  int depth;
  Move move;
  Bound bound;

  std::uint32_t pack() const {
    return static_cast<std::uint32_t>(margin.value + 32768) << 16 | depth << 10 | move << 4 |
           static_cast<std::uint32_t>(bound) << 2 | margin.proven_from_below() << 1 | margin.proven_from_above();
  }
  static SearchEntry unpack(std::uint32_t d) {
    Margin margin = Margin::estimate(static_cast<int>(d >> 16) - 32768);
    if ((d & 2) != 0) margin.low = margin.value;
    if ((d & 1) != 0) margin.high = margin.value;
    return {margin, static_cast<int>(d >> 10 & 63), static_cast<Move>(d >> 4 & 63), static_cast<Bound>(d >> 2 & 3)};
  }
  // Whether the entry makes a search to this depth with this window unnecessary. Proven bounds count at any depth.
  bool decides(int search_depth, int alpha, int beta) const {
    const bool deep = depth >= search_depth, low = bound != Bound::upper, high = bound != Bound::lower;
    return (low && margin.value >= beta && (deep || margin.proven_from_below())) ||
           (high && margin.value <= alpha && (deep || margin.proven_from_above())) ||
           (low && high && (deep || margin.exact()));
  }
  // Replacement priority.
  int worth() const {
    constexpr int proven_bonus = 4;
    return depth + (margin.proven_from_below() || margin.proven_from_above() ? proven_bonus : 0);
  }
};

}  // namespace sow
