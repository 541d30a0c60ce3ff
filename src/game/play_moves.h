// Moves given as text, played: the one place where a move that cannot be played becomes an error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "game/game.h"

namespace sow {

// Says why in a sentence: "E4 is empty", "b is North's pit, but South is to move".
class IllegalMove : public Error {
 public:
  using Error::Error;
};

// The move of this text, which can be played now. Throws IllegalMove.
Move read_move(const Game& game, std::string_view text);

// Throw IllegalMove and leave the game as it was.
void play_move(Game& game, Move move);
Move play_move(Game& game, std::string_view text);

// Moves run together, spaces allowed: "FfE", "F f E", "C>d<E2". A move is a letter with what follows it up to the next
// letter or space; whether it means anything is not asked.
std::vector<std::string_view> split_moves(std::string_view text);

// Plays moves run together. Throws IllegalMove with the number of the wrong one, "move 3: E4 is empty"; those before it
// stay played. The moves have a budget (budget.h).
void play_moves(Game& game, std::string_view text);

}  // namespace sow
