// The last seed of a lap in the table kernel: land rules, captures, and owned pits.
#pragma once

#include "board/table_kernel.h"

namespace sow {

template <int W, class Rules>
bool TableKernel<W, Rules>::at(LandAt where, int lane) const {
  const bool sown_store = rules_.shape().sows_store;
  switch (where) {
    case LandAt::any: return !sown_store || lane != Board::store;
    case LandAt::mine: return lane < (sown_store ? Board::store : W);
    case LandAt::theirs: return lane >= W;
    case LandAt::store: return lane == Board::store;
    case LandAt::inner: return lane < columns_;
    case LandAt::outer: return lane >= columns_;
    case LandAt::owned: return !sown_store || lane != Board::store;
    case LandAt::last: return lane == this->pits_ - 1;
  }
  return false;
}

// Applies the first rule that matches the last seed in `lane`. If there is another lap, turn.seeds are in hand and
// `lane` is the hole they were lifted from. In an owned pit, only rules for owned pits apply.
template <int W, class Rules>
template <int I>
auto TableKernel<W, Rules>::land(Board& b, int& lane, Turn& turn) const -> Next {
  const unsigned here = get_landing(b, lane);
  if constexpr (!Rules::known) {
    if (in_opening(b) || (rules_.shape().owns && is_owned(b, lane))) return land_by_rules(b, lane, here, 0, turn);
    const int code = landing_[lane * stride_ + here];
    if (code >= first_code) return land_by_rules(b, lane, here, code - first_code, turn);
    if (code == static_cast<int>(Next::relay)) {
      turn.seeds = here;
      lift_landing(b, lane);
    }
    return Next{static_cast<std::uint8_t>(code)};
  } else if constexpr (I == Rules::shape().land_count) {
    return Next::end;
  } else {
    constexpr const Land& rule = Rules::shape().lands[I];
    static_assert(rule.at != LandAt::owned);
    if (Rules::shape().owns && is_owned(b, lane)) return Next::end;
    if (lands_on(rule, lane, here) && conditions_hold(rule, b, lane, turn)) return apply(rule, b, lane, here, turn);
    return land<I + 1>(b, lane, turn);
  }
}

template <int W, class Rules>
auto TableKernel<W, Rules>::land_by_rules(Board& b, int& lane, unsigned here, int first, Turn& turn) const -> Next {
  const Shape& shape = rules_.shape();
  const bool owned = is_owned(b, lane);
  for (int i = first; i < shape.land_count; ++i)
    if (const Land& rule = shape.lands[i]; (rule.at == LandAt::owned ? is_opponents(b, lane) : !owned) &&
                                           lands_on(rule, lane, here) && conditions_hold(rule, b, lane, turn) &&
                                           applies(rule, b))
      return apply(rule, b, lane, here, turn);
  return Next::end;
}

// Whether the hole and its number of seeds match the rule.
template <int W, class Rules>
bool TableKernel<W, Rules>::lands_on(const Land& rule, int lane, unsigned here) const {
  return at(rule.at, lane) && (rule.at == LandAt::store || rule.count.matches(here));
}

// The conditions of a rule apart from the hole and its number of seeds. Rules for the store have none.
template <int W, class Rules>
bool TableKernel<W, Rules>::conditions_hold(const Land& rule, const Board& b, int lane, const Turn& turn) const {
  return rule.at == LandAt::store ||
         (rule.sown.matches(turn.seeds) && (!rule.if_owner || holes_owned(b) > 0) && facing_matches(rule, b, lane) &&
          neighbors_match(rule, b, lane, turn.heading) && (!rule.own || can_own(rule, b, lane, turn.heading)));
}

template <int W, class Rules>
bool TableKernel<W, Rules>::facing_matches(const Land& rule, const Board& b, int lane) const {
  return (!rule.same || get(b, lane) == get(b, facing_[lane])) &&
         (rule.opposite.any() || rule.opposite.matches(get(b, facing_[lane]))) &&
         (rule.outer.any() || rule.outer.matches(get(b, behind_facing_[lane])));
}

template <int W, class Rules>
bool TableKernel<W, Rules>::neighbors_match(const Land& rule, const Board& b, int lane, Heading heading) const {
  if (!rule.behind.any() && !rule.behind.matches(get(b, next_pit_[heading.reversed().index][lane]))) return false;
  if (rule.next.any() && rule.beyond.any()) return true;
  const Holes& track = next_pit_[heading.index];
  return rule.next.matches(get(b, track[lane])) && rule.beyond.matches(get(b, track[track[lane]]));
}

// False for rules that do not apply in the opening.
template <int W, class Rules>
bool TableKernel<W, Rules>::applies(const Land& rule, const Board& b) const {
  if (!in_opening(b)) return true;
  const Opening& opening = rules_.shape().opening;
  return (opening.captures || !rule.captures()) && (opening.relays || !rule.continues());
}

// The second hole that the mover comes to own by the rule.
template <int W, class Rules>
int TableKernel<W, Rules>::owned_with(const Land& rule, int lane, Heading heading) const {
  return rule.own_with == OwnWith::opposite ? facing_[lane] : next_pit_[heading.reversed().index][lane];
}

// Whether the mover may own the holes that the rule names. `lane` must not have an owner yet.
template <int W, class Rules>
bool TableKernel<W, Rules>::can_own(const Land& rule, const Board& b, int lane, Heading heading) const {
  if (!can_own(b, lane, 1)) return false;
  if (rule.own_with == OwnWith::none) return true;
  const int with = owned_with(rule, lane, heading);
  return !is_owned(b, with) && can_own(b, with, 2);
}

// Whether the mover may own this pit, as the first or second new one in a turn.
template <int W, class Rules>
bool TableKernel<W, Rules>::can_own(const Board& b, int lane, int number) const {
  if constexpr (!Board::has_state_lanes) {
    return false;
  } else {
    const Owning& own = rules_.shape().own;
    const int pit = lane % W, last = this->pits_ - 1;
    if (own.at == OwnAt::not_last && pit == last) return false;
    if (own.at == OwnAt::ends && pit != 0 && pit != last) return false;
    if (own.at == OwnAt::not_ends && (pit == 0 || pit == last)) return false;
    if (own.at == OwnAt::my_ends_their_any && lane < W && pit != 0 && pit != last) return false;
    if (own.at == OwnAt::my_ends_their_two && pit != 0 && pit != last && (lane < W || (pit != 1 && pit != last - 1)))
      return false;
    if (own.max_pits > 0 && holes_owned(b) + number > own.max_pits) return false;
    if (own.apart == Apart::no) return true;
    return !is_opponents(b, own.apart == Apart::facing ? facing_[lane] : (lane + W) % (2 * W));
  }
}

// Makes the mover the owner of a pit, unless seeds were left in it by a grand slam.
template <int W, class Rules>
void TableKernel<W, Rules>::own(Board& b, int lane, Turn& turn) const {
  if constexpr (Board::has_state_lanes) {
    if (!rules_.shape().own.keep && get(b, lane) > 0) return;
    turn.taken += get(b, lane);  // seeds that stay in the pit count as captured
    lane < W ? b.own.add_field(Board::mine, 1u << lane) : b.opp.add_field(Board::theirs, 1u << (lane - W));
  }
}

template <int W, class Rules>
auto TableKernel<W, Rules>::apply(const Land& rule, Board& b, int& lane, unsigned here, Turn& turn) const -> Next {
  if (rule.at == LandAt::store) return rule.then == AfterLand::again ? Next::again : Next::end;
  if (rule.closes()) {
    turn.seeds = here;
    clear(b, lane);
    own(b, lane, turn);
    return here == 0 ? Next::end : Next::relay;
  }
  int farthest = lane;
  const unsigned taken = rule.captures() ? capture(rule, b, lane, farthest, turn) : 0;
  turn.taken += taken;
  if (rule.to == CaptureTo::sow || rule.to == CaptureTo::sow_last || rule.to == CaptureTo::restart) {
    turn.seeds = taken;
    turn.last_lap = rule.to == CaptureTo::sow_last;
    if (rule.to == CaptureTo::restart) lane = turn.origin;
    return taken == 0 ? Next::end : Next::relay;
  }
  // Whether the hole just reached may have been captured, too: on small boards chains come around to it.
  const bool taken_too = rule.chain != Chain::none || rule.take.each || rule.take.ahead() || rule.take.beyond_opposite;
  if (rule.to == CaptureTo::resow || rule.then == AfterLand::relay) {
    turn.seeds = taken_too ? get_landing(b, lane) : here;
    lift_landing(b, lane);
  }
  if (rule.to == CaptureTo::resow) {
    turn.seeds += taken;
    return Next::relay;
  }
  if (rule.captures() && rule.to == CaptureTo::store) b.own.add(Board::store, taken);
  if (rule.to == CaptureTo::out) turn.removed += taken;
  if (rule.own) own(b, lane, turn);
  if (rule.own && rule.own_with != OwnWith::none) own(b, owned_with(rule, lane, turn.heading), turn);
  if (rules_.shape().grand_slam == GrandSlam::opponent_rest && turn.slam) {
    award_all(b, false, false);
    return Next::end;
  }
  if (rule.then == AfterLand::next) {
    lane = next_pit_[turn.heading.index][farthest];
    if (is_owned(b, lane)) return Next::end;
    turn.seeds = get(b, lane);
    clear(b, lane);
    return turn.seeds == 0 ? Next::end : Next::relay;
  }
  if (rule.then == AfterLand::relay && taken_too && turn.seeds == 0) return Next::end;
  return rule.then == AfterLand::again ? Next::again : rule.then == AfterLand::relay ? Next::relay : Next::end;
}

// Captures all holes that the rule names, relative to this one. Returns the number of seeds.
template <int W, class Rules>
unsigned TableKernel<W, Rules>::capture_around(const Land& rule, Board& b, int lane, int& farthest,
                                               Heading heading) const {
  unsigned taken = 0;
  const Shape& s = rules_.shape();
  const Holes& track = next_pit_[heading.index];
  const auto take = [&](int from) {
    const unsigned n = get(b, from);
    if (s.own.keep && is_owned(b, from)) return false;
    clear(b, from);
    taken += n;
    return n > 0;
  };
  if (rule.take.two) {
    const unsigned n = std::min(get(b, lane), 2u);
    lane < W ? b.own.take(lane, n) : b.opp.take(lane - W, n);
    taken += n;
  }
  if (rule.take.pit || (rule.own && !s.own.keep)) take(lane);
  if (rule.own && !s.own.keep && rule.own_with != OwnWith::none) take(owned_with(rule, lane, heading));
  if (rule.take.opposite) take(facing_[lane]);
  if (rule.take.outer) take(behind_facing_[lane]);
  if (rule.take.next && take(track[lane])) farthest = track[lane];
  if (rule.take.beyond && take(track[track[lane]])) farthest = track[track[lane]];
  if (rule.take.beyond_opposite) take(facing_[track[track[lane]]]);
  if (rule.take.each)
    for (int pit = W; pit < W + this->pits_; ++pit)
      if (rule.each.matches(get(b, pit))) take(pit);
  return taken;
}

template <int W, class Rules>
void TableKernel<W, Rules>::capture_chain(const Land& rule, Board& b, int lane, int& farthest, Heading heading,
                                          unsigned& taken) const {
  taken += capture_around(rule, b, lane, farthest, heading);
  if (taken == 0) return;
  int left = rule.max_chain == 0 ? 2 * W : rule.max_chain;
  if (rule.take.ahead()) {
    for (int from = lane; left > 0 && farthest != from && neighbors_match(rule, b, farthest, heading); --left) {
      from = farthest;
      const unsigned more = capture_around(rule, b, from, farthest, heading);
      if (more == 0) break;
      taken += more;
    }
    return;
  }
  const Holes& step = next_pit_[(rule.chain == Chain::back ? heading.reversed() : heading).index];
  const LandAt where = rule.chain_over == ChainOver::both_sides ? LandAt::any : rule.at;
  for (int from = step[lane]; from != lane && at(where, from) && left > 0; from = step[from], --left) {
    const bool count_matches = rule.chain_over == ChainOver::any     ? true
                               : rule.chain_over == ChainOver::empty ? get(b, from) == 0
                                                                     : rule.count.matches(get(b, from));
    if (is_owned(b, from) || !count_matches || !facing_matches(rule, b, from) ||
        !neighbors_match(rule, b, from, heading))
      break;
    const unsigned more = capture_around(rule, b, from, farthest, heading);
    if (more == 0) break;
    taken += more;
    if (rule.chain == Chain::forward) farthest = from;
  }
}

template <int W, class Rules>
unsigned TableKernel<W, Rules>::capture(const Land& rule, Board& b, int lane, int& farthest, Turn& turn) const {
  const Board before = b;
  unsigned taken = 0;
  if (rule.chain == Chain::none)
    taken = capture_around(rule, b, lane, farthest, turn.heading);
  else
    capture_chain(rule, b, lane, farthest, turn.heading, taken);
  if (rules_.shape().grand_slam != GrandSlam::allowed) apply_grand_slam(b, before, taken, turn);
  if (taken == 0) farthest = lane;
  return taken;
}

// Detects a grand slam and undoes what it must not capture.
template <int W, class Rules>
void TableKernel<W, Rules>::apply_grand_slam(Board& b, const Board& before, unsigned& taken, Turn& turn) const {
  if (!seeds_of(b.opp).none() || seeds_of(before.opp).none()) return;
  turn.slam = true;
  const GrandSlam rule = rules_.shape().grand_slam;
  if (rule == GrandSlam::no_capture) {
    b = before;
    taken = 0;
  } else if (rule == GrandSlam::spare_first || rule == GrandSlam::spare_last) {
    const std::uint32_t pits = seeds_of(before.opp).mask();
    if (std::has_single_bit(pits)) return;
    const int pit = rule == GrandSlam::spare_first ? std::countr_zero(pits) : std::bit_width(pits) - 1;
    b.opp.add(pit, before.opp.get(pit));
    taken -= before.opp.get(pit);
  }
}

}  // namespace sow
