// Numbers the state of a board apart from its seeds: owned pits, turns left in the opening, the mark of the previous
// turn, and who is South. The number is part of the key of the transposition table and of the index of a board in
// databases (which support no state other than owned pits).
//
// If each player can own at most one pit, or there are few pits, only possible states are numbered (73 in toguz
// kumalak). In state 0 nobody owns a pit.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "board/board.h"

namespace sow {

class States {
 public:
  // For games without state.
  States() = default;
  explicit States(const Ruleset& rules);

  std::uint64_t count() const { return count_; }
  // Whether all states are listed, so that owned() and groups() can be used.
  bool listed() const { return !owned_.empty(); }

  template <int W>
  std::uint64_t number(const Board<W>& b) const {
    if (count_ == 1) return 0;
    if constexpr (Board<W>::has_state_lanes) {
      // The mover's side first, then the opponent's side.
      const std::uint64_t movers = b.own.field(b.mine) | std::uint64_t{b.opp.field(b.theirs)} << pits_;
      const std::uint64_t opponents = b.own.field(b.theirs) | std::uint64_t{b.opp.field(b.mine)} << pits_;
      return owners(movers, opponents) * turns_ + b.own.get(b.state);
    }
    return 0;
  }
  std::uint64_t number(const Position& p) const { return count_ == 1 ? 0 : number(pack<32>(p, pits_)); }

  // The pits owned by the mover and by the opponent.
  const std::array<PitSet, 2>& owned(std::uint64_t state) const { return owned_[state]; }
  // Groups of states that are closed under moves by which no seed leaves the pits.
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
  // The owned pits with this raw number, before it is mapped by numbers_.
  std::array<PitSet, 2> decode_owners(std::uint64_t number) const;

  int pits_ = 0;
  bool owns_without_capture_ = false;  // a pit can become owned without a seed leaving the pits
  std::uint64_t one_pit_ = 0;          // number of choices (including none) if a player can own one pit; 0: any number
  std::uint64_t turns_ = 1, count_ = 1;
  std::vector<std::uint16_t> numbers_;  // state by raw number; 0: impossible
  std::vector<std::array<PitSet, 2>> owned_ = std::vector<std::array<PitSet, 2>>(1);  // [state]
};

}  // namespace sow
