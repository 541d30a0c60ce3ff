// Alpha-beta to a small depth with static evaluation at the leaves, without a transposition table. The solver uses it
// for move ordering.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>

#include "board/kernel.h"
#include "board/margin.h"
#include "search/evaluation.h"

namespace sow {

template <int W>
class ShallowSearch {
 public:
  ShallowSearch(const Kernel<W>& kernel, const Evaluation& evaluation, const std::atomic<bool>& stop)
      : kernel_(kernel), evaluation_(evaluation), stop_(stop) {}

  // Hundredths of a seed from the mover's view. Returns early, with a meaningless result, when `stop` is set.
  int operator()(const Board<W>& board, MoveSet moves, int seeds, int depth, int alpha = -infinite,
                 int beta = infinite) const {
    if (moves == 0) return kernel_.rest(board) * seed_value;
    if (depth <= 0) return evaluation_(board, seeds);
    int best = -infinite;
    while (moves != 0 && best < beta && !stop_.load(std::memory_order_relaxed)) {
      const Move move = std::bit_width(moves) - 1;
      moves &= ~set_of(move);
      Child<W> c;
      kernel_.make(board, move, c);
      const int gain = c.gain * seed_value, low = std::max(alpha, best);
      best =
          std::max(best, c.same ? gain + (*this)(c.board, c.moves, seeds - c.out, depth - 1, low - gain, beta - gain)
                                : gain - (*this)(c.board, c.moves, seeds - c.out, depth - 1, gain - beta, gain - low));
    }
    return best;
  }

 private:
  static constexpr int infinite = 1'000'000;

  const Kernel<W>& kernel_;
  const Evaluation& evaluation_;
  const std::atomic<bool>& stop_;
};

}  // namespace sow
