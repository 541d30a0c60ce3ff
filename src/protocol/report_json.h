// Mistake reports as JSON, for the command line and the server. docs/fields.md explains every field.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "game/summary.h"
#include "study/report.h"

namespace sow {

// The reasons for a move, with pits named by their letters.
nlohmann::ordered_json reasons_json(const Game& game, const MoveReasons& why);

// One move; `number` counts from 0.
nlohmann::ordered_json ply_json(const Game& before, int number, const PlyReport& ply);

// The summary: both players, the margin after the last move, and the thresholds of the marks.
nlohmann::ordered_json report_json(const GameReport& report, const Grader& grader);

}  // namespace sow
