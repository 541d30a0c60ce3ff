// A report on a game as the JSON objects of the command line and the server.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "study/report.h"

namespace sow {

// One move, the first having number 0. Scores are from the mover's view; "margin" is South's seeds less North's at the end.
nlohmann::ordered_json ply_json(const Game& before, int number, const PlyReport& ply);

// What the moves come to: both players, the margin after the last move, and the losses from which on a move is marked.
nlohmann::ordered_json report_json(const GameReport& report, const Grader& grader);

}  // namespace sow
