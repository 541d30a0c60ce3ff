// sow.grade, sow.report, and sow.puzzles.
#include <fmt/format.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "analysis.h"
#include "background.h"
#include "bindings.h"
#include "board/notation.h"
#include "engine.h"
#include "record.h"
#include "study/grade.h"
#include "study/puzzle.h"
#include "study/report.h"

namespace sow::python {
namespace {

// (loss, low, high, proven, best) of each move.
using GradeRow = std::tuple<double, double, double, bool, Move>;
// (record, ply, player, action) before that, for moves of whole games.
using RecordRow = std::tuple<int, int, int, Move, double, double, double, bool, Move>;

// Grades moves with searches that do not depend on each other.
class MoveGrader {
 public:
  MoveGrader(std::optional<double> time, std::optional<std::uint64_t> nodes)
      : limits_(SearchLimits{.seconds = time, .nodes = nodes, .depth = {}}.checked()) {
    limits_.lines = max_moves;
  }

  // Nothing if the search was stopped. The move is legal, if need be because the players play on after a repetition.
  std::optional<GradeRow> operator()(Engine& core, Game game, Move move, const std::atomic<bool>& stop) {
    game.play_on();
    limits_.stop = &stop;
    core.clear();
    const Analysis analysis = core.analyze(game, limits_);
    if (stop) return std::nullopt;
    const Grade g = grade_move(analysis, move);
    return GradeRow{g.loss, g.low, g.high, g.proven(), g.best};
  }

 private:
  Limits limits_;
};

std::vector<GradeRow> grade(PythonEngine& engine, const std::vector<const State*>& states,
                            const std::vector<std::int64_t>& actions, std::optional<double> time,
                            std::optional<std::uint64_t> nodes) {
  if (states.size() != actions.size())
    throw nb::value_error(fmt::format("{} states, but {} actions", states.size(), actions.size()).c_str());
  std::vector<Game> games;
  for (std::size_t i = 0; i < states.size(); ++i) {
    State(*states[i]).play(actions[i]);  // throws if it is illegal
    games.push_back(states[i]->to_game());
  }
  MoveGrader grade_one(time, nodes);
  std::vector<GradeRow> rows;
  engine.use([&](Engine& core, const std::atomic<bool>& stop) {
    for (std::size_t i = 0; i < games.size(); ++i) {
      const auto row = grade_one(core, games[i], static_cast<Move>(actions[i]), stop);
      if (!row) return;
      rows.push_back(*row);
    }
  });
  return rows;
}

std::vector<RecordRow> grade_records(PythonEngine& engine, const std::vector<const GameRecord*>& records,
                                     std::optional<double> time, std::optional<std::uint64_t> nodes) {
  std::vector<Game> games;
  for (const GameRecord* record : records) games.push_back(record->played());
  MoveGrader grade_one(time, nodes);
  std::vector<RecordRow> rows;
  engine.use([&](Engine& core, const std::atomic<bool>& stop) {
    for (std::size_t record = 0; record < games.size(); ++record) {
      Game game = games[record].from(games[record].start());
      for (const Game::Ply& ply : games[record].plies()) {
        const auto row = grade_one(core, game, ply.move, stop);
        if (!row) return;
        rows.push_back(std::tuple_cat(std::tuple(static_cast<int>(record), static_cast<int>(game.plies().size()),
                                                 static_cast<int>(ply.before.mover), ply.move),
                                      *row));
        game.play(ply.move);
      }
    }
  });
  return rows;
}

struct ReportedMove {
  Move action, best;
  int player;
  std::string name, best_name;
  double loss;
  bool proven, forced;
  std::optional<std::string> mark;
  Score score, played;
  std::vector<Move> pv;
};

struct ReportedPlayer {
  int moves, choices;
  double loss;
  std::optional<double> accuracy;
  int inaccuracies, mistakes, blunders;

  explicit ReportedPlayer(const PlayerReport& p)
      : moves(p.moves),
        choices(p.choices),
        loss(p.loss),
        accuracy(p.accuracy()),
        inaccuracies(p.marked[index(Mark::inaccuracy)]),
        mistakes(p.marked[index(Mark::mistake)]),
        blunders(p.marked[index(Mark::blunder)]) {}
};

struct Report {
  std::vector<ReportedMove> moves;
  std::array<ReportedPlayer, 2> players;
};

Report report_game(PythonEngine& engine, const GameRecord& record, std::uint64_t nodes) {
  const Game game = record.played();
  Limits limits = SearchLimits{.seconds = {}, .nodes = nodes, .depth = {}}.checked();
  std::vector<ReportedMove> moves;
  std::optional<GameReport> result;
  engine.use([&](Engine& core, const std::atomic<bool>& stop) {
    limits.stop = &stop;
    core.clear();
    result = core.report(game, limits, [&](const Game& before, const PlyReport& ply) {
      const Position& p = before.position();
      moves.push_back({.action = ply.move,
                       .best = ply.best,
                       .player = static_cast<int>(p.mover),
                       .name = move_text(game.rules(), p, ply.move),
                       .best_name = move_text(game.rules(), p, ply.best),
                       .loss = ply.loss,
                       .proven = ply.score.exact() && ply.played.exact(),
                       .forced = ply.forced,
                       .mark = ply.mark ? std::optional(std::string(mark_word(*ply.mark))) : std::nullopt,
                       .score = Score(ply.score, p),
                       .played = Score(ply.played, p),
                       .pv = ply.pv});
    });
  });
  if (!result) throw std::runtime_error("stopped");
  return {std::move(moves), {ReportedPlayer(result->players[0]), ReportedPlayer(result->players[1])}};
}

struct PythonPuzzle {
  GamePtr game;
  Puzzle puzzle;
};

std::vector<PythonPuzzle> puzzles(const GamePtr& game, int count, std::uint64_t seed,
                                  const std::optional<std::string>& theme, int min_rating, int max_rating,
                                  const std::optional<std::string>& database) {
  if (count < 1) throw nb::value_error("count must be at least 1");
  if (min_rating > max_rating)
    throw nb::value_error(fmt::format("min_rating {} is greater than max_rating {}", min_rating, max_rating).c_str());
  const auto wanted = theme ? parse_theme(*theme) : std::nullopt;
  if (theme && !wanted) throw nb::value_error(fmt::format("unknown theme \"{}\"", *theme).c_str());
  std::vector<PythonPuzzle> found;
  Warnings warnings;
  run_in_background([&](const std::atomic<bool>& stop) {
    make_puzzles(game->def(),
                 {.seed = seed,
                  .count = count,
                  .theme = wanted,
                  .min_rating = min_rating,
                  .max_rating = max_rating,
                  .database = database ? database_use(database, warnings) : DatabaseUse{},
                  .stop = &stop},
                 [&](const Puzzle& puzzle) {
                   found.push_back({game, puzzle});
                 });
  });
  warnings.show();
  return found;
}

}  // namespace

void bind_study(nb::module_& module) {
  module.def("_grade", &grade, nb::arg("engine"), nb::arg("states"), nb::arg("actions"), nb::arg("time").none(),
             nb::arg("nodes").none());
  module.def("_grade_records", &grade_records, nb::arg("engine"), nb::arg("records"), nb::arg("time").none(),
             nb::arg("nodes").none());
  module.def("_report", &report_game, nb::arg("engine"), nb::arg("record"), nb::arg("nodes"));

  nb::class_<ReportedMove>(module, "ReportedMove", "A move of a game, compared with the best one.")
      .def_ro("action", &ReportedMove::action, "The action played.")
      .def_ro("best", &ReportedMove::best, "The best action.")
      .def_ro("player", &ReportedMove::player, "0 for South, 1 for North.")
      .def_ro("name", &ReportedMove::name, "The name of the move played.")
      .def_ro("best_name", &ReportedMove::best_name, "The name of the best move.")
      .def_ro("loss", &ReportedMove::loss, "Seeds that the move gives away.")
      .def_ro("proven", &ReportedMove::proven, "Whether the loss is proven.")
      .def_ro("forced", &ReportedMove::forced, "Whether it was the only legal move.")
      .def_ro("mark", &ReportedMove::mark, "'inaccuracy', 'mistake', 'blunder', or None.")
      .def_ro("score", &ReportedMove::score, "The score of the best move.")
      .def_ro("played", &ReportedMove::played, "The score of the move played.")
      .def_ro("pv", &ReportedMove::pv, "The line that starts with the best move.")
      .def("__repr__", [](const ReportedMove& m) {
        return fmt::format("<{}: loses {:g}{}, best {}>", m.name, m.loss, m.mark ? " (" + *m.mark + ")" : "",
                           m.best_name);
      });
  nb::class_<ReportedPlayer>(module, "ReportedPlayer", "Totals of one player.")
      .def_ro("moves", &ReportedPlayer::moves, "Number of moves.")
      .def_ro("choices", &ReportedPlayer::choices, "Number of moves that were not forced.")
      .def_ro("loss", &ReportedPlayer::loss, "Seeds given away.")
      .def_ro("accuracy", &ReportedPlayer::accuracy, "Mean accuracy of the choices in percent; None without choices.")
      .def_ro("inaccuracies", &ReportedPlayer::inaccuracies, "Number of inaccuracies.")
      .def_ro("mistakes", &ReportedPlayer::mistakes, "Number of mistakes.")
      .def_ro("blunders", &ReportedPlayer::blunders, "Number of blunders.")
      .def("__repr__", [](const ReportedPlayer& p) {
        return fmt::format("<{} moves, {:g} seeds lost, accuracy {}>", p.moves, p.loss,
                           p.accuracy ? fmt::format("{:.1f} %", *p.accuracy) : "unknown");
      });
  nb::class_<Report>(module, "Report", "A mistake report: every move of a game compared with the best one.")
      .def_ro("moves", &Report::moves, "The moves in order.")
      .def_ro("players", &Report::players, "Totals of South and North.")
      .def("__repr__", [](const Report& r) { return fmt::format("<Report of {} moves>", r.moves.size()); });

  nb::class_<PythonPuzzle>(module, "Puzzle", "A position in which one line is provably better than all others.")
      .def_prop_ro(
          "state", [](const PythonPuzzle& p) { return State(p.game, p.puzzle.position); }, "The position.")
      .def_prop_ro(
          "solution", [](const PythonPuzzle& p) { return p.puzzle.line.front(); }, "The best action.")
      .def_prop_ro(
          "pv", [](const PythonPuzzle& p) { return p.puzzle.line; }, "The solver's moves and the replies.")
      .def_prop_ro(
          "theme", [](const PythonPuzzle& p) { return std::string(theme_word(p.puzzle.theme)); },
          "What kind of move solves it, such as 'sacrifice'.")
      .def_prop_ro(
          "rating", [](const PythonPuzzle& p) { return p.puzzle.rating; },
          "Difficulty on the scale of the engine's levels.")
      .def_prop_ro(
          "margin", [](const PythonPuzzle& p) { return p.puzzle.proof.margin; },
          "Seeds that the mover gains with the solution, minus the opponent's gains.")
      .def_prop_ro(
          "second_margin", [](const PythonPuzzle& p) { return p.puzzle.proof.second; },
          "The same with the second-best move.")
      .def_prop_ro(
          "plies", [](const PythonPuzzle& p) { return p.puzzle.proof.plies; },
          "Depth of the proof; None: to the end of the game.")
      .def("__repr__", [](const PythonPuzzle& p) {
        return fmt::format("<Puzzle {} {:+} instead of {:+}>", diagram(p.game->rules(), p.puzzle.position),
                           p.puzzle.proof.margin, p.puzzle.proof.second);
      });
  module.def("_puzzles", &puzzles, nb::arg("game"), nb::arg("count"), nb::arg("seed"), nb::arg("theme").none(),
             nb::arg("min_rating"), nb::arg("max_rating"), nb::arg("database").none());
}

}  // namespace sow::python
