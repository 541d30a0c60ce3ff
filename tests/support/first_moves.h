// Some legal moves of a game, for requests.
#pragma once

#include <bit>
#include <string>
#include <vector>

#include "board/notation.h"
#include "game/game.h"
#include "rules/catalog.h"

namespace sow::tests {

// Up to `count` moves, always the first legal one.
inline std::vector<std::string> first_moves(const std::string& name, int count) {
  Game game(find_game(name));
  std::vector<std::string> moves;
  for (int i = 0; i < count && !game.ending(); ++i) {
    const Move move = std::countr_zero(game.moves());
    moves.push_back(move_text(game.rules(), game.position(), move));
    game.play(move);
  }
  return moves;
}

}  // namespace sow::tests
