// A board: what search, solver and databases work on. It is seen from the mover and holds what stands in the pits; margins
// are counted from here on, so the stores of a board at rest are empty.
//
//   own   | pit 0 | pit 1 | … | store |     a byte a hole, the store in the last lane
//   opp   | pit 0 | pit 1 | … | store |     each side in its owner's sowing order
//
// The width is the number of lanes of a side: the least of 8, 16 and 32 that has room for a player's pits, and for the
// store if the game has one.
#pragma once

#include <utility>

#include "board/lanes.h"
#include "board/position.h"

namespace sow {

template <int W>
struct Board {
  Lanes<W> own, opp;
  static constexpr int width = W, store = W - 1;

  bool operator==(const Board&) const = default;
  constexpr void turn() { std::swap(own, opp); }
};

constexpr int board_width(const Ruleset& rules) {
  const int lanes = rules.pits_per_player() + (rules.has_stores() ? 1 : 0);
  return lanes <= 8 ? 8 : lanes <= 16 ? 16 : 32;
}

// The pits of a position, without its stores.
template <int W>
Board<W> pack(const Position& p, int pits) {
  Board<W> b{};
  for (int i = 0; i < pits; ++i) {
    b.own.add(i, p.pits[0][i]);
    b.opp.add(i, p.pits[1][i]);
  }
  return b;
}

// The pits of the position become those of the board.
template <int W>
void unpack(const Board<W>& b, int pits, Position& p) {
  for (int i = 0; i < pits; ++i) {
    p.pits[0][i] = b.own.get(i);
    p.pits[1][i] = b.opp.get(i);
  }
}

}  // namespace sow
