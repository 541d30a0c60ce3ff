// How many seeds a move gives away against the best one, and how much of that is proven.
#pragma once

#include "search/analysis.h"

namespace sow {

struct Grade {
  Move best = no_move;
  double loss = 0;           // seeds, never negative
  double low = 0, high = 0;  // proven bounds of the loss; `high` may be greater than any margin
  bool proven() const { return low == high; }
};

// The analysis must have scored every move, and the move must be legal.
Grade grade_move(const Analysis& analysis, Move move);

}  // namespace sow
