// The search behind Minimax, compiled for one kernel.
#pragma once

#include <algorithm>
#include <bit>

#include "board/any_kernel_for.h"
#include "search/minimax.h"

namespace sow {

// What the mover has more than the opponent: in the stores, and on the own side.
inline int store_margin(const ReferenceKernel&, const Position& p) { return p.store[0] - p.store[1]; }
inline int side_margin(const ReferenceKernel&, const Position& p) { return p.seeds_on(0) - p.seeds_on(1); }
template <Shape S, int N>
int store_margin(const FastKernel<S, N>&, const typename FastKernel<S, N>::Board& b) {
  constexpr int lane = FastKernel<S, N>::store_lane;
  return static_cast<int>(b.own.get(lane)) - static_cast<int>(b.opp.get(lane));
}
template <Shape S, int N>
int side_margin(const FastKernel<S, N>& kernel, const typename FastKernel<S, N>::Board& b) {
  return static_cast<int>(kernel.pits(b.own).sum()) - static_cast<int>(kernel.pits(b.opp).sum());
}

template <class Kernel>
class MinimaxFor final : public Minimax {
 public:
  using Board = typename Kernel::Board;

  explicit MinimaxFor(Kernel kernel) : kernel_(std::move(kernel)), has_stores_(kernel_.rules().has_stores()) {}

  Result search(const Position& position, int depth, const std::atomic<bool>& stop) override {
    stop_ = &stop;
    const Board board = kernel_.pack(position);
    Result result{0, -infinite};
    for (MoveSet rest = kernel_.moves(board); rest != 0; rest &= rest - 1) {
      const Move move = std::countr_zero(rest);
      // One below the best so far, so that equally good moves come out as equal.
      const int value = after(board, move, depth, result.value - 1, infinite);
      if (value > result.value) result = {0, value};
      if (value == result.value) result.best |= MoveSet{1} << move;
    }
    return stopped() ? Result{} : result;
  }

 private:
  static constexpr int infinite = 10'000;

  bool stopped() const { return stop_->load(std::memory_order_relaxed); }

  // The value of playing the move, seen by the player who plays it. PlayerSpec moves next is asked, never assumed.
  int after(const Board& board, Move move, int depth, int alpha, int beta) {
    Board child = board;
    const bool same_player = kernel_.play_unchecked(child, move);
    return same_player ? value(child, depth - 1, alpha, beta) : -value(child, depth - 1, -beta, -alpha);
  }

  // The value of the board for its mover. Exact between alpha and beta; a result <= alpha is an upper bound of the
  // value, one >= beta a lower bound.
  int value(const Board& board, int depth, int alpha, int beta) {
    if (stopped()) return 0;
    const MoveSet moves = kernel_.over(board) ? 0 : kernel_.moves(board);
    if (moves == 0) return stores(board) + kernel_.rest(board);
    if (depth == 0) return material(board);
    int best = -infinite;
    for (MoveSet rest = moves; rest != 0 && best < beta; rest &= rest - 1)
      best = std::max(best, after(board, std::countr_zero(rest), depth, std::max(alpha, best), beta));
    return best;
  }

  int stores(const Board& board) const { return has_stores_ ? store_margin(kernel_, board) : 0; }
  int material(const Board& board) const { return has_stores_ ? stores(board) : side_margin(kernel_, board); }

  Kernel kernel_;
  bool has_stores_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace sow
