// Database values of a position and of each of its moves.
#pragma once

#include <map>

#include "game/game.h"
#include "search/analysis.h"

namespace sow {

class Database;

struct Probe {
  Margin margin;                 // value of the position
  std::map<Move, Margin> moves;  // empty if the game is over
};

// `last` is the highest level of the database. Throws Error if the position has more seeds, or DamagedFile.
Probe probe_database(const Database& database, int last, const Game& game);

// The same as an analysis, best moves first. If the bounds differ, the score is the lower one.
Analysis probe_analysis(const Probe& probe);

}  // namespace sow
