#include "search/minimax.h"

#include <algorithm>
#include <bit>

#include "board/kernel.h"

namespace sow {
namespace {

template <int W>
class MinimaxOf final : public Minimax {
 public:
  explicit MinimaxOf(std::unique_ptr<AnyKernel> kernel)
      : owned_(std::move(kernel)),
        kernel_(static_cast<const Kernel<W>&>(*owned_)),
        has_stores_(kernel_.rules().has_stores()) {}

  Result search(const Position& position, int depth, const std::atomic<bool>& stop) override {
    stop_ = &stop;
    const Board<W> board = kernel_.pack(position);
    Result result{0, -infinite};
    Child<W> children[max_moves];
    const int n = kernel_.expand(board, kernel_.legal(board), children);
    for (int i = 0; i < n; ++i) {
      // One below the best so far, so that equally good moves come out as equal.
      const int value = after(children[i], depth, result.value - 1, infinite);
      if (value > result.value) result = {0, value};
      if (value == result.value) result.best |= set_of(children[i].move);
    }
    return stopped() ? Result{} : result;
  }

 private:
  static constexpr int infinite = 10'000;

  bool stopped() const { return stop_->load(std::memory_order_relaxed); }

  // The value of the move that led here, seen by the player who made it. Who moves next is asked, never assumed.
  int after(const Child<W>& child, int depth, int alpha, int beta) {
    const int gain = child.gain;
    return child.same ? gain + value(child, depth - 1, alpha - gain, beta - gain)
                      : gain - value(child, depth - 1, gain - beta, gain - alpha);
  }

  // The value of the board for its mover. Exact between alpha and beta; a result <= alpha is an upper bound of the
  // value, one >= beta a lower bound.
  int value(const Child<W>& node, int depth, int alpha, int beta) {
    if (stopped()) return 0;
    if (node.moves == 0) return kernel_.rest(node.board);
    if (depth == 0) return material(node.board);
    int best = -infinite;
    for (MoveSet rest = node.moves; rest != 0 && best < beta; rest &= rest - 1) {
      Child<W> child;
      kernel_.make(node.board, std::countr_zero(rest), child);
      best = std::max(best, after(child, depth, std::max(alpha, best), beta));
    }
    return best;
  }

  // What the mover holds more than the opponent, apart from the stores, which are counted as they are filled.
  int material(const Board<W>& b) const { return has_stores_ ? kernel_.held_in_owned(b) : kernel_.held(b); }

  std::unique_ptr<AnyKernel> owned_;
  const Kernel<W>& kernel_;
  bool has_stores_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace

std::unique_ptr<Minimax> make_minimax(const Ruleset& rules, int total) {
  auto kernel = make_kernel(rules, total);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) -> std::unique_ptr<Minimax> {
    return std::make_unique<MinimaxOf<W>>(std::move(kernel));
  });
}

}  // namespace sow
