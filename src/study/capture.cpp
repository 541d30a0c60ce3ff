#include "study/capture.h"

#include <bit>

namespace sow {

MoveSet captured_pits(const Trace& trace) {
  MoveSet pits = 0;
  for (const Event& event : trace) {
    const bool captures =
        event.kind == Event::Kind::capture || event.kind == Event::Kind::join || event.kind == Event::Kind::remove;
    if (captures && event.hole.side == 1 && !event.hole.store) pits |= MoveSet{1} << event.hole.pit;
  }
  return pits;
}

Capture capture_by(const Ruleset& rules, const Position& position, Move move) {
  Capture capture{.move = move};
  int most = 0;
  for (MoveSet rest = captured_pits(trace_of(rules, position, move)); rest != 0; rest &= rest - 1) {
    const int number = std::countr_zero(rest), seeds = position.pits[1][number];
    capture.seeds += seeds;
    if (seeds <= most) continue;
    most = seeds;
    capture.pit = pit(1, number);
  }
  return capture;
}

std::optional<Capture> largest_capture(const Game& game, const Position& position) {
  std::optional<Capture> largest;
  if (game.kernel().ending(position)) return largest;
  for (MoveSet rest = game.kernel().moves(position); rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    Position after = position;
    if (game.kernel().play(after, move) == 0) continue;  // much faster than a trace
    const Capture capture = capture_by(game.rules(), position, move);
    if (capture.seeds >= min_mentioned && (!largest || capture.seeds > largest->seeds)) largest = capture;
  }
  return largest;
}

}  // namespace sow
