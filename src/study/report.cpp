#include "study/report.h"

#include <algorithm>

#include "study/grade.h"

namespace sow {
namespace {

// The expected result if the mover wins by this margin from here on.
Outlook outlook(const Position& position, const Margin& margin) {
  const double lead = position.store[0] - position.store[1] + margin.seeds();
  return {position.mover == Player::south ? lead : -lead, margin.exact()};
}

PlyReport compare(const Position& before, const Analysis& analysis, Move move, const Grader& grader) {
  const Line& best = analysis.lines.front();
  const Line& played =
      *std::find_if(analysis.lines.begin(), analysis.lines.end(), [&](const Line& line) { return line.move == move; });
  const double loss = grade_move(analysis, move).loss;
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

GameReporter::GameReporter(const Game& game)
    : game_(game), grader_(game.start().total()), replayed_(game.from(game.start())) {}

bool GameReporter::step(Analyzer& analyzer, Limits limits, const OnPly& on_ply) {
  limits.lines = max_moves;  // the move played may be any of them
  const auto& plies = game_.plies();
  const std::size_t next = replayed_.plies().size();
  if (next == plies.size() && game_.ending()) {
    report_.end = {static_cast<double>(game_.ending()->margin(Player::south)), true};
    done_ = true;
    return true;
  }
  replayed_.play_on();  // the game continued, or a repetition would have ended it: there is something to search
  const Analysis analysis = analyzer.analyze(replayed_, limits);
  if (limits.stop != nullptr && *limits.stop) return false;
  if (next == plies.size()) {
    report_.end = outlook(game_.position(), analysis.lines.front().margin);
    done_ = true;
    return true;
  }
  const auto& ply = plies[next];
  const PlyReport judged = compare(ply.before, analysis, ply.move, grader_);
  report_.players[index(ply.before.mover)].add(judged, grader_);
  on_ply(replayed_, judged);
  replayed_.play(ply.move);
  return true;
}

std::optional<GameReport> report(const Game& game, Analyzer& analyzer, const Limits& limits, const OnPly& on_ply) {
  GameReporter reporter(game);
  while (!reporter.done())
    if (!reporter.step(analyzer, limits, on_ply)) return std::nullopt;
  return reporter.result();
}

}  // namespace sow
