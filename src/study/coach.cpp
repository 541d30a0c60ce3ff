#include "study/coach.h"

#include <algorithm>
#include <array>

#include "study/grade.h"

namespace sow {
namespace {

struct Outcome {
  int taken = 0;
  bool again = false;
  std::optional<Capture> reply = {};

  int lost() const { return reply ? reply->seeds : 0; }
};

Outcome outcome_of(const Game& game, Move move) {
  Game after = game;
  after.play(move);
  Outcome outcome{.taken = after.plies().back().taken};
  if (after.ending()) return outcome;
  outcome.again = after.position().mover == game.position().mover;
  if (!outcome.again) outcome.reply = largest_capture(game, after.position());
  return outcome;
}

// The difference that explains most of the loss.
Flaw flaw_of(const Outcome& best, const Outcome& played) {
  const int missed = best.taken - played.taken, opened = played.lost() - best.lost();
  if (std::max(missed, opened) < min_mentioned) return best.again && !played.again ? Flaw::again : Flaw::other;
  return missed >= opened ? Flaw::capture : Flaw::open;
}

}  // namespace

std::string_view flaw_word(Flaw flaw) {
  constexpr std::array words = {"open", "capture", "again", "other"};
  return words[static_cast<std::size_t>(flaw)];
}

std::vector<Advice> advise(const Game& game, const Analysis& analysis) {
  std::vector<Advice> all;
  const Grader grader(game.start().total());
  const Outcome best = outcome_of(game, analysis.best());
  for (const Line& line : analysis.lines) {
    const Grade grade = grade_move(analysis, line.move);
    const Outcome played = outcome_of(game, line.move);
    Advice advice{.move = line.move,
                  .loss = grade.loss,
                  .proven_loss = std::min(grade.low, grade.loss),
                  .mark = grader.mark(grade.loss),
                  .allows = played.reply,
                  .missed = std::max(0, best.taken - played.taken)};
    if (advice.mark) advice.flaw = flaw_of(best, played);
    all.push_back(std::move(advice));
  }
  return all;
}

}  // namespace sow
