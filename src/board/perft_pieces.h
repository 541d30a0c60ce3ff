// Perft in pieces of a few milliseconds, with progress reports and cancellation.
#pragma once

#include <atomic>
#include <bit>
#include <optional>

#include "board/kernel.h"

namespace sow {

// Like AnyKernel::perft, but returns nullopt if stopped. Calls on_piece(leaves, fraction) after each piece, with its
// approximate fraction of the whole; the fractions add up to `share`.
template <class OnPiece>
std::optional<std::uint64_t> perft_in_pieces(const AnyKernel& kernel, const Position& position, int depth,
                                             const std::atomic<bool>& stop, OnPiece&& on_piece, double share = 1) {
  constexpr int piece_depth = 7;
  if (stop) return std::nullopt;
  const MoveSet moves = depth > piece_depth && !kernel.ending(position) ? kernel.moves(position) : 0;
  if (moves == 0) {
    const std::uint64_t leaves = depth > piece_depth ? 0 : kernel.perft(position, depth);
    on_piece(leaves, share);
    return leaves;
  }
  std::uint64_t leaves = 0;
  for (MoveSet rest = moves; rest != 0; rest &= rest - 1) {
    Position after = position;
    kernel.play(after, std::countr_zero(rest));
    const auto below = perft_in_pieces(kernel, after, depth - 1, stop, on_piece, share / std::popcount(moves));
    if (!below) return std::nullopt;
    leaves += *below;
  }
  return leaves;
}

}  // namespace sow
