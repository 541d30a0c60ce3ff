// Ten strengths of play, from one a child beats to all the engine has.
#pragma once

#include <array>

#include "board/random_move.h"
#include "search/engine.h"
#include "search/options.h"

namespace sow {

inline constexpr int weakest_level = options::level.least, strongest_level = options::level.most;

// About how many Elo points each level stands above a player who moves at random, the mean of owari, oware and kalah
// (docs/strength.md).
inline constexpr std::array<int, strongest_level> level_ratings = {250,  600,  900,  1100, 1300,
                                                                   1450, 1600, 1750, 1900, 2150};

// Whether players of this level choose by dice.
bool rolls_dice(int level);

// The move a player of this level makes; below the strongest it depends on the dice. no_move if the game is over.
// `limits` bounds the strongest level; the level sets its lines, and its depth at most.
Move choose_move(Engine& engine, const Game& game, int level, Limits limits, Random& random);

}  // namespace sow
