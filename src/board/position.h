// A position: what stands in the holes, and whose turn it is.
//
// It is seen from the mover: side 0 is the mover's own, side 1 the opponent's, each in its owner's sowing order.
//
//   two rows, six pits, sown counterclockwise          four rows, eight pits, sown clockwise
//
//     side 1:    5  4  3  2  1  0                        side 1, outer:  15 14 …  9  8   (drawn from the
//     store 1                       store 0                      inner:   0  1 …  6  7    other player's seat)
//     side 0:    0  1  2  3  4  5                        side 0, inner:   0  1 …  6  7
//                                                                outer:  15 14 …  9  8
//
// A pit can be owned by a player, whichever side it lies on. History (repetition, plies without a
// capture) is not here but in Game.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "board/layout.h"
#include "rules/ruleset.h"

namespace sow {

enum class Player : std::uint8_t { south, north };
constexpr Player other(Player p) { return p == Player::south ? Player::north : Player::south; }
constexpr std::size_t index(Player p) { return static_cast<std::size_t>(p); }

using Pits = std::array<std::uint8_t, max_pits>;

// A set of pits of both sides, seen from the mover: bit i is pit i of side 0, bit 32 + i is pit i of side 1.
using PitSet = std::uint64_t;
constexpr PitSet bit_of(Hole hole) { return PitSet{1} << hole.index(); }

struct Position {
  std::array<Pits, 2> pits{};
  std::array<std::uint8_t, 2> store{};
  std::array<PitSet, 2> owned{};  // by the player of each side
  std::uint8_t opening = 0;       // turns of the opening that are left
  std::uint8_t mark = 0;          // what the turn before leaves to the mover, a sum of the marks below
  Player mover = Player::south;

  // A single seed that came over the end lies in the mover's first pit, or the last, and may not go straight back; the mover
  // has had another turn and gets no further one.
  static constexpr std::uint8_t first_barred = 1, last_barred = 2, further_turn = 4;

  // The same by player instead of by side.
  constexpr std::size_t side_of(Player p) const { return p == mover ? 0 : 1; }
  constexpr const Pits& pits_of(Player p) const { return pits[side_of(p)]; }
  constexpr Pits& pits_of(Player p) { return pits[side_of(p)]; }
  constexpr std::uint8_t store_of(Player p) const { return store[side_of(p)]; }
  constexpr std::uint8_t& store_of(Player p) { return store[side_of(p)]; }

  // Seeds in the pits of a side that nobody owns.
  constexpr int seeds_on(std::size_t side) const {
    int sum = 0;
    for (int i = 0; i < max_pits; ++i)
      if (!is_owned(pit(static_cast<int>(side), i))) sum += pits[side][i];
    return sum;
  }
  // Seeds in the pits that the player of a side owns.
  constexpr int seeds_owned(std::size_t side) const {
    int sum = 0;
    for (PitSet set = owned[side]; set != 0; set &= set - 1) {
      const int bit = std::countr_zero(set);
      sum += pits[bit / 32][bit % 32];
    }
    return sum;
  }
  constexpr int seeds_in_pits() const { return seeds_on(0) + seeds_on(1); }
  constexpr int total() const { return seeds_in_pits() + seeds_owned(0) + seeds_owned(1) + store[0] + store[1]; }
  constexpr bool is_owned(Hole hole) const { return ((owned[0] | owned[1]) & bit_of(hole)) != 0; }

  // Hands the turn to the other player; a mark is for the player whose turn it is.
  constexpr void turn() {
    std::swap(pits[0], pits[1]);
    std::swap(store[0], store[1]);
    std::swap(owned[0], owned[1]);
    for (PitSet& set : owned) set = std::rotl(set, 32);
    mover = other(mover);
  }

  bool operator==(const Position&) const = default;
};

// The position in which a game begins.
constexpr Position start_position(const Ruleset& rules) {
  Position p;
  p.opening = rules.opening.turns;
  for (int i = 0; i < rules.pits_per_player(); ++i) {
    const auto open = [&](std::size_t side, std::uint8_t seeds) { return rules.closed[side] >> i & 1 ? 0 : seeds; };
    p.pits[0][i] = open(0, rules.setup.listed ? rules.setup.south[i] : rules.setup.seeds);
    p.pits[1][i] = open(1, rules.setup.listed ? rules.setup.north[i] : rules.setup.seeds);
  }
  return p;
}

}  // namespace sow
