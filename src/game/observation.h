// A position as a vector of numbers, for learning agents. It is seen by one player:
//
//   seeds in the player's pits, in sowing order; seeds in the opponent's pits, in the opponent's sowing order
//   the player's store; the opponent's store; 1 if the player is to move
//
// Games with state (Ruleset::has_state) add
//
//   for each pit, in the same order: 1 if the player owns it, -1 if the opponent does
//   turns left in the opening; first pit barred; last pit barred; extra turn (Position::mark); 1 if the player is South
#pragma once

#include "game/packed_state.h"

namespace sow {

constexpr int observation_size(const Ruleset& rules) {
  const int pits = 2 * rules.pits_per_player();
  return pits + 3 + (rules.has_state() ? pits + 5 : 0);
}

template <int W>
void observe(const Ruleset& rules, const PackedState<W>& state, Player player, float* out) {
  const bool moves = player == state.mover;
  const Lanes<W>&own = moves ? state.board.own : state.board.opp, &opp = moves ? state.board.opp : state.board.own;
  const int pits = rules.pits_per_player();
  for (int i = 0; i < pits; ++i) *out++ = static_cast<float>(own.get(i));
  for (int i = 0; i < pits; ++i) *out++ = static_cast<float>(opp.get(i));
  *out++ = state.store[index(player)];
  *out++ = state.store[index(other(player))];
  *out++ = moves ? 1 : 0;
  if constexpr (Board<W>::has_state_lanes)
    if (rules.has_state()) {
      const auto owner = [](std::uint32_t player_owns, std::uint32_t opponent_owns, int pit) -> float {
        return player_owns >> pit & 1 ? 1 : opponent_owns >> pit & 1 ? -1 : 0;
      };
      using B = Board<W>;
      for (int i = 0; i < pits; ++i) *out++ = owner(own.field(B::mine), own.field(B::theirs), i);
      for (int i = 0; i < pits; ++i) *out++ = owner(opp.field(B::theirs), opp.field(B::mine), i);
      const unsigned lane = state.board.own.get(B::state), mark = lane >> B::mark_shift & B::mark_mask;
      *out++ = static_cast<float>(lane & B::turns_mask);
      *out++ = mark & Position::first_barred ? 1 : 0;
      *out++ = mark & Position::last_barred ? 1 : 0;
      *out++ = mark & Position::extra_turn ? 1 : 0;
      *out++ = player == Player::south ? 1 : 0;
    }
}

}  // namespace sow
