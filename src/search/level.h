// Ten playing strengths, from beginner to full strength.
#pragma once

#include <array>

#include "board/random_move.h"
#include "search/analyzer.h"
#include "search/options.h"

namespace sow {

inline constexpr int weakest_level = options::level.min, strongest_level = options::level.max;

// Approximate Elo rating of each level, averaged over owari, oware, and kalah; random play is 0 (docs/strength.md).
inline constexpr std::array<int, strongest_level> level_ratings = {250,  600,  900,  1100, 1300,
                                                                   1450, 1600, 1750, 1900, 2150};

// Whether the moves of this level depend on random numbers.
bool is_random(int level);

// The move chosen at this level, or no_move if the game is over. Levels below the strongest set `limits.lines` and
// lower `limits.depth` to their own depth.
Move choose_move(Analyzer& analyzer, const Game& game, int level, Limits limits, Random& random);

}  // namespace sow
