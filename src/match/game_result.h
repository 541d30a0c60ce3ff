// The result of one match game, and its OGN tags, so that an interrupted match can be resumed from its file.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "game/record.h"
#include "match/agent.h"

namespace sow {

// A player's time and search depth, summed over a game.
struct Effort {
  int moves = 0;
  double ms = 0;
  int known_depths = 0;    // moves with a known search depth
  std::int64_t plies = 0;  // sum of these depths

  Effort& operator+=(const Effort& other);
};

struct GameResult {
  std::array<int, 2> seeds{};        // final seeds of South and North
  std::optional<EndReason> forfeit;  // the reason, if the game was forfeited
  bool adjudicated = false;          // decided before the end of the game
  std::array<Effort, 2> effort{};

  // South's half points: 2 for a win.
  int half_points() const { return seeds[0] > seeds[1] ? 2 : seeds[0] == seeds[1] ? 1 : 0; }
  // The side that forfeited.
  std::size_t loser() const { return seeds[0] == 0 ? 0 : 1; }
};

// Adds the tags Termination (with PGN's words), SouthEffort, and NorthEffort.
void add_tags(Record& record, const GameResult& result);

// Reads a finished game back. Throws Error if the record has no result or lacks one of the tags.
GameResult result_of(const Record& record);

}  // namespace sow
