// Which kind of mancala a game is, by the rule that shapes its play most.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules/vocabulary.h"

namespace sow {

enum class GameKind : std::uint8_t { stores, counts, relays, owned, directions, three_rows, four_rows };

template <>
inline constexpr std::array words<GameKind> = {
    Word{GameKind::stores, "stores", "Each player's store is sown"},
    Word{GameKind::counts, "counts", "One lap a turn; the count in the last pit decides"},
    Word{GameKind::relays, "relays", "A turn goes on for several laps"},
    Word{GameKind::owned, "owned", "Pits can be owned"},
    Word{GameKind::directions, "directions", "Seeds travel both ways"},
    Word{GameKind::three_rows, "three-rows", "Three rows"},
    Word{GameKind::four_rows, "four-rows", "Four rows"},
};

// The rarer trait decides where a game has several.
constexpr GameKind kind_of(const Ruleset& rules) {
  if (rules.four_rows()) return GameKind::four_rows;
  if (rules.rows == 3) return GameKind::three_rows;
  if (rules.owns()) return GameKind::owned;
  if (rules.two_ways() || rules.direction == Direction::opposed) return GameKind::directions;
  if (rules.sows_store()) return GameKind::stores;
  return rules.relays() ? GameKind::relays : GameKind::counts;
}

}  // namespace sow
