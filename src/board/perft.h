// Perft: counts the positions at a given depth. It is used to test and benchmark kernels.
#pragma once

#include <cstdint>

#include "board/kernel.h"

namespace sow {

template <int W>
class Perft {
 public:
  // `total`: total number of seeds, for the majority rule.
  Perft(const Kernel<W>& kernel, int total) : kernel_(kernel), total_(total), majority_(kernel.rules().majority) {}

  // Number of leaves at exactly this depth. The stores `own` and `opp` are only needed for the majority rule.
  std::uint64_t count(const Board<W>& board, MoveSet moves, int own, int opp, int depth) const {
    if (majority_ && (2 * own > total_ || 2 * opp > total_ || own + opp == total_)) return 0;
    Child<W> children[max_moves];
    if (depth == 1) return kernel_.expand_leaves(board, moves, children);
    const int n = kernel_.expand(board, moves, children);
    std::uint64_t leaves = 0;
    for (const Child<W>* c = children; c != children + n; ++c)
      leaves += c->same ? count(c->board, c->moves, own + c->won(), opp + c->lost, depth - 1)
                        : count(c->board, c->moves, opp + c->lost, own + c->won(), depth - 1);
    return leaves;
  }

 private:
  const Kernel<W>& kernel_;
  const int total_;
  const bool majority_;
};

template <int W>
std::uint64_t count_leaves(const Kernel<W>& kernel, const Position& p, int depth) {
  if (depth == 0) return 1;
  const Board<W> board = kernel.pack(p);
  return Perft<W>(kernel, p.total()).count(board, kernel.legal(board), p.store[0], p.store[1], depth);
}

}  // namespace sow
