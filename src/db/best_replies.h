// Values boards of games that never repeat by their moves: the best of gain ± the value of the board after the move.
//
// Boards are collected in batches, so that the values their moves lead to can be prefetched. finish() values the boards
// of a batch in the order in which they were added: a board may depend on an earlier one of the same batch.
#pragma once

#include <algorithm>
#include <array>

#include "db/sown_sides.h"

namespace sow {

template <int W>
class BestReplies {
 public:
  BestReplies(const Kernel<W>& kernel, const Index& index, const SownSides<W>& sown)
      : kernel_(kernel), index_(index), sown_(sown) {}

  // Adds a board whose value is written to `to`. find(own, opp) returns the address of the value of the board with
  // these ranks.
  template <class Find>
  void add(const Board<W>& board, MoveSet moves, const Index::Rank& own, const Index::Rank& opp, std::int8_t* to,
           Find&& find) {
    sown_.each_move(
        kernel_, index_, board, moves, own, opp,
        [&](const Index::Rank& mover, const Index::Rank& other, int gain, bool same) {
          const std::int8_t* const value = find(mover, other);
          __builtin_prefetch(value);
          replies_[reply_count_++] = {value, static_cast<std::int16_t>(gain), static_cast<std::int16_t>(same ? 1 : -1)};
        });
    entries_[count_++] = {to, reply_count_};
    if (count_ == batch_size) finish();
  }
  // Adds a board whose mover passes: its value is that of the board seen from the other side, negated.
  void add_pass(const std::int8_t* passed, std::int8_t* to) {
    replies_[reply_count_++] = {passed, 0, -1};
    entries_[count_++] = {to, reply_count_};
    if (count_ == batch_size) finish();
  }
  void finish() {
    const Reply* reply = replies_.data();
    for (int i = 0; i < count_; ++i) {
      int best = -max_seeds;
      for (const Reply* end = replies_.data() + entries_[i].end; reply != end; ++reply)
        best = std::max(best, reply->gain + reply->sign * *reply->value);
      *entries_[i].to = best;
    }
    count_ = reply_count_ = 0;
  }

 private:
  static constexpr int batch_size = 16;
  struct Reply {
    const std::int8_t* value;
    std::int16_t gain, sign;
  };
  struct Entry {
    std::int8_t* to;
    int end;  // end of its replies
  };

  const Kernel<W>& kernel_;
  const Index& index_;
  const SownSides<W>& sown_;
  std::array<Entry, batch_size> entries_;
  std::array<Reply, batch_size * max_moves> replies_;
  int count_ = 0, reply_count_ = 0;
};

}  // namespace sow
