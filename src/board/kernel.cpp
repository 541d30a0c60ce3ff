#include "board/kernel.h"

#include "board/fixed_shapes.h"
#include "board/perft.h"
#include "board/table_kernel.h"

namespace sow {
namespace {

// The kernel compiled for the shape of the game, or null.
template <int W, std::size_t I = 0>
std::unique_ptr<AnyKernel> make_fixed(const Ruleset& rules, int total) {
  if constexpr (I < std::size(fixed_shapes)) {
    if constexpr (fixed_shapes[I].width == W) {
      constexpr Shape shape = fixed_shapes[I].shape;
      if (shape_of(rules) == shape) return std::make_unique<TableKernel<W, Fixed<shape>>>(rules, total);
    }
    return make_fixed<W, I + 1>(rules, total);
  }
  return nullptr;
}

template <int W>
std::unique_ptr<AnyKernel> make(const Ruleset& rules, int total) {
  if (auto kernel = make_fixed<W>(rules, total)) return kernel;
  return std::make_unique<TableKernel<W, Dynamic>>(rules, total);
}

}  // namespace

template <int W>
MoveSet Kernel<W>::moves(const Position& position) const {
  return legal(pack(position));
}

template <int W>
int Kernel<W>::play(Position& p, Move move) const {
  Child child;
  make(pack(p), move, child);
  p.store[0] += child.won();
  p.store[1] += child.lost;
  if (!child.same) p.turn();
  unpack(child.board, rules(), p);
  return child.taken;
}

template <int W>
bool Kernel<W>::settle(Position& p) const {
  Board board = pack(p);
  if (!pass(board)) return false;
  p.turn();
  return true;
}

template <int W>
std::uint64_t Kernel<W>::perft(const Position& position, int depth) const {
  return count_leaves(*this, position, depth);
}

template class Kernel<8>;
template class Kernel<16>;
template class Kernel<32>;

std::string_view kernel_name(const Ruleset& rules) { return make_kernel(rules, 1)->compiled() ? "compiled" : "table"; }

std::unique_ptr<AnyKernel> make_kernel(const Ruleset& rules, int total) {
  switch (board_width(rules)) {
    case 8: return make<8>(rules, total);
    case 16: return make<16>(rules, total);
    default: return make<32>(rules, total);
  }
}

}  // namespace sow
