// sow.GameRecord as the other bindings see it.
#pragma once

#include "game/record.h"
#include "game_info.h"

namespace sow::python {

struct GameRecord {
  GamePtr game;
  Record record;

  explicit GameRecord(Record r) : game(std::make_shared<const GameInfo>(r.def)), record(std::move(r)) {}
  GameRecord(GamePtr info, Record r) : game(std::move(info)), record(std::move(r)) {}

  // The state after the last move.
  State end() const;
};

}  // namespace sow::python
