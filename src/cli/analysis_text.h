// An analysis for people: a table of moves, and one line of figures.
#pragma once

#include <string>

#include "game/game.h"
#include "search/analysis.h"

namespace sow {

// "+3.25", "-2"; a proven margin is marked "=", a proven bound "≥" or "≤", an estimate "~".
std::string margin_text(const Margin& margin);

// What is proven: "=+3", or "-4 to +4".
std::string interval_text(const Margin& margin);
// Whether the bounds say more than that nobody wins more seeds than there are.
bool says_more_than_the_board(const Margin& margin, const Position& position);

// One row for each searched move, best first: move, score, what is proven if that is not all, line.
std::string moves_table(const Game& game, const Analysis& analysis);

// "depth 14, 3.2 M nodes in 1.1 s, 2.9 M/s"
std::string figures_text(const Analysis& analysis);

// "1,234,567" and "12.3 M"
std::string grouped(std::uint64_t n);
std::string rounded(double n);
// "12.3 MB", "1.2 GB"
std::string gigabytes(double bytes);

}  // namespace sow
