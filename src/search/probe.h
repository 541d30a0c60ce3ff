// What a database says about a position and each of its moves.
#pragma once

#include <map>

#include "db/database.h"
#include "game/game.h"
#include "search/analysis.h"

namespace sow {

struct Probe {
  Margin margin;                 // of the position
  std::map<Move, Margin> moves;  // none if the game is over
};

// Levels up to `last` may be looked into. Throws Error if the position has more seeds, DamagedFile.
Probe probe_database(const Database& database, int last, const Game& game);

// As an analysis, best moves first: where the bounds differ the score is the lower one.
Analysis probe_analysis(const Probe& probe);

}  // namespace sow
