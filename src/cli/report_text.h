// The mistake report of a game: a table of moves, a graph of the score, and the accuracy of both players.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace sow {

struct JudgedGame {
  std::vector<PlyReport> plies;
  GameReport report;
};

// Analyzes every move, with progress on standard error. None if stopped.
std::optional<JudgedGame> judge_game(const Game& game, Engine& engine, const Limits& limits);

// Column names are those of the JSON object. Fits into `columns`; 0 means 80.
std::string report_text(const Game& game, const JudgedGame& judged, std::size_t columns);

// Bars above and below a line, one per value, or one for several values if there are too many.
std::string bar_graph(const std::vector<double>& values, std::size_t columns);

}  // namespace sow
