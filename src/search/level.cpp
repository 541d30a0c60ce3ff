#include "search/level.h"

#include <algorithm>
#include <array>

namespace sow {
namespace {

// docs/strength.md has the result of each level against the one below.
struct Level {
  int depth;
  int error;  // largest random error added to each move's score, in hundredths of a seed
};
constexpr std::array<Level, strongest_level - 1> levels = {
    {{1, 2000}, {1, 350}, {2, 250}, {3, 180}, {4, 120}, {5, 60}, {7, 40}, {9, 20}, {12, 0}}};

}  // namespace

bool is_random(int level) { return level < strongest_level && levels[level - weakest_level].error > 0; }

Move choose_move(Analyzer& analyzer, const Game& game, int level, Limits limits, Random& random) {
  if (level >= strongest_level) return analyzer.analyze(game, limits).best();
  const Level& l = levels[level - weakest_level];
  limits.depth = std::min(limits.depth, l.depth);
  limits.lines = l.error > 0 ? max_moves : 1;
  const Analysis analysis = analyzer.analyze(game, limits);
  Move best = no_move;
  int best_value = 0;
  for (const Line& line : analysis.lines) {
    const auto error = l.error > 0 ? static_cast<int>(random() % (2u * l.error + 1)) - l.error : 0;
    if (best == no_move || (line.searched && line.margin.value + error > best_value)) {
      best = line.move;
      best_value = line.margin.value + error;
    }
  }
  return best;
}

}  // namespace sow
