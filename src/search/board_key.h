// The key of a board in the transposition table: unique among all boards of the game, at most table_key_bits bits.
//
// With up to six pits per side, the board's own bytes are the key, which costs nothing. Larger boards use the perfect
// index, which needs one lookup per pit (about a tenth of the solver's time).
#pragma once

#include "db/index.h"
#include "search/table.h"

namespace sow {

inline constexpr int pits_in_key = table_key_bits / 16;

template <int W>
Table::Key board_key(const Index& index, const Board<W>& board) {
  if constexpr (W == 8)
    if (index.pits() <= pits_in_key) return Table::Key{board.own.w[0]} << table_key_bits / 2 | board.opp.w[0];
  return index.key(board);
}

}  // namespace sow
