// Which pits players can own.
#pragma once

#include "board/position.h"

namespace sow {

// Whether the rules let a player own this pit on their own side (or on the opponent's side).
bool can_own(const Ruleset& rules, bool own_side, int pit);

inline bool within_own_limit(const Ruleset& rules, int pits) {
  return rules.own.max_pits == 0 || pits <= rules.own.max_pits;
}

// The pit that the opponent must not own for a player to own this one; empty if there is no restriction.
PitSet excluded_by(const Ruleset& rules, const Layout& layout, Hole hole);

// Whether the two players can own these pits at the same time.
bool can_own(const Ruleset& rules, const Layout& layout, const std::array<PitSet, 2>& owned);

}  // namespace sow
