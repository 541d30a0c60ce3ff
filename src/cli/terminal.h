// Output for people, on a terminal or through pipes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "board/notation.h"

namespace sow {

// Whether to use color on standard output (NO_COLOR, TERM).
bool wants_color();

// Colors for the board: one for each player's seeds, the rest faint.
Paint board_paint();

bool input_is_terminal();
bool output_is_terminal();

// The width of the terminal behind a file descriptor, or else COLUMNS, or else 0.
std::size_t columns_of(int fd);

// Wraps text to the width of standard output, if known.
std::string fitted(std::string_view text);
// Draws a board, narrower if it does not fit.
std::string fitted_picture(const Ruleset& rules, const Position& position, const Paint& paint = nullptr);

}  // namespace sow
