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
// History (repetition, plies without a capture) is not here but in Game.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "board/layout.h"
#include "rules/ruleset.h"

namespace sow {

enum class Player : std::uint8_t { south, north };
constexpr Player other(Player p) { return p == Player::south ? Player::north : Player::south; }
constexpr std::size_t index(Player p) { return static_cast<std::size_t>(p); }

using Pits = std::array<std::uint8_t, max_pits>;

struct Position {
  std::array<Pits, 2> pits{};
  std::array<std::uint8_t, 2> store{};
  Player mover = Player::south;

  // The same by player instead of by side.
  constexpr std::size_t side_of(Player p) const { return p == mover ? 0 : 1; }
  constexpr const Pits& pits_of(Player p) const { return pits[side_of(p)]; }
  constexpr Pits& pits_of(Player p) { return pits[side_of(p)]; }
  constexpr std::uint8_t store_of(Player p) const { return store[side_of(p)]; }
  constexpr std::uint8_t& store_of(Player p) { return store[side_of(p)]; }

  constexpr int seeds_on(std::size_t side) const {
    int sum = 0;
    for (const auto n : pits[side]) sum += n;
    return sum;
  }
  constexpr int seeds_in_pits() const { return seeds_on(0) + seeds_on(1); }
  constexpr int total() const { return seeds_in_pits() + store[0] + store[1]; }

  // Hands the turn to the other player.
  constexpr void turn() {
    std::swap(pits[0], pits[1]);
    std::swap(store[0], store[1]);
    mover = other(mover);
  }

  bool operator==(const Position&) const = default;
};

// The position in which a game begins.
constexpr Position start_position(const Ruleset& rules) {
  Position p;
  for (int i = 0; i < rules.pits_per_player(); ++i) {
    p.pits[0][i] = rules.setup.listed ? rules.setup.south[i] : rules.setup.seeds;
    p.pits[1][i] = rules.setup.listed ? rules.setup.north[i] : rules.setup.seeds;
  }
  return p;
}

}  // namespace sow
