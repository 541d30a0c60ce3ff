// Analyses and numbers as people read them in the terminal.
//
// Every score is the final margin of the game for the player to move, in seeds and with the stores included. A symbol
// shows how certain it is: = proven, ≥ and ≤ proven bounds, ~ estimated.
#pragma once

#include <string>

#include "game/game.h"
#include "search/analysis.h"

namespace sow {

// "=+3", "~-1.25". `margin` counts from the position on, as in an Analysis.
std::string score_text(const Position& position, const Margin& margin);

// The proven part of a score: "=+3", or "-4 to +4".
std::string score_bounds_text(const Position& position, const Margin& margin);
// False if the bounds only say that nobody can win more seeds than there are in the pits.
bool has_useful_bounds(const Position& position, const Margin& margin);

// One row for each searched move, best first: move, score, proven bounds if any, line.
std::string moves_table(const Game& game, const Analysis& analysis);

// "depth 14, 3.2 M nodes in 1.1 s, 2.9 M/s"
std::string search_stats_text(const Analysis& analysis);

// "1,234,567" and "12.3 M"
std::string grouped(std::uint64_t n);
std::string rounded(double n);
// "12.3 MB", "1.2 GB"
std::string gigabytes(double bytes);

}  // namespace sow
