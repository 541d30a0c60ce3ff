// Captures as a player sees them on the board: the seeds that are in the opponent's pits before the move.
#pragma once

#include <optional>

#include "board/trace.h"
#include "game/game.h"

namespace sow {

inline constexpr int min_mentioned = 2;  // seeds: capturing or losing a single one is not worth mentioning

struct Capture {
  Move move = no_move;
  Hole pit = {};  // the largest pit captured, seen by the player who captures
  int seeds = 0;  // in all pits captured
};

// The opponent's pits that a move captures.
MoveSet captured_pits(const Trace& trace);

// What a legal move captures; no seeds if it captures nothing.
Capture capture_by(const Ruleset& rules, const Position& position, Move move);

// The largest capture of the player to move in this position of the game, if it is worth mentioning.
std::optional<Capture> largest_capture(const Game& game, const Position& position);

}  // namespace sow
