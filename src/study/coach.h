// A coach for games against the computer: what each move of a position would cost, and why.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "search/analysis.h"
#include "search/limits.h"
#include "study/accuracy.h"
#include "study/capture.h"

namespace sow {

// Search limits for the coach, a fraction of those of a hint: its answer must be there when a person has moved.
inline Limits coach_limits(const std::atomic<bool>& stop) {
  Limits limits;
  limits.nodes = 200'000;
  limits.lines = max_moves;
  limits.stop = &stop;
  return limits;
}

// What a move did worse than the best one.
enum class Flaw { open, capture, again, other };
// The flaw's name in JSON.
std::string_view flaw_word(Flaw flaw);

struct Advice {
  Move move = no_move;
  double loss = 0;                     // seeds given away against the best move
  double proven_loss = 0;              // at least this many are proven
  std::optional<Mark> mark = {};       // nullopt for a good move
  std::optional<Flaw> flaw = {};       // of a move with a mark
  std::optional<Capture> allows = {};  // the opponent's largest capture after the move
  int missed = 0;                      // seeds that the best move captures beyond this one
};

// Advice for every legal move, the best one first. The analysis must have scored every move.
std::vector<Advice> advise(const Game& game, const Analysis& analysis);

}  // namespace sow
