// Adds the owners of a state (board/states.h) to a board.
#pragma once

#include <vector>

#include "board/states.h"

namespace sow {

template <int W>
class StateBoards {
 public:
  explicit StateBoards(const States& states) {
    if constexpr (Board<W>::has_state_lanes)
      if (states.listed() && states.count() > 1)
        for (std::uint64_t state = 0; state < states.count(); ++state) add(states.owned(state));
  }

  // Adds the owners of this state. False if that is impossible because an owned pit contains seeds.
  bool put(std::uint64_t state, Board<W>& board) const {
    if (states_.empty()) return true;
    const auto& [owners, pits] = states_[state];
    if (!(board.own & pits.own).none() || !(board.opp & pits.opp).none()) return false;
    board.own += owners.own;
    board.opp += owners.opp;
    return true;
  }

 private:
  struct State {
    Board<W> owners;  // a board with owners but no seeds
    Board<W> pits;    // all bits set in the lanes of owned pits
  };

  void add(const std::array<PitSet, 2>& owned) {
    Position p;
    p.owned = owned;
    State state{pack<W>(p, 0), {}};
    for (PitSet set = owned[0] | owned[1]; set != 0; set &= set - 1) {
      const int bit = std::countr_zero(set);
      (bit < 32 ? state.pits.own : state.pits.opp).add(bit % 32, 255);
    }
    states_.push_back(state);
  }

  std::vector<State> states_;  // empty if there is only one state, or states are not listed
};

}  // namespace sow
