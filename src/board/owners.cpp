#include "board/owners.h"

namespace sow {

bool can_own(const Ruleset& rules, bool own_side, int pit) {
  if (!rules.owns_on(own_side)) return false;
  const int last = rules.pits_per_player() - 1;
  const bool first_or_last = pit == 0 || pit == last;
  switch (rules.own.at) {
    case OwnAt::any: return true;
    case OwnAt::not_last: return pit != last;
    case OwnAt::ends: return first_or_last;
    case OwnAt::not_ends: return !first_or_last;
    case OwnAt::my_ends_their_any: return first_or_last || !own_side;
    case OwnAt::my_ends_their_two: return first_or_last || (!own_side && (pit == 1 || pit == last - 1));
  }
  return false;
}

PitSet excluded_by(const Ruleset& rules, const Layout& layout, Hole hole) {
  switch (rules.own.apart) {
    case Apart::no: return 0;
    case Apart::same_number: return bit_of(pit(1 - hole.side, hole.pit));
    case Apart::facing: return bit_of(layout.facing(hole));
  }
  return 0;
}

bool can_own(const Ruleset& rules, const Layout& layout, const std::array<PitSet, 2>& owned) {
  if ((owned[0] & owned[1]) != 0) return false;
  for (std::size_t player = 0; player < 2; ++player) {
    if (!within_own_limit(rules, std::popcount(owned[player]))) return false;
    for (PitSet set = owned[player]; set != 0; set &= set - 1) {
      const int bit = std::countr_zero(set);
      const Hole hole = pit(bit / 32, bit % 32);
      if (!can_own(rules, hole.side == player, hole.pit)) return false;
      if ((owned[1 - player] & excluded_by(rules, layout, hole)) != 0) return false;
    }
  }
  return true;
}

}  // namespace sow
