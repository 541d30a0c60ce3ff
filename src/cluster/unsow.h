// Boards from which a quiet move, one that scores nothing, leads to a given board.
#pragma once

#include <vector>

#include "board/kernel.h"

namespace sow {

// For games in which a quiet move is one lap round both sides that hands over the turn.
template <int W>
class Unsow {
 public:
  using Board = sow::Board<W>;

  explicit Unsow(const Kernel<W>& kernel) : kernel_(kernel) {}

  // The player who made the move is the opponent here. Un-sowing takes one seed after the other back out of the holes it fell
  // in until one is empty; each board is checked by playing the move, so that only the kernel knows the rules.
  template <class Visit>
  void each_predecessor(const Board& after, Visit&& visit) const {
    const std::vector<Hole>& track = kernel_.layout().track();
    const bool skip = kernel_.rules().skip_origin;
    const Board turned{after.opp, after.own};
    for (std::size_t start = 0; track[start].side == 0; ++start) {
      const Hole origin = track[start];
      if (skip && seeds(turned, origin) != 0) continue;
      Board before = turned;
      std::size_t at = start;
      for (int lifted = 1;;) {
        at = at + 1 == track.size() ? 0 : at + 1;
        if (skip && at == start) continue;
        if (seeds(before, track[at]) == 0) break;
        side(before, track[at]).take(track[at].pit, 1);
        if (seeds(before, origin) == 0) {
          Board candidate = before;
          side(candidate, origin).add(origin.pit, lifted);
          if (quiet_move(candidate, origin.pit)) visit(candidate);
        }
        ++lifted;
      }
    }
  }

 private:
  bool quiet_move(const Board& before, Move move) const {
    if (!has(kernel_.legal(before), move)) return false;
    Child<W> child;
    kernel_.make(before, move, child);
    return child.out == 0;
  }

  static Lanes<W>& side(Board& b, Hole hole) { return hole.side == 0 ? b.own : b.opp; }
  static unsigned seeds(const Board& b, Hole hole) { return (hole.side == 0 ? b.own : b.opp).get(hole.pit); }

  const Kernel<W>& kernel_;
};

}  // namespace sow
