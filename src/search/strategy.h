// Simple strategies that look one or two moves ahead.
//
// "Held" seeds are those in a player's store, or on a player's side in games without stores, plus any seeds awarded at
// the end of the game.
#pragma once

#include "board/kernel.h"

namespace sow {

// Returns all moves that the strategy considers equally good. The game must not be over.
using Strategy = MoveSet (*)(const AnyKernel& kernel, const Position& position);

MoveSet any_move(const AnyKernel& kernel, const Position& position);

// Maximizes the seeds the mover holds after the move.
MoveSet greedy_moves(const AnyKernel& kernel, const Position& position);

// Minimizes the seeds the opponent can take with the reply: captures and seeds awarded at the end of the game, but not
// seeds sown into the store.
MoveSet cautious_moves(const AnyKernel& kernel, const Position& position);

// Minimizes the seeds the opponent holds after a greedy reply.
MoveSet spoiler_moves(const AnyKernel& kernel, const Position& position);

int held(const AnyKernel& kernel, const Position& position, Player player);

// The most seeds the player to move can take with one move; see cautious_moves. 0 if the game is over.
int max_taken(const AnyKernel& kernel, const Position& position);

}  // namespace sow
