#include "server/analysis_stream.h"

#include <nlohmann/json.hpp>

#include "protocol/analysis_json.h"
#include "protocol/report_json.h"
#include "server/play_json.h"
#include "study/hint.h"
#include "study/report.h"

namespace sow {
namespace {

using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

std::string_view end_word(const Job& job, const Analysis& analysis, const Limits& limits) {
  switch (job.stopped()) {
    case Stopped::no: break;
    case Stopped::gone: return "gone";
    case Stopped::time: return "time";
    case Stopped::share: return "share";
    case Stopped::shutdown: return "shutdown";
  }
  if (analysis.complete || analysis.lines.empty()) return "complete";
  if (limits.nodes && analysis.nodes >= *limits.nodes) return "nodes";
  return analysis.depth >= limits.depth ? "depth" : "time";
}

ordered_json event_json(const Game& game, const Analysis& analysis, std::string_view ended = {}) {
  ordered_json json = {{"final", !ended.empty()}};
  if (!ended.empty()) json["ended"] = ended;
  json.update(analysis_json(game, analysis));
  json["hint"] = analysis.lines.empty() ? ordered_json() : ordered_json(hint(game, analysis.lines.front()));
  return json;
}

}  // namespace

void stream_analysis(const Game& game, const AnalysisRequest& request, TaskContext& context) {
  Limits limits = request.limits;
  limits.stop = &context.job.stop();
  const auto every = std::chrono::duration<double>(request.every.value_or(0));
  std::optional<Clock::time_point> told;
  if (!request.keep) context.engine.clear();
  const Analysis result = context.engine.analyze(game, limits, [&](const Analysis& analysis) {
    const auto now = Clock::now();
    if (told && now - *told < every) return;
    told = now;
    context.emit("analysis", event_json(game, analysis).dump());
  });
  context.emit("analysis", event_json(game, result, end_word(context.job, result, limits)).dump());
}

void stream_report(const Game& game, std::int64_t ply_ms, TaskContext& context) {
  Limits limits;
  limits.time_ms = ply_ms;
  limits.stop = &context.job.stop();
  context.engine.clear();
  int number = 0;
  const auto result = report(game, context.engine, limits, [&](const Game& before, const PlyReport& ply) {
    context.emit("ply", ply_json(before, number++, ply).dump());
  });
  if (result) {
    ordered_json json = {{"final", true}};
    json.update(report_json(*result, Grader(game.start().total())));
    return context.emit("report", json.dump());
  }
  const bool shared = context.job.stopped() == Stopped::share;
  context.emit("error", error_json(Error(shared ? "others are waiting: ask again" : "stopped")).dump());
}

}  // namespace sow
