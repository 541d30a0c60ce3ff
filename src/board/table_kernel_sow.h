// Sowing in the table kernel: laps, rules that apply during a lap, and the end of a turn.
#pragma once

#include "board/long_turns.h"
#include "board/table_kernel.h"

namespace sow {

template <int W, class Rules>
bool TableKernel<W, Rules>::sow(Board& b, Move move, Turn& turn) const {
  const Shape& s = rules_.shape();
  int lane = move;
  if (s.two_ways) {
    const MoveEntry& entry = moves_[move];
    lane = entry.lane;
    turn.heading.index = entry.ways >> (b.own.get(lane) & 1) & 1;
  }
  if (s.closes) turn.heading.index += player_index(b);
  turn.seeds = b.own.get(lane);
  b.own.clear(lane);
  const bool lifts_single = turn.seeds == 1;
  if (s.before != Before::nothing) capture_before_sowing(b, lane, turn);
  bool again = false, single = false;
  int laps = laps_;
  for (;; --laps) {
    const bool first = laps == laps_;
    turn.origin = lane;
    if (s.before == Before::one_seed && turn.seeds > 1 && (!in_opening(b) || s.opening.captures)) {
      --turn.seeds;
      b.own.add(Board::store, 1);
    }
    if (s.reach != Reach::any && first) {
      const bool crossed = !s.by_seed && !sowing_[entry_of(lane, turn, true)].opp.none();
      lane = lap(b, lane, turn, true);
      turn.reached = reaches(b, lane, crossed || turn.crossed);
    } else {
      lane = lap(b, lane, turn, first);
    }
    if (s.marks) {
      turn.landed = lane;
      single = first && lifts_single;
    }
    if (s.relays && (laps == 1 || turn.last_lap)) break;
    const unsigned taken = turn.taken;
    const Next next = land(b, lane, turn);
    if (s.reverse == Reverse::capture && first) turn.first_captures = turn.taken > taken;
    again = next == Next::again;
    if (!s.relays || next != Next::relay) break;
  }
  if (s.relays && laps_ - laps >= min_long_turn) [[unlikely]]
    long_turn_laps += laps_ - laps;
  if (s.store_out) {
    turn.removed += b.own.get(Board::store);
    b.own.clear(Board::store);
  }
  if (s.feed != Feed::no) turn.fed = !seeds_of(b.opp).none();
  if (s.grand_slam == GrandSlam::again && turn.slam) again = true;
  return s.finishes ? finish(b, again, single, turn) : again;
}

// Index into sowing_ and last_ for the seeds in hand, lifted from this hole.
template <int W, class Rules>
unsigned TableKernel<W, Rules>::entry_of(int lane, const Turn& turn, bool first) const {
  const Shape& s = rules_.shape();
  unsigned entry = lane * stride_ + turn.seeds;
  const unsigned ways = s.two_ways ? 2 : 1;
  if (s.two_ways) entry += turn.heading.backward() * block_;
  if (s.closes) entry += turn.heading.is_north() * ways * block_;
  if (s.later_laps_differ && !first) entry += ways * (s.closes ? 2 : 1) * block_;
  return entry;
}

// Sows the seeds in hand, lifted from this hole. Returns the hole of the last seed.
template <int W, class Rules>
int TableKernel<W, Rules>::lap(Board& b, int lane, Turn& turn, bool first) const {
  const Shape& s = rules_.shape();
  if (s.by_seed) return lap_by_seed(b, lane, turn, first);
  const unsigned entry = entry_of(lane, turn, first);
  b.own += sowing_[entry].own;
  if (!s.own_track) b.opp += sowing_[entry].opp;
  if (s.owns && !s.own.keep) collect(b, turn);
  return last_[entry];
}

// Like lap(), for rules that depend on the contents of the holes on the way.
template <int W, class Rules>
int TableKernel<W, Rules>::lap_by_seed(Board& b, int lane, Turn& turn, bool first) const {
  const Shape& s = rules_.shape();
  const bool opening = in_opening(b);
  if (opening && first && s.opening.sow == OpeningSow::exchange) return exchange(b, lane, turn);
  const int origin = lane;
  bool stays = s.first_stays && (first || !s.later_laps_differ) && turn.seeds > 1;
  for (unsigned seeds = turn.seeds; seeds > 0;) {
    if (!stays) lane = next_of(b, lane, origin, turn.heading);
    stays = false;
    if (opening && seeds == 1 && s.opening.sow == OpeningSow::cross && lane < W) lane = next_pit_[0][this->pits_ - 1];
    add(b, lane, 1);
    turn.crossed |= lane >= W;
    --seeds;
    if (s.owns && !s.own.keep) collect(b, turn);
    if (seeds > 0 || s.pass_last) apply_pass_rules(b, lane, seeds == 0);
  }
  return lane;
}

// The hole for the next seed: the next one that is not skipped, or simply the next one if all are skipped.
template <int W, class Rules>
int TableKernel<W, Rules>::next_of(const Board& b, int lane, int origin, Heading heading) const {
  const Shape& s = rules_.shape();
  const Holes& track = next_[heading.index];
  const auto after = [&](int from) {
    const int next = track[from];
    return s.skip_origin && next == origin && track[next] != next ? track[next] : next;
  };
  const int next = after(lane);
  if (s.skip == SkipAt::none && !s.own.skip) return next;
  int found = next;
  for (int left = 2 * W; left > 0; --left, found = after(found))
    if (!is_skipped(b, found)) return found;
  return next;
}

template <int W, class Rules>
bool TableKernel<W, Rules>::is_skipped(const Board& b, int lane) const {
  const Shape& s = rules_.shape();
  if (s.sows_store && lane == Board::store) return false;
  if (s.own.skip && is_opponents(b, lane)) return true;
  if (s.skip == SkipAt::none || is_owned(b, lane) || (in_opening(b) && !s.opening.skips)) return false;
  return (s.skip == SkipAt::any || lane >= W) && get(b, lane) == s.skip_count;
}

// OpeningSow::exchange: the played pit keeps its seeds. Starting after it, pits alternately lose and gain a seed. The
// seeds left in hand are sown into the facing pit.
template <int W, class Rules>
int TableKernel<W, Rules>::exchange(Board& b, int lane, Turn& turn) const {
  add(b, lane, turn.seeds);
  unsigned hand = 0;
  bool loses = true;
  const Holes& track = next_pit_[turn.heading.index];
  for (int at = track[lane]; at != lane; at = track[at], loses = !loses) {
    if (is_owned(b, at)) continue;
    if (loses && get(b, at) > 0) {
      at < W ? b.own.take(at, 1) : b.opp.take(at - W, 1);
      ++hand;
    } else if (!loses && hand > 0) {
      add(b, at, 1);
      --hand;
    }
  }
  const int last = facing_[lane];
  add(b, last, hand);
  if (rules_.shape().owns && !rules_.shape().own.keep) collect(b, turn);
  return last;
}

// Captures before sowing (Before::facing_single and facing_singles).
template <int W, class Rules>
void TableKernel<W, Rules>::capture_before_sowing(Board& b, int lane, Turn& turn) const {
  const Shape& s = rules_.shape();
  if (in_opening(b) && !s.opening.captures) return;
  const bool all = s.before == Before::facing_singles;
  if (!all && (s.before != Before::facing_single || turn.seeds != 1)) return;
  for (int pit = 0; pit < this->pits_; ++pit) {
    const bool single = pit == lane ? turn.seeds == 1 : all && b.own.get(pit) == 1 && !is_owned(b, pit);
    if (!single || is_owned(b, facing_[pit])) continue;
    turn.taken += get(b, facing_[pit]);
    award(b, facing_[pit], true);
  }
}

// Moves the seeds of a pit to a store.
template <int W, class Rules>
void TableKernel<W, Rules>::award(Board& b, int lane, bool to_mover) const {
  const unsigned n = get(b, lane);
  clear(b, lane);
  (to_mover ? b.own : b.opp).add(Board::store, n);
}

// Applies the pass rules after a seed was sown into this hole. `last`: it was the last seed of the lap.
template <int W, class Rules>
void TableKernel<W, Rules>::apply_pass_rules(Board& b, int lane, bool last) const {
  const Shape& s = rules_.shape();
  if ((s.sows_store && lane == Board::store) || is_owned(b, lane) || (in_opening(b) && !s.opening.captures)) return;
  for (int i = 0; i < s.pass_count; ++i)
    if (const Pass& rule = s.passes[i]; (!last || rule.last) && at(rule.at, lane) && rule.count.matches(get(b, lane)))
      return award(b, lane, rule.to == PassTo::mover || lane < W);
}

// Moves the seeds in owned pits to the stores of the owners, or out of the game.
template <int W, class Rules>
void TableKernel<W, Rules>::collect(Board& b, Turn& turn) const {
  if constexpr (Board::has_state_lanes) {
    const bool out = rules_.shape().own.out;
    const auto empty = [&](std::uint32_t pits, int first_lane, bool to_mover) {
      for (; pits != 0; pits &= pits - 1) {
        const int lane = first_lane + std::countr_zero(pits);
        if (!out) {
          award(b, lane, to_mover);
          continue;
        }
        turn.removed += get(b, lane);
        clear(b, lane);
      }
    };
    empty(b.opp.field(Board::theirs), W, true);
    empty(b.own.field(Board::theirs), 0, false);
    if (rules_.shape().owns_mine) {
      empty(b.own.field(Board::mine), 0, true);
      empty(b.opp.field(Board::mine), W, false);
    }
  }
}

// The end of a turn: counts the turns of the opening, sets the mark, and applies end.cleared and end.few. Returns
// whether the mover moves again. `single`: the turn was one lap of a single seed.
template <int W, class Rules>
bool TableKernel<W, Rules>::finish(Board& b, bool again, bool single, const Turn& turn) const {
  const Shape& s = rules_.shape();
  if constexpr (Board::has_state_lanes)
    if (in_opening(b)) {
      b.own.take(Board::state, 1);
      b.opp.take(Board::state, 1);
    }
  if (s.marks) again = leave_mark(b, again, single, turn);
  if (s.cleared && this->free_pits_of(b.own).none()) award_all(b, true, true);
  if (this->free_pits_of(b.own).sum() + this->free_pits_of(b.opp).sum() > s.few) return again;
  const bool owner = s.few_to == FewTo::owner;
  bool mover = s.few_to == FewTo::mover;
  if constexpr (Board::has_state_lanes)
    if (s.few_to == FewTo::first) mover = ((b.own.get(Board::state) & Board::south_bit) == 0) == s.north_first;
  award_all(b, owner || mover, !owner && mover);
  return again;
}

template <int W, class Rules>
bool TableKernel<W, Rules>::leave_mark(Board& b, bool again, bool single, const Turn& turn) const {
  if constexpr (Board::has_state_lanes) {
    const Shape& s = rules_.shape();
    if (s.again_once && (mark_of(b) & Position::extra_turn) != 0) again = false;
    b.own.take(Board::state, mark_of(b) << Board::mark_shift);
    if (again && s.again_once) b.own.add(Board::state, Position::extra_turn << Board::mark_shift);
    const int landed = turn.landed;
    if (!again && !s.undo && single && landed >= W && get(b, landed) == 1 && !is_owned(b, landed)) {
      const bool back = turn.heading.backward();
      const bool first = !back && landed == W, last = back && landed == W + this->pits_ - 1;
      if (first) b.opp.add(Board::state, Position::first_barred << Board::mark_shift);
      if (last) b.opp.add(Board::state, Position::last_barred << Board::mark_shift);
    }
  }
  return again;
}

// Moves all seeds left on the board to the stores. Owned pits keep their seeds.
template <int W, class Rules>
void TableKernel<W, Rules>::award_all(Board& b, bool own_to_mover, bool opp_to_mover) const {
  for (int lane = 0; lane < W + this->pits_; lane == this->pits_ - 1 ? lane = W : ++lane)
    if (!is_owned(b, lane)) award(b, lane, lane < W ? own_to_mover : opp_to_mover);
}

template <int W, class Rules>
bool TableKernel<W, Rules>::reaches(const Board& b, int lane, bool crossed) const {
  const bool store = rules_.shape().sows_store && lane == Board::store;
  const unsigned here = store ? 0 : get_landing(b, lane);
  return rules_.shape().reach == Reach::occupied ? here > 1 : crossed || here == 1;
}

}  // namespace sow
