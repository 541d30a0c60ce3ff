// The simple ways to choose a move, each looking one or two moves ahead.
//
// A player holds the seeds in the player's store, or in a game without stores those on the player's side; when the game is over,
// what the rules award.
#pragma once

#include "board/kernel.h"

namespace sow {

// What all strategies are: of the legal moves, those they like equally well. The game is not over.
using Strategy = MoveSet (*)(const AnyKernel& kernel, const Position& position);

MoveSet any_move(const AnyKernel& kernel, const Position& position);

// The mover holds most after the move.
MoveSet greedy_moves(const AnyKernel& kernel, const Position& position);

// The opponent can take fewest seeds with the reply: captures, and what the end of the game awards; seeds that are
// only sown into the store are not taken.
MoveSet cautious_moves(const AnyKernel& kernel, const Position& position);

// The opponent, replying so as to hold most, holds least.
MoveSet spoiler_moves(const AnyKernel& kernel, const Position& position);

// Seeds the player holds.
int held(const AnyKernel& kernel, const Position& position, Player player);

// The most the player to move can take with one move; see cautious_moves. Nothing if the game is over.
int most_taken(const AnyKernel& kernel, const Position& position);

}  // namespace sow
