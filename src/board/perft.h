// Counting the positions after so many plies: the test of a kernel, and its benchmark.
#pragma once

#include <bit>
#include <cstdint>

#include "board/position.h"

namespace sow {

// Makes the compiler believe that the board is used, so that a leaf is really made.
template <class Board>
inline void keep(const Board& board) {
  asm volatile("" : : "m"(board));
}

// Leaves at exactly this depth, each one made; games that end earlier count nothing.
template <class Kernel>
std::uint64_t count_leaves(const Kernel& kernel, const typename Kernel::Board& board, int depth) {
  if (depth == 0) return 1;
  if (kernel.over(board)) return 0;
  std::uint64_t leaves = 0;
  for (MoveSet rest = kernel.moves(board); rest != 0; rest &= rest - 1) {
    auto child = board;
    kernel.play_unchecked(child, std::countr_zero(rest));
    if (depth == 1) {
      keep(child);
      ++leaves;
    } else {
      leaves += count_leaves(kernel, child, depth - 1);
    }
  }
  return leaves;
}

}  // namespace sow
