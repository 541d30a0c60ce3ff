// What a search reports, while it runs and at the end.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
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
  std::optional<Margin> margin;  // of the position; none if the search was stopped before it had any
  std::vector<Line> lines;       // best first, one for each legal move; empty when the game is over
  bool complete = false;         // nothing is left to find out: every asked-for line is proven

  Move best() const { return lines.empty() ? no_move : lines.front().move; }
};

// The best comes first: what was searched, by its value.
inline bool better(const Line& a, const Line& b) {
  return a.searched != b.searched ? a.searched : a.margin.value > b.margin.value;
}

// What the lines prove of the position: the mover can have the best of their lower bounds, and no more than the best of
// their upper ones.
inline std::optional<Margin> margin_of(const std::vector<Line>& lines) {
  if (lines.empty() || !lines.front().searched) return std::nullopt;
  Margin margin = lines.front().margin;
  for (const Line& line : lines) {
    margin.low = std::max(margin.low, line.margin.low);
    margin.high = std::max(margin.high, line.margin.high);
  }
  return margin;
}

// Called on the searching thread after each completed depth.
using OnProgress = std::function<void(const Analysis&)>;

}  // namespace sow
