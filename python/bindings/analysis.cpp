// sow.Analysis, sow.ScoredMove, and sow.Score.
#include "analysis.h"

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>

#include "bindings.h"
#include "board/final_margin.h"
#include "board/notation.h"

namespace sow::python {
namespace {

double in_seeds(int value) {
  if (value <= -unbounded) return -std::numeric_limits<double>::infinity();
  if (value >= unbounded) return std::numeric_limits<double>::infinity();
  return static_cast<double>(value) / seed_value;
}

std::string text_of(const Score& s) {
  const char* sign = s.kind == "exact" ? "=" : s.kind == "lower" ? "≥" : s.kind == "upper" ? "≤" : "~";
  return fmt::format("{}{:+g}", sign, s.final);
}

}  // namespace

Score::Score(const Margin& m, const Position& position)
    : margin(in_seeds(m.value)),
      low(in_seeds(m.low)),
      high(in_seeds(m.high)),
      final(in_seeds(final_margin(position, m).value)),
      kind(kind_word(m.kind())) {}

AnalysisResult::AnalysisResult(const Game& game, const Analysis& a)
    : depth(a.depth),
      seldepth(a.seldepth),
      nodes(a.nodes),
      db_hits(a.db_hits),
      seconds(static_cast<double>(a.time_ms) / 1000),
      complete(a.complete) {
  if (a.margin) score.emplace(*a.margin, game.position());
  for (const Line& line : a.lines)
    if (line.searched)
      moves.push_back({line.move, move_text(game.rules(), game.position(), line.move),
                       Score(line.margin, game.position()), line.pv});
  if (a.lines.empty()) return;
  best = a.best();
  pv = a.lines.front().pv;
}

void bind_analysis(nb::module_& module) {
  nb::class_<Score>(module, "Score",
                    "What is known about the outcome, in seeds, from the point of view of the player to move.\n\n"
                    "str() shows the final margin: = proven, ≥ ≤ proven bounds, ~ estimated.")
      .def_ro("margin", &Score::margin, "Seeds won from here on minus those of the opponent.")
      .def_ro("low", &Score::low, "Proven lower bound on the margin; may be -inf.")
      .def_ro("high", &Score::high, "Proven upper bound on the margin; may be inf.")
      .def_ro("final", &Score::final, "The margin at the end of the game, including the seeds in the stores now.")
      .def_ro("kind", &Score::kind, "'exact', 'lower', 'upper', or 'estimate'.")
      .def_prop_ro(
          "proven", [](const Score& s) { return s.kind == "exact"; }, "Whether the margin is exact.")
      .def("__str__", &text_of)
      .def("__repr__", [](const Score& s) {
        return fmt::format("Score(margin={:g}, low={:g}, high={:g}, final={:g}, kind='{}')", s.margin, s.low, s.high,
                           s.final, s.kind);
      });

  nb::class_<ScoredMove>(module, "ScoredMove", "A move with its score and the line of best play after it.")
      .def_ro("action", &ScoredMove::action, "The action.")
      .def_ro("name", &ScoredMove::name, "Its name, such as 'C'.")
      .def_ro("score", &ScoredMove::score, "The score if this move is played.")
      .def_ro("pv", &ScoredMove::pv, "Principal variation: actions, starting with this one.")
      .def("__repr__", [](const ScoredMove& m) { return fmt::format("<{} {}>", m.name, text_of(m.score)); });

  nb::class_<AnalysisResult>(module, "Analysis", "The result of a search.")
      .def_ro("best", &AnalysisResult::best, "The best action; None if the game is over.")
      .def_ro("score", &AnalysisResult::score, "The score of the position; None if the search found none in time.")
      .def_ro("moves", &AnalysisResult::moves, "The moves that were scored, best first.")
      .def_ro("pv", &AnalysisResult::pv, "Principal variation: the actions of best play.")
      .def_ro("depth", &AnalysisResult::depth,
              "Completed search depth in plies; 0 if the scores come from a database or a solver.")
      .def_ro("seldepth", &AnalysisResult::seldepth, "Depth of the longest line searched.")
      .def_ro("nodes", &AnalysisResult::nodes, "Number of positions searched.")
      .def_ro("db_hits", &AnalysisResult::db_hits, "Number of positions found in an endgame database.")
      .def_ro("seconds", &AnalysisResult::seconds, "Time used.")
      .def_ro("complete", &AnalysisResult::complete, "Whether every requested score is proven.")
      .def("__repr__", [](const AnalysisResult& a) {
        return a.moves.empty()
                   ? "<Analysis: no moves>"
                   : fmt::format("<Analysis: {} {}, {}{} nodes>", a.moves[0].name, text_of(a.moves[0].score),
                                 a.depth > 0 ? fmt::format("depth {}, ", a.depth) : "", a.nodes);
      });
}

}  // namespace sow::python
