// sow.GameRecord: games from OGN files and matches.
#include "record.h"

#include <fmt/format.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "rules/catalog.h"

namespace sow::python {
namespace {

std::vector<GameRecord> read_records(const std::string& text, const std::string& file, const GamePtr& given) {
  std::vector<GameRecord> records;
  std::map<std::string, GamePtr> games;  // by the name in the file
  for (Record& record : read_ogn(text, file, find_game, given ? &given->def() : nullptr)) {
    GamePtr game = given;
    if (!game) {
      GamePtr& known = games[record.def.spec + '\n' + record.def.name];
      if (!known || known->rules() != record.def.rules) known = std::make_shared<const GameInfo>(record.def);
      game = known;
    }
    records.emplace_back(game, std::move(record));
  }
  return records;
}

std::vector<Move> moves_of(const GameRecord& record) {
  std::vector<Move> moves;
  for (const Element& element : record.record.line)
    if (element.kind == Element::Kind::move) moves.push_back(element.move);
  return moves;
}

// (number of moves before it, text)
std::vector<std::pair<int, std::string>> comments_of(const GameRecord& record) {
  std::vector<std::pair<int, std::string>> comments;
  int moves = 0;
  for (const Element& element : record.record.line) {
    if (element.kind == Element::Kind::move) ++moves;
    if (element.kind == Element::Kind::comment) comments.emplace_back(moves, element.comment);
  }
  return comments;
}

}  // namespace

void bind_record(nb::module_& module) {
  nb::class_<GameRecord>(module, "GameRecord", "A game that was played: its start, moves, tags, and result.")
      .def(
          "__init__",
          [](GameRecord* self, const State& state, std::map<std::string, std::string> tags) {
            Record record = make_record(state.to_game());
            record.tags = std::move(tags);
            new (self) GameRecord(state.game, std::move(record));
          },
          nb::arg("state"), nb::arg("tags") = std::map<std::string, std::string>(),
          "A record of the moves played in a state.")
      .def_ro("game", &GameRecord::game, "The rules.")
      .def_prop_ro(
          "tags", [](const GameRecord& r) { return r.record.tags; }, "Tags such as South, North, and Date.")
      .def_prop_ro("moves", &moves_of, "The actions of the main line.")
      .def_prop_ro("comments", &comments_of, "(number of moves before it, text) of each comment in the main line.")
      .def_prop_ro(
          "result", [](const GameRecord& r) { return r.record.result; },
          "Seeds of South and North; None if the game is unfinished.")
      .def_prop_ro(
          "start", [](const GameRecord& r) { return State(r.game, r.record.start); },
          "The state in which the game began.")
      .def_prop_ro("end", &GameRecord::end, "The state after the last move.")
      .def(
          "states",
          [](const GameRecord& r) {
            nb::list states;
            State state(r.game, r.record.start);
            for (const Move move : moves_of(r)) {
              state.packed->play_on();  // there is another move, so the players played on
              states.append(State(state));
              state.play(move);
            }
            return states;
          },
          nb::sig("def states(self) -> list[State]"), "The state before each move.")
      .def(
          "to_ogn", [](const GameRecord& r) { return to_ogn(r.record); }, "The game as OGN text.")
      .def("__len__", [](const GameRecord& r) { return moves_of(r).size(); })
      .def("__repr__", [](const GameRecord& r) {
        return fmt::format("<GameRecord: {}, {} moves>", r.game->def().name, moves_of(r).size());
      });

  module.def("_read_records", &read_records, nb::arg("text"), nb::arg("file"), nb::arg("game").none());
}

}  // namespace sow::python
