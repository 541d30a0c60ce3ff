// A position: the contents of all holes, and the player to move.
//
// It is seen from the mover: side 0 is the mover's, side 1 the opponent's, each in its owner's sowing order.
//
//   two rows, six pits, sown counterclockwise          four rows, eight pits, sown clockwise
//
//     side 1:    5  4  3  2  1  0                        side 1, outer:  15 14 …  9  8   (as seen from the
//     store 1                       store 0                      inner:   0  1 …  6  7    opponent's seat)
//     side 0:    0  1  2  3  4  5                        side 0, inner:   0  1 …  6  7
//                                                                outer:  15 14 …  9  8
//
// Players can own pits on either side. The history (repetition, plies without a capture) is part of Game.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "board/layout.h"
#include "rules/ruleset.h"

namespace sow {

enum class Player : std::uint8_t { south, north };
inline constexpr std::array both_players = {Player::south, Player::north};
constexpr Player other(Player p) { return p == Player::south ? Player::north : Player::south; }
constexpr std::size_t index(Player p) { return static_cast<std::size_t>(p); }

using Pits = std::array<std::uint8_t, max_pits>;

// A set of pits on both sides: bit i is pit i of side 0, bit 32 + i is pit i of side 1.
using PitSet = std::uint64_t;
constexpr PitSet bit_of(Hole hole) { return PitSet{1} << hole.index(); }

struct Position {
  std::array<Pits, 2> pits{};
  std::array<std::uint8_t, 2> store{};
  std::array<PitSet, 2> owned{};  // pits owned by the player of each side
  std::uint8_t opening = 0;       // turns left in the opening
  std::uint8_t mark = 0;          // restrictions from the previous turn: a combination of the flags below
  Player mover = Player::south;

  // The single seed in the mover's first (or last) pit just crossed the end of the side and cannot move straight back.
  static constexpr std::uint8_t first_barred = 1, last_barred = 2;
  // This is an extra turn, which cannot earn another one.
  static constexpr std::uint8_t extra_turn = 4;

  // Access by player instead of by side.
  constexpr std::size_t side_of(Player p) const { return p == mover ? 0 : 1; }
  constexpr const Pits& pits_of(Player p) const { return pits[side_of(p)]; }
  constexpr Pits& pits_of(Player p) { return pits[side_of(p)]; }
  constexpr std::uint8_t store_of(Player p) const { return store[side_of(p)]; }
  constexpr std::uint8_t& store_of(Player p) { return store[side_of(p)]; }

  // Seeds in the unowned pits of a side.
  constexpr int seeds_on(std::size_t side) const {
    int sum = 0;
    for (int i = 0; i < max_pits; ++i)
      if (!is_owned(pit(static_cast<int>(side), i))) sum += pits[side][i];
    return sum;
  }
  // Seeds in the pits owned by the player of a side.
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

  // Hands the turn to the other player. The mark applies to the player to move.
  constexpr void turn() {
    std::swap(pits[0], pits[1]);
    std::swap(store[0], store[1]);
    std::swap(owned[0], owned[1]);
    for (PitSet& set : owned) set = std::rotl(set, 32);
    mover = other(mover);
  }

  bool operator==(const Position&) const = default;
};

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
