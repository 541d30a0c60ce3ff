// Enumerates the boards of a level that a rank owns, in order.
#pragma once

#include "cluster/share.h"
#include "db/sides.h"
#include "db/state_boards.h"

namespace sow {

template <int W>
class LocalBoards {
 public:
  explicit LocalBoards(const Index& index) : index_(index), state_boards_(index.states()) {}

  void set_level(int seeds, const Share& share) {
    seeds_ = seeds;
    share_ = share;
    sides_.grow(index_, seeds);
  }

  int seeds() const { return seeds_; }
  const Share& share() const { return share_; }
  const Sides<W>& sides() const { return sides_; }

  // Boards with the same state and own side, and opponent's sides of rank [from, to). Their slots are consecutive.
  struct Row {
    std::uint64_t state;
    int own_seeds, opp_seeds;
    std::uint64_t own, from, to;  // ranks
    Share::Slot slot;             // slot of the first board
  };
  template <class Visit>
  void each_row(Visit&& visit) const {
    share_.each_block([&](std::uint64_t block, Share::Slot slot) {
      std::uint64_t left = share_.boards_in_block(block);
      for (Row row = row_of(block * share_.block_boards(), slot); left > 0; next(row)) {
        row.to = std::min(row.to, row.from + left);
        left -= row.to - row.from;
        visit(static_cast<const Row&>(row));
      }
    });
  }

  // The board without its owners.
  Board<W> board(const Row& row, std::uint64_t opp) const {
    return sides_.board(row.own_seeds, row.own, row.opp_seeds, opp);
  }
  const StateBoards<W>& state_boards() const { return state_boards_; }

 private:
  Row row_of(std::uint64_t number, Share::Slot slot) const {
    const std::uint64_t state = number / index_.size_of_state(seeds_);
    number %= index_.size_of_state(seeds_);
    const auto row = Sides<W>::row_of(index_, seeds_, number);
    return {state, row.own_seeds, row.opp_seeds, row.own, number - row.first, row.boards, slot};
  }
  void next(Row& row) const {
    row.slot += static_cast<Share::Slot>(row.to - row.from);
    row.from = 0;
    if (++row.own == index_.sides(row.own_seeds)) {
      ++row.own_seeds, --row.opp_seeds;
      row.own = 0;
    }
    if (row.opp_seeds < 0) {
      ++row.state;
      row.own_seeds = 0, row.opp_seeds = seeds_;
    }
    row.to = index_.sides(row.opp_seeds);
  }

  const Index& index_;
  const StateBoards<W> state_boards_;
  Sides<W> sides_;
  int seeds_ = 0;
  Share share_{1, 0, 1};
};

}  // namespace sow
