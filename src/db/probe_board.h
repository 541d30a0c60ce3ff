// What an endgame table proves of the margin of a board.
//
// Where it holds margins, that is the margin itself. Where it holds forced seeds, the mover can force f of the n seeds in
// the pits and the opponent g, the least that any move leaves to be forced there: the margin lies in [2f - n, n - 2g].
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "board/kernel.h"
#include "board/margin.h"
#include "db/endgame_table.h"

namespace sow {

// What each player gets of the n seeds in the pits if the game is over on this board.
template <int W>
std::pair<int, int> awards(const Kernel<W>& kernel, const Board<W>& board) {
  if (kernel.rules().rest == Rest::none && kernel.rules().stuck != Stuck::lose) return {0, 0};
  const int n = kernel.seeds(board), margin = kernel.rest(board);
  return {(n + margin) / 2, (n - margin) / 2};
}

// Seeds the opponent can force, where value(board) are those the mover can force on every board with as many seeds or
// fewer. `moves` are legal here.
template <int W, class Value>
int forced_by_opponent(const Kernel<W>& kernel, const Board<W>& board, MoveSet moves, Value&& value) {
  if (moves == 0) return awards(kernel, board).second;
  Child<W> children[max_moves];
  const int n = kernel.expand(board, moves, children);
  int least = max_seeds;
  for (const Child<W>* c = children; c != children + n; ++c) least = std::min(least, value(c->board));
  return least;
}

// The board has `seeds` seeds, at most table.stored(). Throws DamagedFile if it needs a file.
template <int W>
Margin probe_board(const Kernel<W>& kernel, const EndgameTable& table, const Board<W>& board, int seeds) {
  const auto look = [&](const Board<W>& b) { return seeds <= table.levels() ? table.at(b) : table.read(b); };
  const int value = look(board);
  if (table.kind() == DatabaseKind::margin) return Margin::exactly(value);
  return Margin::between(2 * value - seeds, seeds - 2 * forced_by_opponent(kernel, board, kernel.legal(board), look));
}

// Nothing if the value is in a file that turns out to be damaged.
template <int W>
std::optional<Margin> try_probe_board(const Kernel<W>& kernel, const EndgameTable& table, const Board<W>& board,
                                      int seeds) {
  try {
    return probe_board(kernel, table, board, seeds);
  } catch (const DamagedFile&) {
    return std::nullopt;
  }
}

}  // namespace sow
