// Talking with a person, on a terminal or through pipes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "board/notation.h"

namespace sow {

// Whether standard output is a terminal that wants colour (NO_COLOR, TERM).
bool wants_colour();

// Colours for the board: South's seeds, North's, and the rest faint.
Paint board_paint();

// Whether a person is there who types, and sees what is printed.
bool input_is_terminal();
bool output_is_terminal();

// How wide the terminal behind a file descriptor is; what COLUMNS says if it is none; 0 if nobody knows.
std::size_t columns_of(int fd);

// For people to read, on standard output: lines are broken between words if the width is known.
std::string fitted(std::string_view text);
// A board, drawn narrower where it does not fit.
std::string fitted_picture(const Ruleset& rules, const Position& position, const Paint& paint = nullptr);

}  // namespace sow
