// Why an answer of a program was no move, for whoever wrote the program.
#pragma once

#include <string>
#include <string_view>

#include "game/game.h"

namespace sow {

// "answered 'b': b is North's; South's pits are A–F, of which B is empty. Legal in 3-0-…-S: A C D E F". The game is not
// over, and the text is no legal move.
std::string explain_answer(const Game& game, std::string_view text);

}  // namespace sow
