// Streams of events: the analysis of a position, its solution, and the report on a whole game.
#pragma once

#include "game/game.h"
#include "protocol/analysis_request.h"
#include "server/reply.h"
#include "study/report.h"

namespace sow {

// Emits "analysis" events. The last one is marked as final and says why the analysis ended.
void stream_analysis(const Game& game, const AnalysisRequest& request, TaskContext& context);

// Emits "progress" events about ten times per second, then an "analysis" event that is marked as final.
void stream_solve(const Game& game, Limits limits, const SolveOptions& how, TaskContext& context);

// Emits a "ply" event for each move of the game, then a "report" event. Returns early if the job has to yield; call
// again with the same reporter to resume.
void stream_report(GameReporter& reporter, const Game& game, Limits limits, TaskContext& context);

}  // namespace sow
