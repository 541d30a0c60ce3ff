// A number for what a board holds beside its seeds: who owns which pits, how many turns of the opening are left, what the
// turn before has left, and who is South where that matters. It is part of the key of the transposition table.
#pragma once

#include <bit>
#include <cstdint>

#include "board/board.h"

namespace sow {

class States {
 public:
  explicit States(const Ruleset& rules)
      : pits_(rules.pits_per_player()),
        owned_(!rules.owns()         ? 1
               : rules.own.most == 1 ? 2 * pits_ + 1
                                     : 0) {
    if (owned_ > 0) {
      count_ = owned_ * owned_;
    } else {
      // Every pit is nobody's, the mover's or the opponent's. More than 20 pits are too many to number.
      for (int i = 0; i < 2 * pits_ && i < 40; ++i) count_ *= 3;
    }
    if (rules.has_marks() || rules.knows_players())
      turns_ = 256;  // as it stands in the lane
    else
      turns_ = rules.opening.turns + 1;
    count_ = count_ > ~std::uint64_t{0} / turns_ ? ~std::uint64_t{0} : count_ * turns_;
  }

  std::uint64_t count() const { return count_; }

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

 private:
  std::uint64_t owners(std::uint64_t movers, std::uint64_t opponents) const {
    if (owned_ > 0) return std::bit_width(movers) * owned_ + std::bit_width(opponents);
    std::uint64_t number = 0;
    for (int i = 0; i < 2 * pits_; ++i) number = 3 * number + (movers >> i & 1) + 2 * (opponents >> i & 1);
    return number;
  }

  int pits_;
  std::uint64_t owned_;  // numbers of the one pit a player can own, none included; 0: any number of pits
  std::uint64_t turns_ = 1, count_ = 1;
};

}  // namespace sow
