#include "search/level.h"

#include <algorithm>
#include <array>

namespace sow {
namespace {

// How far a level looks, and how badly it misjudges: up to so many hundredths of a seed either way on every move.
// docs/strength.md has the match of each level against the one below.
struct Level {
  int depth, error;
};
constexpr std::array<Level, strongest_level - 1> levels = {
    {{1, 2000}, {1, 350}, {2, 250}, {3, 180}, {4, 120}, {5, 60}, {7, 40}, {9, 20}, {12, 0}}};

}  // namespace

bool rolls_dice(int level) { return level < strongest_level && levels[level - weakest_level].error > 0; }

Move choose_move(Engine& engine, const Game& game, int level, Limits limits, Random& random) {
  if (level >= strongest_level) return engine.analyze(game, limits).best();
  const Level& l = levels[level - weakest_level];
  limits.depth = std::min(limits.depth, l.depth);
  limits.lines = l.error > 0 ? max_moves : 1;
  const Analysis analysis = engine.analyze(game, limits);
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
