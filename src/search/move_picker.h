// Yields moves in descending order of their ordering score, and moves that other threads are searching last (ABDADA).
#pragma once

#include <algorithm>

#include "search/busy_boards.h"

namespace sow {

// Uninitialized by default: every node has an array of them.
struct OrderedMove {
  int order;       // ordering score
  int index;       // index of the child
  int rank;        // 0 for the move with the highest score; set by MovePicker
  Table::Key key;  // key of the child's board
};

class MovePicker {
 public:
  // `busy` may be null. Moves with a lower rank than `first_deferrable` are never deferred.
  MovePicker(OrderedMove* moves, int count, const BusyBoards* busy, int first_deferrable = 0)
      : moves_(moves), count_(count), busy_(busy), first_deferrable_(first_deferrable) {}

  // Null if there are no moves left.
  const OrderedMove* next() {
    while (next_ < count_) {
      OrderedMove& move = moves_[next_];
      std::swap(move, *std::max_element(moves_ + next_, moves_ + count_,
                                        [](const OrderedMove& a, const OrderedMove& b) { return a.order < b.order; }));
      move.rank = next_++;
      if (busy_ == nullptr || move.rank < first_deferrable_ || !busy_->has(move.key)) return &move;
      std::swap(moves_[deferred_++], move);
    }
    return next_deferred_ < deferred_ ? &moves_[next_deferred_++] : nullptr;
  }

  // Skips all moves except the deferred ones.
  void skip_to_deferred() { next_ = count_; }

 private:
  OrderedMove* const moves_;
  const int count_;
  const BusyBoards* const busy_;
  const int first_deferrable_;
  int next_ = 0, deferred_ = 0, next_deferred_ = 0;  // deferred moves are at the front of moves_
};

}  // namespace sow
