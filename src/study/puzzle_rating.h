// The difficulty of a puzzle, measured by which of the engine's levels solve it.
#pragma once

#include <atomic>
#include <span>

#include "game/game.h"
#include "search/analyzer.h"

namespace sow {

class PuzzleRater {
 public:
  // `stop` must outlive the rater.
  PuzzleRater(const std::atomic<bool>& stop, std::uint64_t seed)
      : stop_(stop), analyzer_({.threads = 1, .hash_bytes = mebibytes(1)}), seed_(seed) {}

  // The Elo rating of the puzzle, treated as an opponent that a level beats by solving it: the rating at which a player
  // would be expected to score as many points as the puzzle does. A level solves a line if it finds every move of the
  // player who starts. Deterministic.
  int rate(const Game& game, std::span<const Move> line);

 private:
  // The share of tries in which the level finds the line.
  double solved(const Game& game, std::span<const Move> line, int level);

  const std::atomic<bool>& stop_;
  Analyzer analyzer_;
  std::uint64_t seed_;
};

}  // namespace sow
