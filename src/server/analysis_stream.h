// Analyses that are told while they go on: of a position, and of all the moves of a game.
#pragma once

#include "game/game.h"
#include "protocol/analysis_request.h"
#include "server/reply.h"

namespace sow {

// Emits "analysis" events, the last one marked as final with why it ended.
void stream_analysis(const Game& game, const AnalysisRequest& request, TaskContext& context);

// Emits a "ply" event for each move of the game and a "report" at last.
void stream_report(const Game& game, std::int64_t ply_ms, TaskContext& context);

}  // namespace sow
