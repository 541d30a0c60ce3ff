// sow.Engine and sow.solve: searches that can be interrupted.
#include "engine.h"

#include <fmt/format.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <deque>
#include <utility>

#include "analysis.h"
#include "bindings.h"

namespace sow::python {
namespace {

void require(const Option& option, std::int64_t value) {
  if (value < option.min || value > option.max)
    throw nb::value_error(fmt::format("{} must be {}, not {}", option.name, range_text(option), value).c_str());
}

std::optional<std::int64_t> milliseconds(const std::optional<double>& seconds) {
  if (!seconds) return std::nullopt;
  if (!(*seconds > 0) || !std::isfinite(*seconds)) throw nb::value_error("time must be a positive number of seconds");
  const double ms = std::ceil(*seconds * 1000);
  return ms < static_cast<double>(options::max_time_ms) ? static_cast<std::int64_t>(ms) : options::max_time_ms;
}

}  // namespace

Limits SearchLimits::checked() const {
  Limits limits;
  require(options::lines, lines);
  limits.lines = lines;
  limits.time_ms = milliseconds(seconds);
  if (nodes) require(options::nodes, static_cast<std::int64_t>(*nodes));
  if (depth) require(options::depth, *depth);
  limits.nodes = nodes;
  limits.depth = depth.value_or(max_depth);
  if (!seconds && !nodes && !depth) limits.time_ms = options::time.default_value;
  return limits;
}

void Warnings::add(const std::string& text) {
  const std::lock_guard lock(mutex_);
  texts_.push_back(text);
}

void Warnings::show() {
  std::vector<std::string> texts;
  {
    const std::lock_guard lock(mutex_);
    texts.swap(texts_);
  }
  for (const std::string& text : texts)
    if (PyErr_WarnEx(PyExc_RuntimeWarning, text.c_str(), 1) != 0) throw nb::python_error();
}

DatabaseUse database_use(const std::optional<std::string>& folder, Warnings& warnings) {
  DatabaseUse use;
  use.folder = folder.value_or(default_database_folder());
  use.warn = [&warnings](const std::string& problem) { warnings.add(problem + "; ignoring it"); };
  return use;
}

PythonEngine::PythonEngine(int threads, int hash, int level, const std::optional<std::string>& database,
                           const std::optional<std::string>& evaluation, std::uint64_t seed)
    : level_(level), random_(seed) {
  require(options::threads, threads);
  require(options::hash, hash);
  require(options::level, level);
  engine_ = std::make_shared<SharedEngine>(SearchOptions{.threads = threads,
                                                         .hash_bytes = mebibytes(hash),
                                                         .database = database_use(database, *warnings_),
                                                         .evaluation = read_evaluation(evaluation.value_or(""))});
}

void PythonEngine::use(const Work& work) {
  run_in_background(
      [&](const std::atomic<bool>& stop) { engine_->with_engine(stop, [&](Engine& engine) { work(engine, stop); }); });
  warnings_->show();
}

namespace {

AnalysisResult analyze(PythonEngine& engine, const State& state, const SearchLimits& wanted, bool keep) {
  const Game game = state.to_game();
  Limits limits = wanted.checked();
  Analysis analysis;
  engine.use([&](Engine& core, const std::atomic<bool>& stop) {
    limits.stop = &stop;
    if (!keep) core.clear();
    analysis = core.analyze(game, limits);
  });
  return {game, analysis};
}

std::optional<Move> choose(PythonEngine& engine, const State& state, const SearchLimits& wanted) {
  const Game game = state.to_game();
  Limits limits = wanted.checked();
  limits.to_play = true;
  Random random(engine.next_seed());
  Move move = no_move;
  engine.use([&](Engine& core, const std::atomic<bool>& stop) {
    limits.stop = &stop;
    move = core.choose(game, engine.level(), limits, random);
  });
  return move == no_move ? std::nullopt : std::optional(move);
}

// A search that reports every completed depth. Dropping or closing it stops the search, even while another thread or a
// signal handler waits for the next result. Ownership of the task is shared so that it outlives all its users.
class AnalysisStream {
 public:
  AnalysisStream(const PythonEngine& engine, const State& state, const SearchLimits& wanted, bool keep)
      : shared_(std::make_shared<Shared>(engine.shared(), engine.warnings(), state.to_game())) {
    task_ = std::make_shared<Task>([shared = shared_, limits = wanted.checked(), keep](Task& task) mutable {
      limits.stop = &task.stopped();
      const auto add = [&](const Analysis& analysis) {
        const std::lock_guard lock(task.mutex());
        shared->queue.push_back(analysis);
        task.notify();
      };
      shared->engine->with_engine(task.stopped(), [&](Engine& core) {
        if (!keep) core.clear();
        add(core.analyze(shared->game, limits, add));
      });
    });
  }

  AnalysisResult next() {
    const std::shared_ptr<Task> task = task_;
    const std::shared_ptr<Shared> shared = shared_;
    if (!task) throw nb::stop_iteration();
    try {
      task->wait([&] { return !shared->queue.empty(); });
    } catch (const nb::python_error&) {
      close();  // a traceback may keep this object alive, but nobody will use it after Ctrl-C
      throw;
    }
    shared->warnings->show();
    if (task_ != task) throw nb::stop_iteration();  // somebody closed it meanwhile
    const bool done = task->done();
    if (const auto analysis = shared->take(*task)) return {shared->game, *analysis};
    if (!done) return next();  // another thread got it
    task_.reset();
    task->rethrow();
    throw nb::stop_iteration();
  }

  void close() {
    const std::shared_ptr<Task> task = std::exchange(task_, nullptr);
    if (task) task->stop();
  }

 private:
  struct Shared {
    std::shared_ptr<SharedEngine> engine;
    std::shared_ptr<Warnings> warnings;
    Game game;
    std::deque<Analysis> queue = {};

    std::optional<Analysis> take(Task& task) {
      const std::lock_guard lock(task.mutex());
      if (queue.empty()) return std::nullopt;
      Analysis next = std::move(queue.front());
      queue.pop_front();
      return next;
    }

    Shared(std::shared_ptr<SharedEngine> e, std::shared_ptr<Warnings> w, Game g)
        : engine(std::move(e)), warnings(std::move(w)), game(std::move(g)) {}
  };

  std::shared_ptr<Shared> shared_;
  std::shared_ptr<Task> task_;
};

AnalysisResult solve(const State& state, const std::optional<double>& seconds,
                     const std::optional<std::uint64_t>& nodes, int threads, int hash, bool value_only,
                     const std::optional<std::string>& database) {
  const Game game = state.to_game();
  require(options::threads, threads);
  require(options::solve_hash, hash);
  Limits limits;
  limits.time_ms = milliseconds(seconds);
  limits.nodes = nodes;
  Warnings warnings;
  Analysis analysis;
  run_in_background([&](const std::atomic<bool>& stop) {
    limits.stop = &stop;
    const Engine engine({.threads = threads, .database = database_use(database, warnings)});
    analysis = engine.solve(game, limits, {.memory_bytes = mebibytes(hash), .value_only = value_only});
  });
  warnings.show();
  return {game, analysis};
}

}  // namespace

void bind_engine(nb::module_& module) {
  nb::class_<AnalysisStream>(module, "AnalysisStream",
                             "An iterator over the results of a running search, one for each completed depth.\n\n"
                             "Dropping it, for example with `break`, or closing it stops the search; so does Ctrl-C.")
      .def(
          "__iter__", [](nb::handle self) { return nb::borrow(self); }, nb::sig("def __iter__(self) -> AnalysisStream"))
      .def("__next__", &AnalysisStream::next)
      .def("close", &AnalysisStream::close, "Stops the search.");

  const auto limits = [](std::optional<double> time, std::optional<std::uint64_t> nodes, std::optional<int> depth,
                         int lines) {
    return SearchLimits{time, nodes, depth, lines};
  };
  nb::class_<PythonEngine>(module, "Engine",
                           "A search engine with its transposition table.\n\n"
                           "threads: number of search threads. hash: transposition table size in MiB. level: playing "
                           "strength of choose(), from "
                           "1 (beginner) to 10 (full strength). database: folder with endgame databases (default: the "
                           "user's data folder; '': "
                           "none). evaluation: network file created by `sow tune`, or 'linear'. seed: for the random "
                           "choices of weak levels.\n\n"
                           "Threads can share an engine: searches run one after the other.")
      .def(nb::init<int, int, int, std::optional<std::string>, std::optional<std::string>, std::uint64_t>(),
           nb::kw_only(), nb::arg("threads") = 1, nb::arg("hash") = 64, nb::arg("level") = 10,
           nb::arg("database") = nb::none(), nb::arg("evaluation") = nb::none(), nb::arg("seed") = 1)
      .def_prop_ro("threads", &PythonEngine::threads, "Number of search threads.")
      .def_prop_ro("hash", &PythonEngine::hash, "Transposition table size in MiB.")
      .def_prop_ro("level", &PythonEngine::level, "Playing strength of choose().")
      .def(
          "analyze",
          [=](PythonEngine& self, const State& state, std::optional<double> time, std::optional<std::uint64_t> nodes,
              std::optional<int> depth, int lines,
              bool keep) { return analyze(self, state, limits(time, nodes, depth, lines), keep); },
          nb::arg("state"), nb::kw_only(), nb::arg("time") = nb::none(), nb::arg("nodes") = nb::none(),
          nb::arg("depth") = nb::none(), nb::arg("lines") = 1, nb::arg("keep") = false,
          "Scores the best moves of a state, at full strength.\n\n"
          "time: seconds (default: 1, or no limit if there is another one). nodes, depth: other limits. lines: number "
          "of "
          "moves to score. keep: start with the transposition table of earlier searches; without it, a search on one "
          "thread that is limited by nodes or depth always gives the same result.")
      .def(
          "analyze_iter",
          [=](PythonEngine& self, const State& state, std::optional<double> time, std::optional<std::uint64_t> nodes,
              std::optional<int> depth, int lines,
              bool keep) { return new AnalysisStream(self, state, limits(time, nodes, depth, lines), keep); },
          nb::arg("state"), nb::kw_only(), nb::arg("time") = nb::none(), nb::arg("nodes") = nb::none(),
          nb::arg("depth") = nb::none(), nb::arg("lines") = 1, nb::arg("keep") = false,
          "Like analyze(), but returns at once and yields the result of each completed depth. `break` stops the "
          "search.")
      .def(
          "choose",
          [=](PythonEngine& self, const State& state, std::optional<double> time, std::optional<std::uint64_t> nodes,
              std::optional<int> depth) { return choose(self, state, limits(time, nodes, depth, 1)); },
          nb::arg("state"), nb::kw_only(), nb::arg("time") = nb::none(), nb::arg("nodes") = nb::none(),
          nb::arg("depth") = nb::none(), "The action that the engine plays at its level; None if the game is over.");

  module.def(
      "solve", &solve, nb::arg("state"), nb::kw_only(), nb::arg("time") = nb::none(), nb::arg("nodes") = nb::none(),
      nb::arg("threads") = 1, nb::arg("hash") = *options::solve_hash.default_value, nb::arg("value_only") = false,
      nb::arg("database") = nb::none(),
      "Proves the exact score of a state and of each of its moves.\n\n"
      "time: limit in seconds (default: none). hash: total memory in MiB. value_only: solve the position only. If a "
      "limit is reached, the result has the bounds proven so far, and `complete` is False.");
}

}  // namespace sow::python
