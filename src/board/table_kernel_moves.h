// Which moves are legal, for the table kernel.
#pragma once

#include "board/table_kernel.h"

namespace sow {

// Pits that may be lifted, as moves, whatever comes of them.
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
    if (onto_empty && single && get(b, next_pit_[(entry.ways >> 1) + ways_of_mover(b)][entry.lane]) != 0) continue;
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

// Legal moves; whether an empty side has ended the game is not asked here.
template <int W, class Rules>
MoveSet TableKernel<W, Rules>::moves_of(const Board& b) const {
  const Shape& s = rules_.shape();
  const MoveSet all = candidates(b);
  if (s.reach != Reach::any || s.reverse == Reverse::capture || s.must_capture) return judged_moves(b, all);
  const bool judged_by_playing =
      s.grand_slam == GrandSlam::illegal ||
      (s.feed != Feed::no && (s.grand_slam == GrandSlam::allowed || s.grand_slam == GrandSlam::again));
  if (!judged_by_playing && s.feed == Feed::no) return all;
  // Unless a capture or a relay can empty the opponent's side, a move starves only if that side is empty already.
  const bool fed_before = !seeds_of(b.opp).none();
  if (judged_by_playing && most_taken_ <= max_listed && seeds_of(b.opp).any_above(most_taken_)) return all;
  const bool captures_starve = judged_by_playing || s.relays || s.pays_opponent || s.before != Before::nothing;
  if ((s.feed == Feed::if_empty || !captures_starve) && s.grand_slam != GrandSlam::illegal && fed_before) return all;
  return judged_moves(b, all);
}

// Those of the moves that are legal by what they lead to.
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
  if ((s.feed == Feed::if_possible && feeding == 0) || (s.feed == Feed::if_empty && fed_before)) return legal;
  return feeding;
}

}  // namespace sow
