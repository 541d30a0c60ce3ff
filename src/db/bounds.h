// What a database says about the margin of a board.
//
// Where it holds margins, that is the margin itself. Where it holds forced seeds, the mover can force f of the n seeds in
// the pits and the opponent g, the least that any move leaves to be forced there: the margin lies in [2f - n, n - 2g].
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "db/margins.h"

namespace sow {

struct Bounds {
  int low, high;
  bool exact() const { return low == high; }
  // The same seen one ply up, where the move that led here earned `gain`.
  Bounds up(int gain, bool same) const {
    return same ? Bounds{gain + low, gain + high} : Bounds{gain - high, gain - low};
  }
};

// What each player gets of the n seeds in the pits if the game ends here with this margin.
template <class Kernel>
std::pair<int, int> awards(const Kernel& kernel, const typename Kernel::Board& board) {
  if (kernel.rules().rest == Rest::none && kernel.rules().stuck != Stuck::lose) return {0, 0};
  const int n = kernel.seeds_in_pits(board), margin = kernel.rest(board);
  return {(n + margin) / 2, (n - margin) / 2};
}

// Seeds the opponent can force where the mover can force what `look` says of every board with as many seeds or fewer.
template <class Kernel, class Look>
int forced_by_opponent(const Kernel& kernel, const typename Kernel::Board& board, Look&& look) {
  MoveSet moves = kernel.side_empty(board) ? 0 : kernel.moves(board);
  if (moves == 0) return awards(kernel, board).second;
  int least = max_seeds;
  for (; moves != 0; moves &= moves - 1) {
    auto child = board;
    kernel.play_unchecked(child, std::countr_zero(moves));
    kernel.bank(child);
    least = std::min(least, look(child));
  }
  return least;
}

// The board has `seeds` seeds, at most margins.stored(). Throws DamagedFile if it needs a file.
template <class Kernel>
Bounds look_up(const Kernel& kernel, const Margins& margins, const typename Kernel::Board& board, int seeds) {
  const auto look = [&](const auto& b) { return seeds <= margins.levels() ? margins(b) : margins.look(b); };
  const int value = look(board);
  if (margins.holds() == Holds::margin) return {value, value};
  return {2 * value - seeds, seeds - 2 * forced_by_opponent(kernel, board, look)};
}

// Nothing if the value is in a file that turns out to be damaged.
template <class Kernel>
std::optional<Bounds> try_look_up(const Kernel& kernel, const Margins& margins, const typename Kernel::Board& board,
                                  int seeds) {
  if (seeds <= margins.levels()) return look_up(kernel, margins, board, seeds);
  try {
    return look_up(kernel, margins, board, seeds);
  } catch (const DamagedFile&) {
    return std::nullopt;
  }
}

}  // namespace sow
