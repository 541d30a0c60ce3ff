// The best single turn in games with extra turns: the moves by which a player gains the most seeds before the opponent
// moves at all.
#pragma once

#include <cstdint>
#include <vector>

#include "game/game.h"
#include "search/limits.h"

namespace sow {

struct OneTurn {
  std::vector<Move> moves;  // until the turn or the game ends; empty if the game is over
  int gain = 0;             // seeds gained minus those the opponent gains, in seeds
  bool wins = false;        // the mover has more than half of all seeds, or wins the finished game
  bool complete = false;    // no turn gains more
  std::uint64_t nodes = 0;
};

// Examines all turns, or stops at a limit with the best turn found. `bytes` limits the memory for boards that were
// examined.
OneTurn best_turn(const Game& game, const Limits& limits, std::size_t bytes);

}  // namespace sow
