// Legal moves of the table kernel.
#pragma once

#include "board/table_kernel.h"

namespace sow {

// Moves of pits that may be lifted, regardless of the result.
template <int W, class Rules>
MoveSet TableKernel<W, Rules>::candidates(const Board& b) const {
  const Shape& s = rules_.shape();
  return s.chosen ? chosen_candidates(b) : seeds_of(b.own).mask(s.singles == Singles::never);
}

template <int W, class Rules>
MoveSet TableKernel<W, Rules>::chosen_candidates(const Board& b) const {
  const Shape& s = rules_.shape();
  const Side own = seeds_of(b.own);
  const std::uint32_t occupied = own.mask(), larger = own.mask(true);
  std::uint32_t pits = s.singles == Singles::never ? larger : occupied;
  if ((s.singles == Singles::last || s.singles == Singles::last_onto_empty) && larger != 0) pits = larger;
  if (s.twos != Twos::ok) {
    std::uint32_t twos = 0;
    for (std::uint32_t rest = occupied; rest != 0; rest &= rest - 1)
      if (own.get(std::countr_zero(rest)) == 2) twos |= rest & -rest;
    const std::uint32_t allowed = twos != occupied ? 0 : s.twos == Twos::last_pit ? std::bit_floor(twos) : twos;
    pits &= ~twos | allowed;
  }
  if (s.facing == Facing::not_single)
    for (std::uint32_t rest = pits; rest != 0; rest &= rest - 1)
      if (get(b, facing_[std::countr_zero(rest)]) == 1) pits &= ~(rest & -rest);
  const unsigned mark = s.undo ? 0 : mark_of(b);
  const bool forward_only = in_opening(b) && !s.opening.reverse;
  if (in_opening(b)) {
    if (s.opening.pits == OpeningPits::last) pits &= ~0u << (this->pits_ - 1);
    if (s.opening.pits == OpeningPits::last_two) pits &= ~0u << std::max(this->pits_ - 2, 0);
    if (s.opening.pits == OpeningPits::second_half) pits &= ~0u << (this->pits_ + 1) / 2;
  }
  const bool onto_empty = s.singles == Singles::onto_empty || s.singles == Singles::last_onto_empty;
  MoveSet all = 0;
  for (std::size_t move = 0; move < moves_.size(); ++move) {
    const MoveEntry& entry = moves_[move];
    if ((pits >> entry.lane & 1) == 0) continue;
    const bool single = (larger >> entry.lane & 1) == 0;
    if (onto_empty && single) {
      const Heading heading{(entry.ways >> 1) + player_index(b)};
      if (get(b, next_pit_[heading.index][entry.lane]) != 0) continue;
    }
    if (forward_only && (entry.against >> (own.get(entry.lane) & 1) & 1) != 0) continue;
    if (mark != 0 && single) {
      const bool back = entry.ways >> 1 != 0, first = entry.lane == 0, last = entry.lane == this->pits_ - 1;
      if ((mark & Position::first_barred) != 0 && first && back) continue;
      if ((mark & Position::last_barred) != 0 && last && !back) continue;
    }
    all |= set_of(static_cast<Move>(move));
  }
  return all;
}

// Legal moves, without checking whether an empty side has ended the game.
template <int W, class Rules>
MoveSet TableKernel<W, Rules>::moves_of(const Board& b) const {
  const Shape& s = rules_.shape();
  const MoveSet all = candidates(b);
  if (s.reach != Reach::any || s.reverse == Reverse::capture || s.must_capture) return judged_moves(b, all);
  const bool needs_playing =
      s.grand_slam == GrandSlam::illegal ||
      (s.feed != Feed::no && s.grand_slam != GrandSlam::no_capture && s.grand_slam != GrandSlam::opponent_rest);
  if (!needs_playing && s.feed == Feed::no) return all;
  // Unless captures or relays can empty the opponent's side, only an opponent who already has no seeds can be starved.
  const bool fed_before = !seeds_of(b.opp).none();
  if (needs_playing && max_taken_ <= max_listed && seeds_of(b.opp).any_above(max_taken_)) return all;
  const bool captures_starve = needs_playing || s.relays || s.pays_opponent || s.before != Before::nothing;
  const bool if_empty = s.feed == Feed::if_empty || s.feed == Feed::if_empty_possible;
  if ((if_empty || !captures_starve) && s.grand_slam != GrandSlam::illegal && fed_before) return all;
  return judged_moves(b, all);
}

// The moves whose results are legal.
template <int W, class Rules>
MoveSet TableKernel<W, Rules>::judged_moves(const Board& b, MoveSet all) const {
  const Shape& s = rules_.shape();
  const bool fed_before = !seeds_of(b.opp).none();
  MoveSet legal = 0, capturing = 0, feeding = 0;
  for (MoveSet rest = all; rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    Board after = b;
    Turn turn;
    sow(after, move, turn);
    if (!turn.reached || (turn.slam && s.grand_slam == GrandSlam::illegal)) continue;
    if (s.reverse == Reverse::capture && !turn.first_captures &&
        (moves_[move].against >> (b.own.get(moves_[move].lane) & 1) & 1) != 0)
      continue;
    legal |= set_of(move);
    if (turn.taken > 0) capturing |= set_of(move);
    if (turn.fed) feeding |= set_of(move);
  }
  if (s.must_capture && capturing != 0) legal &= capturing;
  feeding &= legal;
  if (s.feed == Feed::no) return legal;
  const bool if_empty = s.feed == Feed::if_empty || s.feed == Feed::if_empty_possible;
  if (if_empty && fed_before) return legal;
  const bool if_possible = s.feed == Feed::if_possible || s.feed == Feed::if_empty_possible;
  return if_possible && feeding == 0 ? legal : feeding;
}

}  // namespace sow
