// Which pits players can own.
#pragma once

#include "board/position.h"

namespace sow {

// Whether `own.at` and the landings let a player own this pit of their own side, or of the other.
bool can_own(const Ruleset& rules, bool own_side, int pit);

// Whether a player can own so many pits.
inline bool can_own_so_many(const Ruleset& rules, int pits) { return rules.own.most == 0 || pits <= rules.own.most; }

// The pit that the opponent must not own if a player is to own this one; none: whatever the opponent owns.
PitSet kept_apart(const Ruleset& rules, const Layout& layout, Hole hole);

// Whether the two players can own these pits at the same time.
bool can_own(const Ruleset& rules, const Layout& layout, const std::array<PitSet, 2>& owned);

}  // namespace sow
