// A report on a game for people: a table of the moves, a graph of the margin, and how accurate the players were.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/report.h"

namespace sow {

struct JudgedGame {
  std::vector<PlyReport> plies;
  GameReport report;
};

// Goes through the game, showing on standard error how far it is. None if the search is stopped.
std::optional<JudgedGame> judge_game(const Game& game, Engine& engine, const Limits& limits);

// The words of the columns are those of the JSON object. The graph is at most so many columns wide; 0: as usual.
std::string report_text(const Game& game, const JudgedGame& judged, std::size_t columns);

// Bars over and under a line, one for each value, or for several where there are more than columns.
std::string bar_graph(const std::vector<double>& values, std::size_t columns);

}  // namespace sow
