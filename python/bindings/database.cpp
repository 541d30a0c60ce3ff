// sow.Database and sow.build_database.
#include "db/database.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>

#include "analysis.h"
#include "arrays.h"
#include "background.h"
#include "bindings.h"
#include "db/export_level.h"
#include "engine.h"
#include "game_info.h"
#include "search/probe.h"
#include "search/probe_array.h"

namespace sow::python {
namespace {

constexpr std::size_t probe_memory_bytes = std::size_t{1} << 30;

std::string folder_of(const std::optional<std::string>& folder) {
  const std::string found = folder.value_or(default_database_folder());
  if (found.empty()) throw Error("no data folder, because neither XDG_DATA_HOME nor HOME is set; set folder");
  return found;
}

class PythonDatabase {
 public:
  PythonDatabase(GamePtr game, const std::optional<std::string>& folder)
      : game_(std::move(game)), folder_(folder_of(folder)), database_(game_->def(), folder_) {}

  const GamePtr& game() const { return game_; }
  std::string folder() const { return database_.folder().string(); }
  int seeds() const { return database_.max_seeds(); }
  std::uint64_t size(int seeds) const { return database_.index().size(seeds); }

  // One row for each board of an array, or for each state.
  nb::object probe_boards(const nb::object& boards) {
    const auto arrays = nb::cast<nb::tuple>(
        nb::module_::import_("sow._arrays").attr("boards_and_owners")(boards, 2 * game_->layout().pits()));
    const auto seeds = nb::cast<Input<std::uint8_t, 2>>(arrays[0]);
    const auto owners = nb::cast<std::optional<Input<std::uint8_t, 2>>>(arrays[1]);
    auto bounds = make_array<std::int16_t, 2>({seeds.shape(0), 2});
    run([&](const ProbeArray& values, const std::atomic<bool>& stop) {
      values.probe({seeds.shape(0), seeds.data(), owners ? owners->data() : nullptr}, bounds.data(), stop);
    });
    return narrowed(bounds);
  }
  nb::object probe_states(const std::vector<const State*>& states) {
    std::vector<Position> positions;
    for (const State* state : states) {
      if (state->rules() != game_->rules()) throw nb::value_error("a state belongs to another game");
      positions.push_back(state->position());
    }
    auto bounds = make_array<std::int16_t, 2>({positions.size(), 2});
    run([&](const ProbeArray& values, const std::atomic<bool>& stop) {
      for (std::size_t i = 0; i < positions.size() && !stop; ++i) {
        const Margin margin = values.probe(positions[i]);
        bounds.data()[2 * i] = static_cast<std::int16_t>(margin.low / seed_value);
        bounds.data()[2 * i + 1] = static_cast<std::int16_t>(margin.high / seed_value);
      }
    });
    return narrowed(bounds);
  }

  AnalysisResult analyze(const State& state) {
    require_levels();
    const Game game = state.to_game();
    return {game, probe_analysis(probe_database(database_, seeds(), game))};
  }

  // The array in the file that `sow db export --npy` writes.
  nb::object level(int seeds, bool boards) {
    require_levels();
    if (seeds < 0 || seeds > this->seeds())
      throw nb::index_error(fmt::format("no level {}: the database for {} has the levels 0 to {}", seeds,
                                        game_->def().name, this->seeds())
                                .c_str());
    std::string file;
    run_in_background([&](const std::atomic<bool>& stop) {
      export_level(database_, seeds, {.boards = boards, .stop = &stop}, [&](std::string_view piece) { file += piece; });
    });
    return nb::module_::import_("sow._arrays").attr("array_from_npy")(nb::bytes(file.data(), file.size()));
  }

 private:
  // Bounds are bytes unless the game, or a position that does not come from it, has more seeds than fit in one.
  nb::object narrowed(const Array<std::int16_t, 2>& bounds) const {
    const std::span all(bounds.data(), bounds.size());
    const auto fits = [](std::int16_t bound) { return bound >= INT8_MIN && bound <= INT8_MAX; };
    if (game_->start().total() > INT8_MAX || !std::all_of(all.begin(), all.end(), fits)) return nb::cast(bounds);
    auto bytes = make_array<std::int8_t, 2>({bounds.shape(0), 2});
    std::transform(all.begin(), all.end(), bytes.data(),
                   [](std::int16_t bound) { return static_cast<std::int8_t>(bound); });
    return nb::cast(bytes);
  }

  void require_levels() const {
    if (seeds() < 0)
      throw Error(
          fmt::format("no database for {} in {}; build one with sow.build_database", game_->def().name, folder()));
  }

  // Opens the database at the first probe.
  void run(const std::function<void(const ProbeArray&, const std::atomic<bool>&)>& work) {
    require_levels();
    Warnings warnings;
    const std::lock_guard lock(mutex_);
    run_in_background([&](const std::atomic<bool>& stop) {
      if (!values_ || values_->stored() != seeds()) {
        DatabaseUse use = database_use(folder_, warnings);
        use.memory_bytes = probe_memory_bytes;
        values_ = make_probe_array(game_->def(), use, 1);
      }
      work(*values_, stop);
    });
    warnings.show();
  }

  GamePtr game_;
  std::string folder_;
  Database database_;
  SharedMutex mutex_;
  std::unique_ptr<ProbeArray> values_;
};

void require_space(const Database& database, int seeds) {
  const BuildNeeds needs = build_needs(database, seeds);
  const auto check = [](const char* what, double needed, double available) {
    if (needed > available)
      throw Failure(
          fmt::format("not enough {}: {:.1f} GB needed, {:.1f} GB free", what, needed / 1e9, available / 1e9));
  };
  check("memory", needs.memory, needs.memory_free);
  check("disk space", needs.disk, needs.disk_free);
}

// Calls on_progress(done, boards, level) now and then.
void build(const GamePtr& game, int seeds, int threads, const std::optional<std::string>& folder,
           const nb::object& on_progress) {
  if (seeds < 0 || seeds > max_seeds) throw nb::value_error("seeds is out of range");
  const Database database(game->def(), folder_of(folder));
  require_space(database, seeds);
  std::mutex mutex;
  BuildProgress latest;
  const auto show = [&] {
    BuildProgress now;
    {
      const std::lock_guard lock(mutex);
      now = latest;
      latest.damaged.clear();
    }
    if (!now.damaged.empty() && PyErr_WarnEx(PyExc_RuntimeWarning, (now.damaged + "; rebuilding it").c_str(), 1) != 0)
      throw nb::python_error();
    if (now.boards > 0 && !on_progress.is_none()) on_progress(now.done, now.boards, now.seeds);
  };
  run_in_background(
      [&](const std::atomic<bool>& stop) {
        build_database(database, {seeds, threads, &stop, [&](const BuildProgress& progress) {
                                    const std::lock_guard lock(mutex);
                                    const std::string damaged = latest.damaged;
                                    latest = progress;
                                    if (latest.damaged.empty()) latest.damaged = damaged;
                                  }});
      },
      show);
  show();
}

// Without looking at more than the first item: converting the rows of a large array one by one would take long.
bool is_sequence_of_states(const nb::object& items) {
  if (PySequence_Check(items.ptr()) == 0 || nb::hasattr(items, "dtype")) return false;
  return nb::len(items) == 0 || nb::isinstance<State>(items[0]);
}

}  // namespace

void bind_database(nb::module_& module) {
  nb::class_<PythonDatabase>(module, "Database",
                             "An endgame database: the value of every board with few seeds in the pits.\n\n"
                             "Open one with :func:`sow.database`.")
      .def(nb::init<GamePtr, std::optional<std::string>>(), nb::arg("game"), nb::arg("folder") = nb::none())
      .def_prop_ro("game", &PythonDatabase::game, "The rules.")
      .def_prop_ro("folder", &PythonDatabase::folder, "Folder with the level files.")
      .def_prop_ro("seeds", &PythonDatabase::seeds, "The highest level; -1 if the database has not been built.")
      .def("__repr__",
           [](const PythonDatabase& d) {
             return d.seeds() < 0 ? fmt::format("<Database of {}, not built>", d.game()->def().name)
                                  : fmt::format("<Database of {}, up to {} seeds>", d.game()->def().name, d.seeds());
           })
      .def("size", &PythonDatabase::size, nb::arg("seeds"), "Number of boards of a level.")
      .def("analyze", &PythonDatabase::analyze, nb::arg("state"),
           "The values of a state and of each of its moves, as an Analysis.")
      .def(
          "probe", [](PythonDatabase& self, const State& state) { return self.probe_states({&state}); },
          nb::arg("state"),
          nb::sig("def probe(self, state: State) -> numpy.typing.NDArray[numpy.signedinteger[typing.Any]]"),
          "The same for one state: an array with one row.")
      .def(
          "probe",
          [](PythonDatabase& self, const nb::object& states) {
            if (!is_sequence_of_states(states)) throw nb::next_overload();
            return self.probe_states(nb::cast<std::vector<const State*>>(states));
          },
          nb::arg("states"),
          nb::sig("def probe(self, states: collections.abc.Sequence[State]) -> "
                  "numpy.typing.NDArray[numpy.signedinteger[typing.Any]]"),
          "int8 [n, 2]: a lower and an upper bound on the margin of the player to move, from each position on.\n\n"
          "The bounds are equal if the database stores margins. For a position that the database does not have, they "
          "are minus and plus all its seeds. (int16 if the game or a position has more than 127 seeds.)")
      .def("probe", &PythonDatabase::probe_boards, nb::arg("boards"),
           nb::sig("def probe(self, boards: numpy.typing.NDArray[typing.Any]) -> "
                   "numpy.typing.NDArray[numpy.signedinteger[typing.Any]]"),
           "The same for an array of integers whose rows have the seeds in the mover's pits and then in the opponent's "
           "pits, or for an array with the fields that level(boards=True) returns. Without the field 'owner', nobody "
           "owns a pit. Raises ValueError or TypeError for anything else.")
      .def("level", &PythonDatabase::level, nb::arg("seeds"), nb::kw_only(), nb::arg("boards") = false,
           nb::sig("def level(self, seeds: int, *, boards: bool = False) -> numpy.typing.NDArray[typing.Any]"),
           "All values of a level, as `sow db export` writes them: int8, in the order of the index.\n\n"
           "With boards=True, a structured array with the fields 'board' (uint8, the mover's pits and then the "
           "opponent's), 'owner' in games with owned pits, and 'margin' or 'forced'.");

  module.def("_build_database", &build, nb::arg("game"), nb::arg("seeds"), nb::arg("threads"), nb::arg("folder").none(),
             nb::arg("on_progress").none());
}

}  // namespace sow::python
