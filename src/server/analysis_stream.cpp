#include "server/analysis_stream.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "board/notation.h"
#include "protocol/analysis_json.h"
#include "server/accuracy.h"

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

// South's seeds less North's at the end, if the mover wins so many more from here.
double final_margin(const Position& position, const Score& score) {
  const double mine = position.store[0] - position.store[1] + score.seeds();
  return position.mover == Player::south ? mine : -mine;
}

double rounded(double n) { return std::round(n * 100) / 100; }

struct Tally {
  double accuracy = 0, loss = 0;
  int moves = 0, choices = 0;
  std::array<int, marks> marked{};

  ordered_json json() const {
    ordered_json json = {{"accuracy", nullptr}, {"loss", rounded(loss)}, {"moves", moves}};
    if (choices > 0) json["accuracy"] = std::round(accuracy / choices * 10) / 10;
    for (std::size_t i = 0; i < marks; ++i) json[std::string(mark_words[i])] = marked[i];
    return json;
  }
};

const Line& line_of(const Analysis& analysis, Move move) {
  return *std::find_if(analysis.lines.begin(), analysis.lines.end(), [&](const Line& l) { return l.move == move; });
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
  const Judge judge(game.start().total());
  std::array<Tally, 2> tallies;
  Limits limits;
  limits.time_ms = ply_ms;
  limits.lines = max_pits;
  limits.stop = &context.job.stop();
  Game replayed(game.def(), game.start());
  int number = 0;
  for (const auto& ply : game.plies()) {
    const Analysis analysis = context.engine.analyze(replayed, limits);
    if (context.job.stop()) break;
    const Position& before = replayed.position();
    const Line &best = analysis.lines.front(), &played = line_of(analysis, ply.move);
    const bool forced = analysis.lines.size() == 1;
    const double loss = std::max(0.0, best.score.seeds() - played.score.seeds());
    const auto mark = judge.mark(loss);
    Tally& tally = tallies[index(before.mover)];
    ++tally.moves;
    tally.loss += loss;
    if (!forced) {
      ++tally.choices;
      tally.accuracy += judge.accuracy(loss);
    }
    if (mark) ++tally.marked[static_cast<std::size_t>(*mark)];
    ordered_json json = {{"ply", number++},
                         {"move", move_text(before, ply.move)},
                         {"mover", before.mover == Player::south ? "S" : "N"},
                         {"best", move_text(before, best.move)},
                         {"pv", line_text(replayed, best.pv)},
                         {"score", score_json(replayed, best.score)},
                         {"played", score_json(replayed, played.score)},
                         {"loss", rounded(loss)},
                         {"mark", nullptr},
                         {"forced", forced},
                         {"margin", rounded(final_margin(before, best.score))},
                         {"proven", best.score.kind == ScoreKind::exact}};
    if (mark) json["mark"] = mark_words[static_cast<std::size_t>(*mark)];
    context.emit("ply", json.dump());
    replayed.play(ply.move);
  }
  if (context.job.stop()) {
    const bool shared = context.job.stopped() == Stopped::share;
    context.emit(
        "error",
        ordered_json{{"error", shared ? "others are waiting: ask again" : "stopped"}, {"field", nullptr}}.dump());
    return;
  }
  ordered_json json = {{"final", true}, {"margin", nullptr}, {"proven", true}, {"players", ordered_json::object()}};
  if (game.ending()) {
    json["margin"] = game.ending()->margin(Player::south);
  } else {
    const Score score = context.engine.analyze(game, limits).lines.front().score;
    json["margin"] = rounded(final_margin(game.position(), score));
    json["proven"] = score.kind == ScoreKind::exact;
  }
  json["players"] = {{"S", tallies[0].json()}, {"N", tallies[1].json()}};
  for (const Mark mark : {Mark::inaccuracy, Mark::mistake, Mark::blunder})
    json["thresholds"][std::string(mark_words[static_cast<std::size_t>(mark)])] = judge.threshold(mark);
  context.emit("report", json.dump());
}

}  // namespace sow
