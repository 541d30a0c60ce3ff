// Advice for a person at the board: a move, why it is good, and how the game ends with it.
#pragma once

#include <span>
#include <string>

#include "game/game.h"
#include "search/analysis.h"
#include "search/limits.h"

namespace sow {

// How long to think for a hint: as many nodes whatever else the machine does, so that the advice is always as good.
inline Limits hint_limits(const std::atomic<bool>& stop) {
  Limits limits;
  limits.nodes = 1'000'000;
  limits.stop = &stop;
  return limits;
}

// What speaks for the first move of a line, read off the line: "takes 5; saves the 4 in C2; leaves nothing to take; then E4
// takes 3". The line is not empty and begins in this game.
std::string reasons(const Game& game, std::span<const Move> line);

// How the game ends with this margin, what is in the stores included: "South wins by 4, proven", "North leads by about 1.5".
std::string verdict(const Position& position, const Margin& margin);

// The first move of a line, its reasons and its verdict: "E4: takes 5; leaves nothing to take. South wins by 4, proven".
std::string hint(const Game& game, const Line& line);

// In an analysis of a game in which the opponent moves out of turn: the best line that begins by taking something. Null if nothing
// is threatened.
const Line* threat(const Game& game, const Analysis& analysis);

}  // namespace sow
