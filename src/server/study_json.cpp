#include "server/study_json.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "board/notation.h"
#include "server/game_json.h"
#include "server/play_json.h"

namespace sow {
namespace {

// `position`: the capturing player is to move.
void write_capture(JsonText& json, const Ruleset& rules, const Position& position, const Capture& capture) {
  json.begin_object().field("move", move_text(rules, position, capture.move));
  json.field("at", hole_text(position.mover, capture.pit)).field("seeds", capture.seeds).end_object();
}

Position passed(Position position) {
  position.turn();
  return position;
}

// The position after a move. The opponent is to move in it if they can capture.
Position after(const Game& game, Move move) {
  Position position = game.position();
  game.kernel().play(position, move);
  return position;
}

void write_goal(JsonText& json, const Ruleset& rules, const LessonStep& step) {
  json.begin_object().key("at");
  step.goal.at ? json.value(hole_text(step.position.mover, *step.goal.at)) : json.null();
  json.field("seeds", step.goal.seeds).key("prevent");
  if (step.goal.prevent)
    write_capture(json, rules, passed(step.position), *step.goal.prevent);
  else
    json.null();
  json.end_object();
}

void write_step(JsonText& json, const GameDef& def, const LessonStep& step) {
  const Ruleset& rules = def.rules;
  const auto move_of = [&](Move move) { return move_text(rules, step.position, move); };
  json.begin_object().field("topic", task_word(step.task)).key("sentences");
  write_sentences(json, step.rules);
  write_position(json.key("position"), rules, step.position);
  json.key("good").begin_list();
  for (MoveSet rest = step.good; rest != 0; rest &= rest - 1) json.value(move_of(std::countr_zero(rest)));
  write_goal(json.end_list().key("goal"), rules, step);
  json.key("refuted").begin_list();
  if (!step.refuted.empty()) {
    const Game game(def, step.position);
    for (const auto& [move, allows] : step.refuted) {
      json.begin_object().field("move", move_of(move)).key("allows");
      write_capture(json, rules, after(game, move), allows);
      json.end_object();
    }
  }
  json.end_list().end_object();
}

std::string rounded(double seeds) { return fmt::format("{}", std::round(seeds * 100) / 100); }

}  // namespace

std::string lesson_json(const GameDef& def, const std::vector<LessonStep>& steps) {
  JsonText json;
  json.begin_object().field("version", 1).key("steps").begin_list();
  for (const LessonStep& step : steps) write_step(json, def, step);
  return json.end_list().end_object().take();
}

std::string coach_json(const Game& game, const std::vector<Advice>& advice) {
  const Ruleset& rules = game.rules();
  JsonText json;
  json.begin_object().field("version", 1).key("moves").begin_list();
  for (const Advice& one : advice) {
    json.begin_object().field("move", move_text(rules, game.position(), one.move));
    json.key("loss").raw(rounded(one.loss)).key("proven_loss").raw(rounded(one.proven_loss)).key("mark");
    one.mark ? json.value(mark_word(*one.mark)) : json.null();
    json.key("flaw");
    one.flaw ? json.value(flaw_word(*one.flaw)) : json.null();
    json.key("allows");
    if (one.allows)
      write_capture(json, rules, after(game, one.move), *one.allows);
    else
      json.null();
    json.field("missed", one.missed).end_object();
  }
  return json.end_list().end_object().take();
}

}  // namespace sow
