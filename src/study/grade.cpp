#include "study/grade.h"

#include <algorithm>

namespace sow {

Grade grade_move(const Analysis& analysis, Move move) {
  const Line& best = analysis.lines.front();
  const Line& played =
      *std::find_if(analysis.lines.begin(), analysis.lines.end(), [&](const Line& line) { return line.move == move; });
  int low = -unbounded, high = -unbounded;  // bounds on the best margin of all other moves
  for (const Line& line : analysis.lines) {
    if (line.move == move) continue;
    low = std::max(low, line.margin.low);
    high = std::max(high, line.margin.high);
  }
  const auto loss = [](int margin, int played) { return std::max(0, margin - played) / double{seed_value}; };
  return {.best = best.move,
          .loss = loss(best.margin.value, played.margin.value),
          .low = loss(low, played.margin.high),
          .high = loss(high, played.margin.low)};
}

}  // namespace sow
