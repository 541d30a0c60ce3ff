// What a search reports, while it runs and at the end.
#pragma once

#include <functional>
#include <vector>

#include "board/layout.h"
#include "board/margin.h"

namespace sow {

struct Line {
  Move move = no_move;
  Margin margin;
  bool searched = false;  // false: only known not to beat the lines before it
  std::vector<Move> pv;   // begins with `move`
};

struct Analysis {
  int depth = 0, seldepth = 0;
  std::uint64_t nodes = 0, db_hits = 0;
  std::int64_t time_ms = 0;
  std::vector<Line> lines;  // best first, one for each legal move; empty when the game is over
  bool complete = false;    // nothing is left to find out: every asked-for line is proven

  Move best() const { return lines.empty() ? no_move : lines.front().move; }
};

// Called on the searching thread after each completed depth.
using OnProgress = std::function<void(const Analysis&)>;

}  // namespace sow
