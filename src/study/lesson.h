// A first lesson in a game: short tasks, one for each thing a player can do in it.
//
// Positions come from random games, and the moves asked for are found by playing every legal move, so a lesson cannot
// contradict the rules.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "game/budget.h"
#include "game/game.h"
#include "rules/description.h"
#include "study/capture.h"

namespace sow {

struct LessonStep {
  enum class Task { sow, aim, again, relay, capture, most, direction, own, defend, win, end };

  // What the task is about.
  struct Goal {
    std::optional<Hole> at = {};  // aim, again: where the last seed has to land; capture: the pit to capture
    int seeds = 0;  // capture, most: to capture; win: to have in the store, or 0 if the move ends the game
    std::optional<Capture> prevent = {};  // defend
  };
  // A move that does not solve a task, and the opponent's capture after it.
  struct Refutation {
    Move move;
    Capture allows;
  };

  Task task;
  std::vector<RuleText> rules;  // the rules behind the task
  Position position;            // South moves
  MoveSet good = 0;             // the moves that solve the task; empty for `end`
  Goal goal = {};
  std::vector<Refutation> refuted = {};  // defend
};

// The task's name in JSON.
std::string_view task_word(LessonStep::Task task);

// The steps that apply to the game, from the first sowing to a win in one move, and how the game ends. Deterministic.
std::vector<LessonStep> make_lesson(const GameDef& def, Budget& budget);

}  // namespace sow
