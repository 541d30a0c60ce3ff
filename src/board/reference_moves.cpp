// Legal moves of the reference kernel, and the reasons why other moves are illegal.
#include <bit>

#include "board/reference.h"

namespace sow {

// Whether the pit may be lifted, regardless of the result of the move.
Legality ReferenceKernel::candidate(const Position& p, Move move) const {
  const Choice& choice = layout_.moves()[move];
  const int seeds = count(p, choice.from);
  if (p.is_owned(choice.from)) return Legality::owned;
  if ((rules_.closed[index(p.mover)] >> choice.from.pit & 1) != 0) return Legality::closed;
  if (seeds == 0) return Legality::empty;
  if (const Legality counted = by_count(p, choice); counted != Legality::ok) return counted;
  if (rules_.facing == Facing::not_single && count(p, layout_.facing(choice.from)) == 1) return Legality::facing;
  const Way way = choice.way(seeds);
  if (seeds == 1 && (p.mark & Position::first_barred) != 0 && choice.from.pit == 0 && way == Way::backward)
    return Legality::undo;
  if (seeds == 1 && (p.mark & Position::last_barred) != 0 && choice.from.pit == layout_.pits() - 1 &&
      way == Way::forward)
    return Legality::undo;
  return by_opening(p, move);
}

// Whether this many seeds may start a move.
Legality ReferenceKernel::by_count(const Position& p, const Choice& choice) const {
  const int pits = layout_.pits(), seeds = count(p, choice.from);
  if (seeds == 1) {
    bool larger = false;
    for (int i = 0; i < pits; ++i) larger |= p.pits[0][i] > 1 && !p.is_owned(pit(0, i));
    const bool next_empty = count(p, track(p).next_pit(choice.from, choice.way(1))) == 0;
    switch (rules_.singles) {
      case Singles::ok: break;
      case Singles::never: return Legality::single;
      case Singles::last:
        if (larger) return Legality::single;
        break;
      case Singles::onto_empty:
        if (!next_empty) return Legality::single;
        break;
      case Singles::last_onto_empty:
        if (larger || !next_empty) return Legality::single;
        break;
    }
  }
  if (seeds == 2 && rules_.twos != Twos::ok) {
    int last = 0;
    for (int i = 0; i < pits; ++i) {
      if (p.is_owned(pit(0, i)) || p.pits[0][i] == 0) continue;
      if (p.pits[0][i] != 2) return Legality::two;
      last = i;
    }
    if (rules_.twos == Twos::last_pit && choice.from.pit != last) return Legality::two;
  }
  return Legality::ok;
}

// Whether the opening rules allow the move.
Legality ReferenceKernel::by_opening(const Position& p, Move move) const {
  const int pits = layout_.pits(), number = layout_.moves()[move].from.pit;
  if (p.opening > 0) {
    if (!rules_.opening.reverse && against(p, move)) return Legality::opening;
    if (rules_.opening.pits == OpeningPits::last && number < pits - 1) return Legality::opening;
    if (rules_.opening.pits == OpeningPits::last_two && number < pits - 2) return Legality::opening;
    if (rules_.opening.pits == OpeningPits::second_half && 2 * number < pits) return Legality::opening;
  }
  return Legality::ok;
}

// Whether the move is sown against the direction of the game.
bool ReferenceKernel::against(const Position& p, Move move) const {
  const Choice& choice = layout_.moves()[move];
  return choice.against(count(p, choice.from));
}

MoveSet ReferenceKernel::moves(const Position& p) const {
  MoveSet legal = 0, capturing = 0, feeding = 0;
  for (Move move = 0; move < static_cast<Move>(layout_.moves().size()); ++move) {
    if (candidate(p, move) != Legality::ok) continue;
    const Sown sown = sow(p, move, nullptr);
    if (!sown.reached) continue;
    if (sown.slam && rules_.grand_slam == GrandSlam::illegal) continue;
    if (against(p, move) && rules_.reverse == Reverse::capture && !sown.first_captures) continue;
    legal |= set_of(move);
    if (sown.taken > 0) capturing |= set_of(move);
    if (sown.fed) feeding |= set_of(move);
  }
  if (rules_.must_capture && capturing != 0) legal &= capturing;
  feeding &= legal;
  switch (rules_.feed) {
    case Feed::no: return legal;
    case Feed::must: return feeding;
    case Feed::if_possible: return feeding != 0 ? feeding : legal;
    case Feed::if_empty: return p.seeds_on(1) == 0 ? feeding : legal;
    case Feed::if_empty_possible: return p.seeds_on(1) == 0 && feeding != 0 ? feeding : legal;
  }
  return legal;
}

Legality ReferenceKernel::legality(const Position& p, Move move) const {
  if (ending(p)) return Legality::over;
  if (move < 0 || move >= static_cast<Move>(layout_.moves().size())) return Legality::no_such_pit;
  const MoveSet legal = moves(p);
  if (has(legal, move)) return Legality::ok;
  if (const Legality first = candidate(p, move); first != Legality::ok) return first;
  const Sown sown = sow(p, move, nullptr);
  if (!sown.reached) return Legality::short_of_reach;
  if (sown.slam && rules_.grand_slam == GrandSlam::illegal) return Legality::slams;
  const bool reversed = against(p, move) && rules_.reverse == Reverse::capture && !sown.first_captures;
  const bool starves = rules_.feed != Feed::no && !sown.fed;
  if (rules_.must_capture && (reversed || (sown.taken == 0 && !starves))) return Legality::must_capture;
  return reversed ? Legality::reverse : Legality::starves;
}

}  // namespace sow
