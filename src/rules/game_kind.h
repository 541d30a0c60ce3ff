// Groups of games, by the rule that has the most influence on play.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rules/vocabulary.h"

namespace sow {

enum class GameKind : std::uint8_t { stores, counts, relays, owned, directions, three_rows, four_rows };

template <>
inline constexpr std::array words<GameKind> = {
    Word{GameKind::stores, "stores", "Stores are sown"},
    Word{GameKind::counts, "counts", "One lap per turn, captures by count"},
    Word{GameKind::relays, "relays", "Several laps per turn"},
    Word{GameKind::owned, "owned", "Owned pits"},
    Word{GameKind::directions, "directions", "Sowing in both directions"},
    Word{GameKind::three_rows, "three-rows", "Three rows"},
    Word{GameKind::four_rows, "four-rows", "Four rows"},
};

// If several kinds apply, returns the rarest one.
constexpr GameKind kind_of(const Ruleset& rules) {
  if (rules.four_rows()) return GameKind::four_rows;
  if (rules.rows == 3) return GameKind::three_rows;
  if (rules.owns()) return GameKind::owned;
  if (rules.two_ways() || rules.direction == Direction::opposed) return GameKind::directions;
  if (rules.sows_store()) return GameKind::stores;
  return rules.relays() ? GameKind::relays : GameKind::counts;
}

}  // namespace sow
