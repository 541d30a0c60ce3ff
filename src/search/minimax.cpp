#include "search/minimax.h"

#include <algorithm>
#include <bit>

#include "base/platform.h"
#include "board/kernel.h"

namespace sow {
namespace {

template <int W>
class MinimaxOf final : public Minimax {
 public:
  explicit MinimaxOf(std::shared_ptr<const AnyKernel> kernel)
      : owner_(std::move(kernel)),
        kernel_(static_cast<const Kernel<W>&>(*owner_)),
        has_stores_(kernel_.rules().has_stores()) {}

  Result search_among(MoveSet moves, const Position& position, int depth, const std::atomic<bool>& stop) override {
    stop_ = &stop;
    const Board<W> board = kernel_.pack(position);
    Result result{0, -infinite};
    Child<W> children[max_moves];
    const int n = kernel_.expand(board, kernel_.legal(board) & moves, children);
    for (int i = 0; i < n; ++i) {
      // Alpha is one below the best value, so that equally good moves are recognized as equal.
      const int value = after(children[i], depth, result.value - 1, infinite);
      if (value > result.value) result = {0, value};
      if (value == result.value) result.best |= set_of(children[i].move);
    }
    return stopped() ? Result{} : result;
  }

 private:
  static constexpr int infinite = 10'000;
  static constexpr std::uint64_t checkpoint_interval = 1024;  // nodes; a power of two

  bool stopped() const { return stop_->load(std::memory_order_relaxed); }

  // The value of the move that led to `child` for the player who made it. The same player moves again after an extra
  // turn.
  int after(const Child<W>& child, int depth, int alpha, int beta) {
    const int gain = child.gain;
    return child.same ? gain + value(child, depth - 1, alpha - gain, beta - gain)
                      : gain - value(child, depth - 1, gain - beta, gain - alpha);
  }

  // Fail-soft alpha-beta: exact between alpha and beta, an upper bound if <= alpha, a lower bound if >= beta.
  int value(const Child<W>& node, int depth, int alpha, int beta) {
    if (++nodes_ % checkpoint_interval == 0) checkpoint();
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

  // Material balance from the mover's view. Seeds in stores are already counted as gains along the line.
  int material(const Board<W>& b) const { return has_stores_ ? kernel_.held_in_owned(b) : kernel_.held(b); }

  const std::shared_ptr<const AnyKernel> owner_;
  const Kernel<W>& kernel_;
  bool has_stores_;
  const std::atomic<bool>* stop_ = nullptr;
  std::uint64_t nodes_ = 0;
};

}  // namespace

std::unique_ptr<Minimax> make_minimax(std::shared_ptr<const AnyKernel> kernel) {
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) -> std::unique_ptr<Minimax> {
    return std::make_unique<MinimaxOf<W>>(std::move(kernel));
  });
}

}  // namespace sow
