// sow.GameRecord as the other bindings see it.
#pragma once

#include "game/record.h"
#include "game_info.h"

namespace sow::python {

struct GameRecord {
  GamePtr game;
  Record record;

  GameRecord(GamePtr info, Record r) : game(std::move(info)), record(std::move(r)) {}

  // The game after the last move, ended as recorded.
  Game played() const { return replay(record, game->prototype()); }
  // The state after the last move.
  State end() const { return {game, played()}; }
};

}  // namespace sow::python
