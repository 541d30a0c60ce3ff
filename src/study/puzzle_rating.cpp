#include "study/puzzle_rating.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "search/level.h"

namespace sow {
namespace {

constexpr int tries = 5;  // of a level that plays with random errors
constexpr int rated_levels = strongest_level - 1;
constexpr int lowest = 200, highest = 2400;

// The points that a player of this rating is expected to score against the levels.
double expected_points(double rating) {
  double points = 0;
  for (int level = weakest_level; level <= rated_levels; ++level)
    points += 1 / (1 + std::pow(10, (level_ratings[level - weakest_level] - rating) / 400));
  return points;
}

}  // namespace

double PuzzleRater::solved(const Game& game, std::span<const Move> line, int level) {
  const Player solver = game.position().mover;
  const int runs = is_random(level) ? tries : 1;
  int found = 0;
  for (int run = 0; run < runs && !stop_; ++run) {
    Random random(seed_ + static_cast<std::uint64_t>(run));
    Game played = game;
    found += std::all_of(line.begin(), line.end(), [&](Move move) {
      if (played.position().mover == solver && choose_move(analyzer_, played, level, {.stop = &stop_}, random) != move)
        return false;
      return played.play(move) == Legality::ok;
    });
  }
  return static_cast<double>(found) / runs;
}

int PuzzleRater::rate(const Game& game, std::span<const Move> line) {
  double points = 0;
  for (int level = weakest_level; level <= rated_levels; ++level) {
    analyzer_.clear();  // deeper results of other levels would make this one stronger
    points += 1 - solved(game, line, level);
  }
  int low = lowest, high = highest;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (expected_points(middle) < points ? low : high) = middle;
  }
  return high;
}

}  // namespace sow
