// sow.Game: the rules of a game.
#include <fmt/format.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "board/names.h"
#include "board/notation.h"
#include "db/kind.h"
#include "errors.h"
#include "game/observation.h"
#include "game_info.h"
#include "rules/catalog.h"
#include "rules/description.h"

namespace sow::python {

GameInfo::GameInfo(GameDef def)
    : prototype_(def),
      initial_(make_packed_game(prototype_.shared_kernel(), prototype_.start())),
      layout_(prototype_.rules()) {}

std::shared_ptr<const AnyKernel> GameInfo::kernel(int total) const {
  if (total <= prototype_.kernel().total()) return prototype_.shared_kernel();
  const std::lock_guard lock(mutex_);
  auto& kernel = kernels_[total];
  if (!kernel) kernel = make_kernel(rules(), total);
  return kernel;
}

void GameInfo::check_action(std::int64_t action) const {
  if (action < 0 || action >= actions())
    throw nb::index_error(
        fmt::format("action {} is out of range: {} has the actions 0 to {}", action, def().name, actions() - 1)
            .c_str());
}

GamePtr find_game_info(const std::string& spec) {
  return rethrow_as<RulesError>([&] { return std::make_shared<const GameInfo>(find_game(spec)); });
}

namespace {

GamePtr parse_rules(const std::string& toml) {
  return rethrow_as<RulesError>([&] { return std::make_shared<const GameInfo>(parse_game(toml, "", find_game)); });
}

// (side, pit) of each hole of the rows as drawn, from top to bottom, as South sees them.
std::vector<std::vector<std::pair<int, int>>> rows(const GameInfo& game) {
  std::vector<std::vector<std::pair<int, int>>> rows;
  for (const auto& row : game.layout().rows()) {
    auto& holes = rows.emplace_back();
    for (const Hole hole : row) holes.emplace_back(hole.side, hole.pit);
  }
  return rows;
}

// A picklable description: the name of a built-in game, or the rules as TOML.
std::pair<std::string, bool> saved(const GameInfo& game) {
  const GameDef& def = game.def();
  if (def.file.empty() && !def.spec.empty()) return {def.spec, false};
  return {to_toml(def), true};
}

}  // namespace

void bind_game(nb::module_& module) {
  nb::class_<GameInfo>(module, "Game",
                       "The rules of a game, and what follows from them.\n\n"
                       "Create one with :func:`sow.game`. Names of methods follow OpenSpiel.")
      .def_prop_ro(
          "name", [](const GameInfo& g) { return g.def().name; }, "Name, such as 'kalah:pits=6,seeds=4'.")
      .def_prop_ro(
          "title", [](const GameInfo& g) { return g.def().title; }, "Name as shown to people.")
      .def_prop_ro(
          "about", [](const GameInfo& g) { return g.def().about; }, "What is special about the game.")
      .def_prop_ro(
          "region", [](const GameInfo& g) { return g.def().region; }, "Where the game is played.")
      .def_prop_ro(
          "source", [](const GameInfo& g) { return g.def().source; }, "Where the rules come from.")
      .def_prop_ro(
          "pits", [](const GameInfo& g) { return g.layout().pits(); }, "Number of pits of each player.")
      .def_prop_ro(
          "seeds", [](const GameInfo& g) { return g.start().total(); }, "Number of seeds at the start.")
      .def_prop_ro(
          "has_stores", [](const GameInfo& g) { return g.rules().has_stores(); }, "Whether players have stores.")
      .def_prop_ro(
          "never_repeats", [](const GameInfo& g) { return g.rules().never_repeats(); },
          "Whether no position can occur twice in a game.")
      .def_prop_ro(
          "database_kind",
          [](const GameInfo& g) -> std::optional<std::string> {
            switch (database_kind(g.rules()).kind) {
              case DatabaseKind::margin: return "margin";
              case DatabaseKind::forced: return "forced";
              default: return std::nullopt;
            }
          },
          "What an endgame database of the game stores: 'margin', 'forced', or None.")
      .def_prop_ro(
          "description", [](const GameInfo& g) { return describe(g.rules()); },
          "The rules in words, one sentence per line.")
      .def_prop_ro("_rows", &rows)
      .def_prop_ro("_left_store", [](const GameInfo& g) { return g.layout().left_store(); })
      .def(
          "to_toml", [](const GameInfo& g) { return to_toml(g.def()); }, "The rules as a TOML file.")
      .def(
          "pit_name",
          [](const GameInfo& g, int player, int pit) {
            if (player < 0 || player > 1 || pit < 0 || pit >= g.layout().pits())
              throw nb::index_error("no such player or pit");
            return pit_letter(static_cast<Player>(player), pit);
          },
          nb::arg("player"), nb::arg("pit"), "The letter of a pit, such as 'C' for South and 'c' for North.")
      .def(
          "num_players", [](const GameInfo&) { return 2; }, "Always 2.")
      .def("num_distinct_actions", &GameInfo::actions,
           "Number of actions. An action is the number of a pit in the mover's sowing order; in games in which players "
           "choose a direction, the second half of the actions sow backward.")
      .def(
          "observation_tensor_shape", [](const GameInfo& g) { return std::vector{observation_size(g.rules())}; },
          "Shape of State.observation_tensor().")
      .def(
          "observation_tensor_size", [](const GameInfo& g) { return observation_size(g.rules()); },
          "Number of values of State.observation_tensor().")
      .def(
          "min_utility", [](const GameInfo&) { return -1.0; }, "The return of a lost game.")
      .def(
          "max_utility", [](const GameInfo&) { return 1.0; }, "The return of a won game.")
      .def(
          "utility_sum", [](const GameInfo&) { return 0.0; }, "The sum of both players' returns.")
      .def(
          "new_initial_state",
          [](const GamePtr& g, const std::optional<std::string>& position) {
            if (!position) return State(g);
            return State(g, rethrow_as<PositionError>([&] { return parse_position(*position, g->rules()); }));
          },
          nb::arg("position") = nb::none(),
          "A new game from the start, or from a position in any notation of docs/notation.md.")
      .def(
          "__eq__",
          [](const GameInfo& a, const GameInfo& b) { return a.def().name == b.def().name && a.rules() == b.rules(); },
          nb::is_operator(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("__hash__", [](const GameInfo& g) { return std::hash<std::string>()(g.def().name); })
      .def("__repr__", [](const GameInfo& g) { return fmt::format("sow.game('{}')", g.def().name); })
      .def("__str__", [](const GameInfo& g) { return g.def().title + "\n\n" + describe(g.rules()); })
      .def("__getstate__", &saved)
      .def("__setstate__", [](GameInfo& g, const std::pair<std::string, bool>& state) {
        const auto& [text, toml] = state;
        new (&g) GameInfo(toml ? parse_game(text, "", find_game) : find_game(text));
      });

  module.def("_find_game", &find_game_info);
  module.def("_parse_rules", &parse_rules);
  module.def("games", &builtin_names,
             "Names of all built-in games. A variant follows its game: 'kalah/empty-capture'.");
}

}  // namespace sow::python
