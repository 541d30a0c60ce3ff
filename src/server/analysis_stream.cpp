#include "server/analysis_stream.h"

#include <nlohmann/json.hpp>

#include "protocol/analysis_json.h"
#include "protocol/report_json.h"
#include "server/play_json.h"
#include "study/hint.h"

namespace sow {
namespace {

using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

std::string_view end_reason(const Job& job, const Analysis& analysis, const Limits& limits) {
  switch (job.stop_reason()) {
    case StopReason::none: break;
    case StopReason::disconnected: return "gone";
    case StopReason::requested: return "stopped";
    case StopReason::time_limit: return "time";
    case StopReason::time_slice: return "share";
    case StopReason::shutdown: return "shutdown";
  }
  if (analysis.complete || analysis.lines.empty()) return "complete";
  if (limits.nodes && analysis.nodes >= *limits.nodes) return "nodes";
  return analysis.depth >= limits.depth ? "depth" : "time";
}

ordered_json event_json(const Game& game, const Analysis& analysis, std::string_view ended = {}) {
  ordered_json json = {{"done", !ended.empty()}};
  if (!ended.empty()) json["ended"] = ended;
  json.update(analysis_json(game, analysis));
  json["why"] = analysis.lines.empty() ? ordered_json() : reasons_json(game, reasons(game, analysis.lines.front()));
  return json;
}

ordered_json progress_json(const SolveProgress& progress) {
  const std::string_view stage = progress.tables ? "tables" : progress.move == 0 ? "position" : "moves";
  return {{"stage", stage},
          {"seeds", progress.tables ? ordered_json(progress.seeds) : ordered_json()},
          {"solving", progress.move},
          {"move_count", progress.moves},
          {"low", progress.position.low},
          {"high", progress.position.high},
          {"nodes", progress.nodes},
          {"seconds", static_cast<double>(progress.time_ms) / 1000}};
}

}  // namespace

void stream_analysis(const Game& game, const AnalysisRequest& request, TaskContext& context) {
  Limits limits = request.limits;
  limits.stop = &context.job.stop();
  // With one thread, a search that is not limited by time gives the same result every time.
  const bool timed_only = !limits.nodes && limits.depth == max_depth;
  limits.threads = timed_only ? context.job.borrow_threads() : 1;
  const auto interval = std::chrono::duration<double>(request.every.value_or(0));
  std::optional<Clock::time_point> last_report;
  if (!request.keep) context.engine.clear();
  const Analysis result = context.engine.analyze(game, limits, [&](const Analysis& analysis) {
    const auto now = Clock::now();
    if (last_report && now - *last_report < interval) return;
    last_report = now;
    context.emit("analysis", event_json(game, analysis).dump());
  });
  context.emit("analysis", event_json(game, result, end_reason(context.job, result, limits)).dump());
}

void stream_solve(const Game& game, Limits limits, const SolveOptions& how, TaskContext& context) {
  limits.stop = &context.job.stop();
  limits.threads = context.job.threads();
  const Analysis result = context.engine.solve(game, limits, how, {}, [&](const SolveProgress& progress) {
    context.emit("progress", progress_json(progress).dump());
  });
  context.emit("analysis", event_json(game, result, end_reason(context.job, result, limits)).dump());
}

// With a node limit, the same game gets the same report. The table is cleared before each ply because jobs of other
// clients may run between two plies.
void stream_report(GameReporter& reporter, const Game& game, Limits limits, TaskContext& context) {
  const Limits usual = report_limits(context.job.stop());
  limits.stop = usual.stop;
  limits.threads = 1;
  if (!limits.time_ms && !limits.nodes) limits.nodes = usual.nodes;
  const auto on_ply = [&](const Game& before, const PlyReport& ply) {
    context.emit("ply", ply_json(before, static_cast<int>(before.plies().size()), ply).dump());
  };
  while (!reporter.done()) {
    context.engine.clear();
    if (!context.engine.step(reporter, limits, on_ply))
      return context.emit("error", error_json(Error("stopped")).dump());
    if (!reporter.done() && context.job.yield()) return;
  }
  ordered_json json = {{"done", true}};
  json.update(report_json(reporter.result(), Grader(game.start().total())));
  context.emit("report", json.dump());
}

}  // namespace sow
