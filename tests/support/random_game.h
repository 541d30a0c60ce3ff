// Random games: a random built-in game, played with random moves.
#pragma once

#include "game/game.h"
#include "rules/catalog.h"
#include "support/choices.h"

namespace sow::tests {

inline const GameDef& random_built_in(Choices& choose) {
  static const std::vector<GameDef> games = [] {
    std::vector<GameDef> list;
    for (const auto& name : builtin_names()) list.push_back(find_game(name));
    return list;
  }();
  return choose.of(games);
}

// Calls after_each(game) before the first ply and after each ply, until the game is over or too long.
template <class AfterEach>
void play_out(Game& game, Choices& choose, AfterEach&& after_each) {
  after_each(game);
  constexpr int max_plies = 1000;
  for (int ply = 0; ply < max_plies && !game.ending(); ++ply) {
    game.play(choose.move(game.moves()));
    after_each(game);
  }
}

}  // namespace sow::tests
