#include "game/record.h"

#include <cassert>

namespace sow {

Record make_record(const Game& game, const Record* older) {
  Record record{.def = game.def(), .start = game.start()};
  const auto& plies = game.plies();
  std::size_t played = 0;
  if (older != nullptr) record.tags = older->tags;
  if (older != nullptr && older->start == game.start() && older->def.rules == game.rules()) {
    for (const Element& element : older->line) {
      if (element.kind == Element::Kind::move) {
        if (played == plies.size() || plies[played].move != element.move) break;
        ++played;
      }
      record.line.push_back(element);
    }
  }
  for (; played < plies.size(); ++played) record.line.push_back({.move = plies[played].move});
  if (game.ending()) record.result = game.ending()->seeds;
  return record;
}

Game replay(const Record& record) {
  Game game(record.def, record.start);
  for (const Element& element : record.line) {
    if (element.kind != Element::Kind::move) continue;
    [[maybe_unused]] const Legality legality = game.play(element.move);
    assert(legality == Legality::ok);
  }
  resign_as_recorded(game, record);
  return game;
}

void resign_as_recorded(Game& game, const Record& record) {
  if (game.ending() || !record.result) return;
  for (const Player player : {Player::south, Player::north})
    if ((*record.result)[index(player)] == 0 && (*record.result)[index(other(player))] == game.position().total())
      game.resign(player);
}

}  // namespace sow
