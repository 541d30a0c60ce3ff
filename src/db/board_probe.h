// Probes many boards. Boards are collected and their values prefetched, which hides the latency of memory.
#pragma once

#include <array>
#include <cstddef>

#include "db/probe_board.h"

namespace sow {

template <int W, class Tag>
class BoardProbe {
 public:
  BoardProbe(const Kernel<W>& kernel, const EndgameTable& table) : kernel_(kernel), table_(table) {}

  bool full() const { return count_ == pending_.size(); }

  // Requires !full(). The tag is passed to flush().
  void add(const Board<W>& board, Tag tag) {
    Pending& next = pending_[count_++];
    next = {board, kernel_.seeds(board), tag};
    if (table_.in_memory(next.seeds)) __builtin_prefetch(table_.level(next.seeds) + table_.index().number(next.board));
  }

  // Calls answer(tag, margin) for each board, in order. The bounds are ± all seeds if the table does not
  // have its level. Throws DamagedFile.
  template <class Answer>
  void flush(Answer&& answer) {
    for (std::size_t i = 0; i < count_; ++i) {
      const Pending& p = pending_[i];
      answer(p.tag,
             table_.has(p.seeds) ? probe_board(kernel_, table_, p.board, p.seeds) : Margin::between(-p.seeds, p.seeds));
    }
    count_ = 0;
  }

 private:
  struct Pending {
    Board<W> board;
    int seeds;
    Tag tag;
  };

  const Kernel<W>& kernel_;
  const EndgameTable& table_;
  std::array<Pending, 32> pending_;
  std::size_t count_ = 0;
};

}  // namespace sow
