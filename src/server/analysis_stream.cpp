#include "server/analysis_stream.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "board/notation.h"
#include "protocol/analysis_json.h"
#include "server/play_json.h"
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
  return json;
}

double rounded(double n, double to = 100) { return std::round(n * to) / to; }

ordered_json ply_json(const Game& before, int number, const PlyReport& ply) {
  const Position& position = before.position();
  ordered_json json = {{"ply", number},
                       {"move", move_text(before.rules(), position, ply.move)},
                       {"mover", player_letter(position.mover)},
                       {"best", move_text(before.rules(), position, ply.best)},
                       {"pv", line_text(before, ply.pv)},
                       {"score", score_json(before, ply.score)},
                       {"played", score_json(before, ply.played)},
                       {"loss", rounded(ply.loss)},
                       {"mark", nullptr},
                       {"forced", ply.forced},
                       {"margin", rounded(ply.outlook.margin)},
                       {"proven", ply.outlook.proven}};
  if (ply.mark) json["mark"] = mark_word(*ply.mark);
  return json;
}

ordered_json tally_json(const Tally& tally) {
  ordered_json json = {{"accuracy", nullptr}, {"loss", rounded(tally.loss)}, {"moves", tally.moves}};
  if (const auto accuracy = tally.accuracy()) json["accuracy"] = rounded(*accuracy, 10);
  for (const MarkInfo& info : mark_table) json[std::string(info.word)] = tally.marked[index(info.mark)];
  return json;
}

ordered_json report_json(const GameReport& report, const Judge& judge) {
  ordered_json json = {{"final", true},
                       {"margin", rounded(report.end.margin)},
                       {"proven", report.end.proven},
                       {"players", {{"S", tally_json(report.players[0])}, {"N", tally_json(report.players[1])}}}};
  for (const MarkInfo& info : mark_table) json["thresholds"][std::string(info.word)] = judge.threshold(info.mark);
  return json;
}

}  // namespace

void stream_analysis(const Game& game, const AnalysisRequest& request, TaskContext& context) {
  Limits limits = request.limits;
  limits.stop = &context.job.stop();
  const auto every = std::chrono::duration<double>(request.every.value_or(0));
  std::optional<Clock::time_point> told;
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
  int number = 0;
  const auto result = report(game, context.engine, limits, [&](const Game& before, const PlyReport& ply) {
    context.emit("ply", ply_json(before, number++, ply).dump());
  });
  if (result) return context.emit("report", report_json(*result, Judge(game.start().total())).dump());
  const bool shared = context.job.stopped() == Stopped::share;
  context.emit("error", error_json(Error(shared ? "others are waiting: ask again" : "stopped")).dump());
}

}  // namespace sow
