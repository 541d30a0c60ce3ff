// Talking with a person, on a terminal or through pipes.
#pragma once

#include <optional>
#include <string>

#include "board/notation.h"

namespace sow {

// Whether standard output is a terminal that wants colour (NO_COLOR, TERM).
bool wants_colour();

// Colours for the board: South's seeds, North's, and the rest faint.
Paint board_paint();

bool input_is_terminal();

}  // namespace sow
