// A number of at most table_key_bits bits that no other board of the game has: the key of the table.
//
// A board of up to six pits a side is its own key, six bytes for each side; asking it costs nothing, while the
// perfect index, which serves all others, takes a look-up for each pit (a tenth of a solver's time).
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
