// The margin of a board as far as an endgame table proves it.
//
// A table of margins gives the margin itself. In a table of forced seeds, the mover can force f of the n seeds in the
// pits and the opponent g, the minimum of f after any move: the margin is between 2f - n and n - 2g.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "board/kernel.h"
#include "board/margin.h"
#include "db/endgame_table.h"

namespace sow {

// Seeds of the mover and of the opponent if the game is over on this board.
template <int W>
std::pair<int, int> awards(const Kernel<W>& kernel, const Board<W>& board) {
  if (kernel.rules().rest == Rest::none && kernel.rules().stuck != Stuck::lose) return {0, 0};
  const int n = kernel.seeds(board), margin = kernel.rest(board);
  return {(n + margin) / 2, (n - margin) / 2};
}

// Seeds the opponent can force. value(board) is what the mover can force on a board with at most as many seeds. `moves`
// are the legal moves here.
template <int W, class Value>
int forced_by_opponent(const Kernel<W>& kernel, const Board<W>& board, MoveSet moves, Value&& value) {
  if (moves == 0) return awards(kernel, board).second;
  Child<W> children[max_moves];
  const int n = kernel.expand(board, moves, children);
  int lowest = max_seeds;
  for (const Child<W>* c = children; c != children + n; ++c) lowest = std::min(lowest, value(c->board));
  return lowest;
}

// The board has `seeds` seeds, and the table has their level. Throws DamagedFile if it has to read a damaged file.
template <int W>
Margin probe_board(const Kernel<W>& kernel, const EndgameTable& table, const Board<W>& board, int seeds) {
  const auto look = [&](const Board<W>& b) { return table.in_memory(seeds) ? table.at(b) : table.read(b); };
  const int value = look(board);
  if (table.kind() == DatabaseKind::margin) return Margin::exactly(value);
  return Margin::between(2 * value - seeds, seeds - 2 * forced_by_opponent(kernel, board, kernel.legal(board), look));
}

// The same, or nothing if the file is damaged.
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
