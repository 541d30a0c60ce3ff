// Games for random tests: one of the built-in ones, played to the end by chance.
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

// Calls after_each(game) before the first and after each ply, until the game is over or has run too long.
template <class AfterEach>
void play_out(Game& game, Choices& choose, AfterEach&& after_each) {
  after_each(game);
  for (int ply = 0; ply < 1000 && !game.ending(); ++ply) {
    game.play(choose.move(game.moves()));
    after_each(game);
  }
}

}  // namespace sow::tests
