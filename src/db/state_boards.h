// The boards of a state (board/states.h), made from boards of seeds alone.
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

  // Gives the board the owners of this state; false if there can be no such board, as an owned pit holds seeds.
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
    Board<W> owners;  // a board without seeds
    Board<W> pits;    // the lanes of the owned pits
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

  std::vector<State> states_;  // none if there is but one, or they are not listed
};

}  // namespace sow
