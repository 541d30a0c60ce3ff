// The result of a search, reported after every completed depth and at the end.
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
  bool searched = false;  // if false, there is no score: the move is only known not to beat the lines before it
  std::vector<Move> pv;   // principal variation, starting with `move`
};

struct Analysis {
  int depth = 0, seldepth = 0;
  std::uint64_t nodes = 0, db_hits = 0;
  std::int64_t time_ms = 0;
  std::optional<Margin> margin;  // score of the position; empty if the search was stopped before it found one
  std::vector<Line> lines;       // one per legal move, best first; empty when the game is over
  bool complete = false;         // every requested line is proven

  Move best() const { return lines.empty() ? no_move : lines.front().move; }
};

// Sort order of lines: searched lines first, by score.
inline bool better(const Line& a, const Line& b) {
  return a.searched != b.searched ? a.searched : a.margin.value > b.margin.value;
}

// The score of the position: its bounds are the highest lower bound and the highest upper bound of all lines.
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
