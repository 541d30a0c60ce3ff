// Board: the packed position that the search, the solver, and the databases work on, seen from the mover. Margins are
// relative to the current board, so stores are always empty between moves.
//
//   own   | pit 0 | pit 1 | … | state | store |     one byte per hole, the store in the last lane
//   opp   | pit 0 | pit 1 | … | state | store |     each side in its owner's sowing order
//
// The width is the number of lanes per side: the smallest of 8, 16, and 32 that fits a player's pits, and the store if
// the game has one. Games with state (Ruleset::has_state) have 16 or 32 lanes and keep it between the pits and the
// store:
//
//   theirs   one bit for each pit of this side that the other player owns
//   mine     one bit for each pit of this side that its own player owns
//   state    bits 0–3: turns left in the opening, the same on both sides
//            bits 4–6: Position::mark, on the mover's side
//            bit 7: set on South's side, if the rules depend on who is South (closed pits, or FewTo::first)
#pragma once

#include <utility>

#include "board/lanes.h"
#include "board/position.h"

namespace sow {

template <int W>
struct Board {
  Lanes<W> own, opp;
  static constexpr int width = W, store = W - 1;
  static constexpr bool has_state_lanes = W > 8;
  static constexpr int theirs = W == 16 ? 10 : 20, mine = W == 16 ? 12 : 24, state = W - 2;
  static constexpr int mark_shift = 4, turns_mask = 15, mark_mask = 7, south_bit = 128;

  bool operator==(const Board&) const = default;
  constexpr void turn() { std::swap(own, opp); }
};

static_assert(max_pits_with_state == Board<32>::theirs);

constexpr int board_width(const Ruleset& rules) {
  if (rules.has_state()) return rules.pits_per_player() <= Board<16>::theirs ? 16 : 32;
  const int lanes = rules.pits_per_player() + (rules.has_stores() ? 1 : 0);
  return lanes <= 8 ? 8 : lanes <= 16 ? 16 : 32;
}

// Packs the pits and the state of a position, but not its stores.
template <int W>
Board<W> pack(const Position& p, int pits, bool depends_on_sides = false) {
  Board<W> b{};
  for (int i = 0; i < pits; ++i) {
    b.own.add(i, p.pits[0][i]);
    b.opp.add(i, p.pits[1][i]);
  }
  if constexpr (Board<W>::has_state_lanes) {
    b.own.add_field(b.mine, p.owned[0] & 0xffffffff);
    b.opp.add_field(b.theirs, p.owned[0] >> 32);
    b.own.add_field(b.theirs, p.owned[1] & 0xffffffff);
    b.opp.add_field(b.mine, p.owned[1] >> 32);
    b.own.add(b.state, p.opening | p.mark << b.mark_shift);
    b.opp.add(b.state, p.opening);
    if (depends_on_sides) (p.mover == Player::south ? b.own : b.opp).add(b.state, b.south_bit);
  }
  return b;
}

// Sets the pits and the state of a position from a board.
template <int W>
void unpack(const Board<W>& b, const Ruleset& rules, Position& p) {
  for (int i = 0; i < rules.pits_per_player(); ++i) {
    p.pits[0][i] = b.own.get(i);
    p.pits[1][i] = b.opp.get(i);
  }
  if constexpr (Board<W>::has_state_lanes)
    if (rules.has_state()) {
      p.owned = {b.own.field(b.mine) | PitSet{b.opp.field(b.theirs)} << 32,
                 b.own.field(b.theirs) | PitSet{b.opp.field(b.mine)} << 32};
      p.opening = b.own.get(b.state) & b.turns_mask;
      p.mark = b.own.get(b.state) >> b.mark_shift & b.mark_mask;
    }
}

// Seeds in the mover's owned pits minus seeds in the opponent's owned pits.
template <int W>
int held_in_owned(const Board<W>& b) {
  int margin = 0;
  if constexpr (Board<W>::has_state_lanes) {
    const auto add = [&](const Lanes<W>& side, int owner_lane, int sign) {
      for (std::uint32_t set = side.field(owner_lane); set != 0; set &= set - 1)
        margin += sign * static_cast<int>(side.get(std::countr_zero(set)));
    };
    add(b.own, Board<W>::mine, 1);
    add(b.opp, Board<W>::theirs, 1);
    add(b.own, Board<W>::theirs, -1);
    add(b.opp, Board<W>::mine, -1);
  }
  return margin;
}

}  // namespace sow
