// AnyKernel around a kernel known at compile time.
#pragma once

#include <type_traits>

#include "board/any_kernel.h"
#include "board/fast.h"
#include "board/perft.h"
#include "board/reference.h"

namespace sow {

template <class Kernel>
class AnyKernelFor final : public AnyKernel {
 public:
  explicit AnyKernelFor(Kernel kernel) : kernel_(std::move(kernel)) {}

  bool fast() const override { return !std::is_same_v<Kernel, ReferenceKernel>; }
  MoveSet moves(const Position& p) const override { return kernel_.moves(kernel_.pack(p)); }
  Position play_unchecked(const Position& p, Move move) const override {
    auto board = kernel_.pack(p);
    const bool same = kernel_.play_unchecked(board, move);
    return kernel_.unpack(board, same ? p.mover : other(p.mover));
  }
  bool over(const Position& p) const override { return kernel_.over(kernel_.pack(p)); }
  int rest(const Position& p) const override { return kernel_.rest(kernel_.pack(p)); }
  std::uint64_t perft(const Position& p, int depth) const override {
    return count_leaves(kernel_, kernel_.pack(p), depth);
  }

 private:
  Kernel kernel_;
};

// Calls make(kernel) with the fast kernel of shape S and N lanes if it holds these rules; returns null if not. Every folder
// that compiles a template per kernel goes through here. Search, minimax and databases are compiled in the width of the
// built-in game alone, as both widths would double the time the compiler takes; games of other widths use the reference
// kernel there.
template <Shape S, int N, class Make>
auto with_fast_kernel(const Ruleset& rules, int total, Make&& make) -> decltype(make(FastKernel<S, N>(rules, total))) {
  if (FastKernel<S, N>::fits(rules)) return make(FastKernel<S, N>(rules, total));
  return nullptr;
}

}  // namespace sow
