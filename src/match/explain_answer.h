// Explains to the author of a program why its answer was not a legal move.
#pragma once

#include <string>
#include <string_view>

#include "game/game.h"

namespace sow {

// "answered 'b': b belongs to North; South's pits are A–F (empty: B). Legal moves in 3-0-…-S: A C D E F". The game must
// not be over and the text must not be a legal move.
std::string explain_answer(const Game& game, std::string_view text);

}  // namespace sow
