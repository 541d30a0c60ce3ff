// Plays moves given as text. All illegal moves are reported here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "game/game.h"

namespace sow {

// The message explains the reason: "E4 is empty", "b is North's pit, but South is to move".
class IllegalMove : public Error {
 public:
  using Error::Error;
};

// Parses a move and checks that it is legal. Throws IllegalMove.
Move read_move(const Game& game, std::string_view text);

// Throw IllegalMove and leave the game unchanged if the move is illegal.
void play_move(Game& game, Move move);
Move play_move(Game& game, std::string_view text);

// Splits moves with or without spaces between them: "FfE", "F f E", "C>d<E2". A move is a letter and everything up to
// the next letter or space; it is not checked further.
std::vector<std::string_view> split_moves(std::string_view text);

// Plays a list of moves within the default Budget. Throws IllegalMove with the number of the first illegal move ("move
// 3: E4 is empty"); the moves before it stay played.
void play_moves(Game& game, std::string_view text);

}  // namespace sow
