// Random positions, including extreme ones: huge piles, empty sides, endings.
#pragma once

#include "board/owners.h"
#include "support/choices.h"

namespace sow::tests {

// A random position with exactly `total` seeds.
inline Position random_position(const Ruleset& rules, int total, Choices& choose) {
  const auto pits = static_cast<unsigned>(rules.pits_per_player());
  Position p;
  int left = total;
  const auto put = [&](std::uint8_t& hole, int seeds) {
    hole = static_cast<std::uint8_t>(hole + seeds);
    left -= seeds;
  };
  const auto up_to = [&](int max) { return static_cast<int>(choose.below(static_cast<unsigned>(max) + 1)); };

  enum { even_spread, endgame, giant_pile, starved_opponent, starved_mover, near_majority, kinds };
  const auto kind = choose.below(kinds);
  const bool stores = rules.has_stores();
  if (stores && kind == endgame) put(p.store[0], up_to(left));
  if (stores && kind == endgame) put(p.store[1], left - up_to(std::min(left, 12)));
  if (stores && kind == near_majority) {
    put(p.store[0], left / 2 - up_to(std::min(left / 2, 3)));
    put(p.store[1], std::min(left, total / 2 - up_to(std::min(total / 2, 3))));
  }
  if (stores && kind != endgame && kind != near_majority) put(p.store[choose.below(2)], up_to(left));
  if (kind == giant_pile) put(p.pits[choose.below(2)][choose.below(pits)], up_to(left));
  const unsigned few = 1 + choose.below(pits);  // pits in use: fewer pits mean longer chains and larger piles
  while (left > 0) {
    std::size_t side = choose.below(2);
    if (kind == starved_opponent) side = 0;
    if (kind == starved_mover) side = 1;
    put(p.pits[side][choose.below(choose.one_in(4) ? pits : few)], 1 + up_to(std::min(left - 1, 2)));
  }
  if (choose.one_in(2)) p.mover = Player::north;
  // Moves seeds from closed pits to the first open one on that side.
  for (const Player player : {Player::south, Player::north}) {
    const std::uint32_t closed = rules.closed[index(player)];
    Pits& side = p.pits_of(player);
    const int first = std::countr_one(closed);
    for (int i = 0; i < static_cast<int>(pits); ++i)
      if ((closed >> i & 1) != 0) side[first] += std::exchange(side[i], 0);
  }
  if (rules.opening.turns > 0) p.opening = static_cast<std::uint8_t>(up_to(rules.opening.turns));
  if (rules.again_once && choose.one_in(4)) p.mark = Position::extra_turn;
  if (!rules.undo) p.mark = static_cast<std::uint8_t>(p.mark | choose.below(4));
  for (unsigned n = rules.owns() ? choose.below(4) : 0; n > 0; --n) {
    const std::size_t owner = choose.below(2);
    const Hole hole = pit(static_cast<int>(choose.below(2)), static_cast<int>(choose.below(pits)));
    const std::uint32_t closed = rules.closed[index(hole.side == 0 ? p.mover : other(p.mover))];
    const bool lost = rules.own.out && p.pits[hole.side][hole.pit] > 0;
    auto owned = p.owned;
    owned[owner] |= bit_of(hole);
    if (lost || p.is_owned(hole) || (closed >> hole.pit & 1) != 0 || !can_own(rules, Layout(rules), owned)) continue;
    p.owned = owned;
    if (rules.own.keep) continue;
    p.store[owner] += p.pits[hole.side][hole.pit];
    p.pits[hole.side][hole.pit] = 0;
  }
  return p;
}

}  // namespace sow::tests
