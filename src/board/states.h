// A number for what a board holds beside its seeds: who owns which pits, how many turns of the opening are left, what the
// turn before has left, and who is South where that matters. It is part of the key of the transposition table; in
// databases, whose games have nothing but owned pits beside their seeds, it is part of a board's number.
//
// Where players own one pit at most, or there are few pits, only what is possible is numbered: 73 states of toguz kumalak. In state
// 0 nobody owns a pit.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/board.h"

namespace sow {

class States {
 public:
  // Seeds are all there is.
  States() = default;
  explicit States(const Ruleset& rules);

  std::uint64_t count() const { return count_; }
  // Whether all states are listed: who owns which pits is known of each.
  bool listed() const { return !owned_.empty(); }

  template <int W>
  std::uint64_t number(const Board<W>& b) const {
    if (count_ == 1) return 0;
    if constexpr (Board<W>::has_state_lanes) {
      // Holes of the mover's side first, then those of the other side.
      const std::uint64_t movers = b.own.field(b.mine) | std::uint64_t{b.opp.field(b.theirs)} << pits_;
      const std::uint64_t opponents = b.own.field(b.theirs) | std::uint64_t{b.opp.field(b.mine)} << pits_;
      return owners(movers, opponents) * turns_ + b.own.get(b.opening);
    }
    return 0;
  }
  std::uint64_t number(const Position& p) const { return count_ == 1 ? 0 : number(pack<32>(p, pits_)); }

  // The pits of the mover and of the opponent, where states are listed.
  const std::array<PitSet, 2>& owned(std::uint64_t state) const { return owned_[state]; }
  // Listed states in groups: moves by which no seed leaves the pits stay in a group.
  std::vector<std::vector<std::uint64_t>> groups() const;

 private:
  void number_owners(const Ruleset& rules);

  std::uint64_t owners(std::uint64_t movers, std::uint64_t opponents) const {
    std::uint64_t number = 0;
    if (one_pit_ > 0)
      number = std::bit_width(movers) * one_pit_ + std::bit_width(opponents);
    else
      for (int i = 0; i < 2 * pits_; ++i) number = 3 * number + (movers >> i & 1) + 2 * (opponents >> i & 1);
    return numbers_.empty() ? number : numbers_[number];
  }
  // The pits of which that is the number before it is looked up.
  std::array<PitSet, 2> owned_by(std::uint64_t number) const;

  int pits_ = 0;
  bool owns_in_passing_ = false;  // a pit can become owned without a seed leaving the pits
  std::uint64_t one_pit_ = 0;     // numbers of the one pit a player can own, none included; 0: any number of pits
  std::uint64_t turns_ = 1, count_ = 1;
  std::vector<std::uint16_t> numbers_;  // [as owners() counts]; 0: not possible
  std::vector<std::array<PitSet, 2>> owned_ = std::vector<std::array<PitSet, 2>>(1);  // [state]
};

}  // namespace sow
