#include "study/report.h"

#include <algorithm>

namespace sow {
namespace {

// If the mover wins so many seeds more from here.
Outlook outlook(const Position& position, const Margin& margin) {
  const double lead = position.store[0] - position.store[1] + margin.seeds();
  return {position.mover == Player::south ? lead : -lead, margin.exact()};
}

PlyReport compare(const Position& before, const Analysis& analysis, Move move, const Grader& grader) {
  const Line& best = analysis.lines.front();
  const Line& played =
      *std::find_if(analysis.lines.begin(), analysis.lines.end(), [&](const Line& line) { return line.move == move; });
  const double loss = std::max(0.0, best.margin.seeds() - played.margin.seeds());
  return {.move = move,
          .best = best.move,
          .pv = best.pv,
          .score = best.margin,
          .played = played.margin,
          .loss = loss,
          .mark = grader.mark(loss),
          .forced = analysis.lines.size() == 1,
          .outlook = outlook(before, best.margin)};
}

}  // namespace

void PlayerReport::add(const PlyReport& ply, const Grader& grader) {
  ++moves;
  loss += ply.loss;
  if (ply.mark) ++marked[index(*ply.mark)];
  if (ply.forced) return;
  ++choices;
  accuracy_ += grader.accuracy(ply.loss);
}

std::optional<double> PlayerReport::accuracy() const {
  return choices > 0 ? std::optional(accuracy_ / choices) : std::nullopt;
}

std::optional<GameReport> report(const Game& game, Engine& engine, Limits limits, const OnPly& on_ply) {
  limits.lines = max_moves;  // any move may have been made
  const auto stopped = [&] { return limits.stop != nullptr && *limits.stop; };
  const Grader grader(game.start().total());
  GameReport report;
  Game replayed(game.def(), game.start());
  for (const auto& ply : game.plies()) {
    const Analysis analysis = engine.analyze(replayed, limits);
    if (stopped()) return std::nullopt;
    const PlyReport told = compare(ply.before, analysis, ply.move, grader);
    report.players[index(ply.before.mover)].add(told, grader);
    on_ply(replayed, told);
    replayed.play(ply.move);
  }
  if (game.ending()) {
    report.end = {static_cast<double>(game.ending()->margin(Player::south)), true};
    return report;
  }
  const Analysis analysis = engine.analyze(game, limits);
  if (stopped()) return std::nullopt;
  report.end = outlook(game.position(), analysis.lines.front().margin);
  return report;
}

}  // namespace sow
