// The first lesson of a game: what can be done in it, each on a position of its own.
//
// Positions come from games played by chance, and what is asked for is what the program itself finds there by playing every move:
// a lesson cannot say anything else than the rules do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/budget.h"
#include "game/game.h"

namespace sow {

struct LessonStep {
  std::string_view topic;  // sow, again, relay, capture, direction, own, win or end
  std::string text;        // what to do, and the rule behind it
  Position position;       // South moves
  MoveSet good = 0;        // the moves that do it; none: there is nothing to do but to read
};

// Steps for what there is in the game, from the first sowing to a win in one move. The same every time.
std::vector<LessonStep> lesson(const GameDef& def, Budget& budget);

}  // namespace sow
