// A look a few plies ahead that ends in estimates: plain alpha-beta without memory. It proves nothing; the solver puts
// moves in order by it.
#pragma once

#include <algorithm>
#include <bit>

#include "board/position.h"
#include "search/evaluation.h"
#include "search/score.h"

namespace sow {

template <class Kernel>
class Glance {
 public:
  using Board = typename Kernel::Board;

  Glance(const Kernel& kernel, const Evaluation& evaluation) : kernel_(kernel), evaluation_(evaluation) {}

  // Hundredths of a seed from the mover's view.
  int operator()(const Board& board, int seeds, int depth, int alpha = -infinite, int beta = infinite) const {
    if (kernel_.side_empty(board)) return kernel_.rest(board) * seed_value;
    MoveSet moves = kernel_.moves(board);
    if (moves == 0) return kernel_.rest(board) * seed_value;
    if (depth <= 0) return evaluation_(board, seeds);
    int best = -infinite;
    while (moves != 0 && best < beta) {
      const Move move = static_cast<Move>(std::bit_width(moves)) - 1;
      moves &= ~(MoveSet{1} << move);
      Board child = board;
      const bool same = kernel_.play_unchecked(child, move);
      const int taken = kernel_.bank(child), gain = taken * seed_value, low = std::max(alpha, best);
      best = std::max(best, same ? gain + (*this)(child, seeds - taken, depth - 1, low - gain, beta - gain)
                                 : gain - (*this)(child, seeds - taken, depth - 1, gain - beta, gain - low));
    }
    return best;
  }

 private:
  static constexpr int infinite = 1'000'000;

  const Kernel& kernel_;
  const Evaluation& evaluation_;
};

}  // namespace sow
