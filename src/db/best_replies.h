// Margins of boards of games in which no board comes twice, by those of the boards that their moves lead to, all in memory.
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

  // The margin of a board with these moves and ranks is put `to` when the batch is finished; find(own, opp) is where that of
  // the board with these ranks is.
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
    if (count_ == most) finish();
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
  // Boards whose moves have been made but not looked up: while the memory answers, others are made.
  static constexpr int most = 16;
  struct Reply {
    const std::int8_t* value;
    std::int16_t gain, sign;
  };
  struct Entry {
    std::int8_t* to;
    int end;  // of its replies
  };

  const Kernel<W>& kernel_;
  const Index& index_;
  const SownSides<W>& sown_;
  std::array<Entry, most> entries_;
  std::array<Reply, most * max_moves> replies_;
  int count_ = 0, reply_count_ = 0;
};

}  // namespace sow
