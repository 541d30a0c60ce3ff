// Advice for a person: a move, the reasons for it, and the expected result.
#pragma once

#include <span>
#include <string>

#include "game/summary.h"
#include "search/analysis.h"
#include "search/limits.h"

namespace sow {

// Search limits for a hint. Nodes, not time, so that hints are equally good on a busy machine.
inline Limits hint_limits(const std::atomic<bool>& stop) {
  Limits limits;
  limits.nodes = 1'000'000;
  limits.stop = &stop;
  return limits;
}

// The reasons for the first move of a line. The line starts in this game and is not empty.
MoveReasons reasons(const Game& game, std::span<const Move> line);
MoveReasons reasons(const Game& game, const Line& line);

// A hint in words: "E4 captures 5 and leaves North nothing to capture. South wins by 4 (proven)."
std::string explain_hint(const Game& game, const Line& line);

// The best line that starts with a capture, in an analysis of a game in which the opponent moves out of turn. Null if
// nothing is threatened.
const Line* find_threat(const Game& game, const Analysis& analysis);

}  // namespace sow
