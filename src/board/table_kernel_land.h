// What the last seed of a lap brings: rules for landing, captures, pits that are owned.
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

// What the last seed in `lane` brings by the first rule that matches. If there is another lap, turn.seeds are in hand and
// `lane` is where they were lifted. In an owned pit only rules for such pits apply.
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
    if (lands_on(rule, lane, here) && rule.sown.matches(turn.seeds) && faces(rule, b, lane) &&
        leads(rule, b, lane, turn.way) && (!rule.own || can_own(rule, b, lane, turn.way)))
      return apply(rule, b, lane, here, turn);
    return land<I + 1>(b, lane, turn);
  }
}

template <int W, class Rules>
auto TableKernel<W, Rules>::land_by_rules(Board& b, int& lane, unsigned here, int first, Turn& turn) const -> Next {
  const Shape& shape = rules_.shape();
  const bool owned = is_owned(b, lane);
  for (int i = first; i < shape.land_count; ++i)
    if (const Land& rule = shape.lands[i];
        (rule.at == LandAt::owned ? is_opponents(b, lane) : !owned) && lands_on(rule, lane, here) &&
        (rule.at == LandAt::store ||
         (rule.sown.matches(turn.seeds) && faces(rule, b, lane) && leads(rule, b, lane, turn.way) &&
          (!rule.own || can_own(rule, b, lane, turn.way)))) &&
        applies(rule, b))
      return apply(rule, b, lane, here, turn);
  return Next::end;
}

// Whether the hole and its number of seeds are what the rule asks for.
template <int W, class Rules>
bool TableKernel<W, Rules>::lands_on(const Land& rule, int lane, unsigned here) const {
  return at(rule.at, lane) && (rule.at == LandAt::store || rule.count.matches(here));
}

template <int W, class Rules>
bool TableKernel<W, Rules>::faces(const Land& rule, const Board& b, int lane) const {
  return (rule.opposite.any() || rule.opposite.matches(get(b, facing_[lane]))) &&
         (rule.outer.any() || rule.outer.matches(get(b, behind_facing_[lane])));
}

template <int W, class Rules>
bool TableKernel<W, Rules>::leads(const Land& rule, const Board& b, int lane, int way) const {
  if (!rule.behind.any() && !rule.behind.matches(get(b, next_pit_[way ^ 1][lane]))) return false;
  if (rule.next.any() && rule.beyond.any()) return true;
  const int next = next_pit_[way][lane];
  return rule.next.matches(get(b, next)) && rule.beyond.matches(get(b, next_pit_[way][next]));
}

// Whether the rule is one of those that apply in the opening, if this is one.
template <int W, class Rules>
bool TableKernel<W, Rules>::applies(const Land& rule, const Board& b) const {
  if (!in_opening(b)) return true;
  const Opening& opening = rules_.shape().opening;
  return (opening.captures || !rule.captures()) && (opening.relays || !rule.goes_on());
}

// The hole that becomes the mover's with this one.
template <int W, class Rules>
int TableKernel<W, Rules>::owned_with(const Land& rule, int lane, int way) const {
  return rule.own_with == OwnWith::opposite ? facing_[lane] : next_pit_[way ^ 1][lane];
}

// Whether the mover may own what the rule says, of which nobody owns this pit.
template <int W, class Rules>
bool TableKernel<W, Rules>::can_own(const Land& rule, const Board& b, int lane, int way) const {
  if (!can_own(b, lane, 1)) return false;
  if (rule.own_with == OwnWith::none) return true;
  const int with = owned_with(rule, lane, way);
  return !is_owned(b, with) && can_own(b, with, 2);
}

// Whether the mover may own this pit, as the first or second of a turn.
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
    if (own.at == OwnAt::my_middle_their_ends && (pit == 0 || pit == last) != (lane >= W)) return false;
    const int owned = std::popcount(b.own.field(Board::mine)) + std::popcount(b.opp.field(Board::theirs));
    if (own.most > 0 && owned + number > own.most) return false;
    if (own.apart == Apart::no) return true;
    return !is_opponents(b, own.apart == Apart::facing ? facing_[lane] : (lane + W) % (2 * W));
  }
}

// The pit becomes the mover's, unless its seeds were left there.
template <int W, class Rules>
void TableKernel<W, Rules>::own(Board& b, int lane, Turn& turn) const {
  if constexpr (Board::has_state_lanes) {
    if (!rules_.shape().keeps && get(b, lane) > 0) return;
    turn.taken += get(b, lane);  // seeds it keeps are captured all the same
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
  int furthest = lane;
  const unsigned taken = rule.captures() ? capture(rule, b, lane, furthest, turn) : 0;
  turn.taken += taken;
  if (rule.to == CaptureTo::sow || rule.to == CaptureTo::restart) {
    turn.seeds = taken;
    if (rule.to == CaptureTo::restart) lane = turn.origin;
    return taken == 0 ? Next::end : Next::relay;
  }
  // Whether the hole just reached may have been taken as well: small boards come round to it.
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
  if (rule.own && rule.own_with != OwnWith::none) own(b, owned_with(rule, lane, turn.way), turn);
  if (rules_.shape().grand_slam == GrandSlam::opponent_rest && turn.slam) {
    award_all(b, false, false);
    return Next::end;
  }
  if (rule.then == AfterLand::next) {
    lane = next_pit_[turn.way][furthest];
    if (is_owned(b, lane)) return Next::end;
    turn.seeds = get(b, lane);
    clear(b, lane);
    return turn.seeds == 0 ? Next::end : Next::relay;
  }
  if (rule.then == AfterLand::relay && taken_too && turn.seeds == 0) return Next::end;
  return rule.then == AfterLand::again ? Next::again : rule.then == AfterLand::relay ? Next::relay : Next::end;
}

// Takes what the rule names around a hole; returns how many seeds.
template <int W, class Rules>
unsigned TableKernel<W, Rules>::take_from(const Land& rule, Board& b, int lane, int& furthest, int way) const {
  unsigned taken = 0;
  const Shape& s = rules_.shape();
  const auto take = [&](int from) {
    const unsigned n = get(b, from);
    if (s.keeps && is_owned(b, from)) return false;
    clear(b, from);
    taken += n;
    return n > 0;
  };
  if (rule.take.two) {
    const unsigned n = std::min(get(b, lane), 2u);
    lane < W ? b.own.take(lane, n) : b.opp.take(lane - W, n);
    taken += n;
  }
  if (rule.take.pit || (rule.own && !s.keeps)) take(lane);
  if (rule.own && !s.keeps && rule.own_with != OwnWith::none) take(owned_with(rule, lane, way));
  if (rule.take.opposite) take(facing_[lane]);
  if (rule.take.outer) take(behind_facing_[lane]);
  if (rule.take.next && take(next_pit_[way][lane])) furthest = next_pit_[way][lane];
  if (rule.take.beyond && take(next_pit_[way][next_pit_[way][lane]])) furthest = next_pit_[way][next_pit_[way][lane]];
  if (rule.take.beyond_opposite) take(facing_[next_pit_[way][next_pit_[way][lane]]]);
  if (rule.take.each)
    for (int pit = W; pit < W + this->pits_; ++pit)
      if (rule.each.matches(get(b, pit))) take(pit);
  return taken;
}

template <int W, class Rules>
void TableKernel<W, Rules>::take_chain(const Land& rule, Board& b, int lane, int& furthest, int way,
                                       unsigned& taken) const {
  taken += take_from(rule, b, lane, furthest, way);
  if (taken == 0) return;
  int left = rule.chain_most == 0 ? 2 * W : rule.chain_most;
  if (rule.take.ahead()) {
    for (int from = lane; left > 0 && furthest != from && leads(rule, b, furthest, way); --left) {
      from = furthest;
      const unsigned more = take_from(rule, b, from, furthest, way);
      if (more == 0) break;
      taken += more;
    }
    return;
  }
  const Holes& step = next_pit_[rule.chain == Chain::back ? way ^ 1 : way];
  const LandAt where = rule.chain_over == ChainOver::both_sides ? LandAt::any : rule.at;
  for (int from = step[lane]; from != lane && at(where, from) && left > 0; from = step[from], --left) {
    const bool holds = rule.chain_over == ChainOver::any     ? true
                       : rule.chain_over == ChainOver::empty ? get(b, from) == 0
                                                             : rule.count.matches(get(b, from));
    if (is_owned(b, from) || !holds || !faces(rule, b, from) || !leads(rule, b, from, way)) break;
    const unsigned more = take_from(rule, b, from, furthest, way);
    if (more == 0) break;
    taken += more;
    if (rule.chain == Chain::forward) furthest = from;
  }
}

template <int W, class Rules>
unsigned TableKernel<W, Rules>::capture(const Land& rule, Board& b, int lane, int& furthest, Turn& turn) const {
  const Board before = b;
  unsigned taken = 0;
  if (rule.chain == Chain::none)
    taken = take_from(rule, b, lane, furthest, turn.way);
  else
    take_chain(rule, b, lane, furthest, turn.way, taken);
  if (rules_.shape().grand_slam != GrandSlam::allowed) spare(b, before, taken, turn);
  if (taken == 0) furthest = lane;
  return taken;
}

// What becomes of a capture of all the opponent's seeds.
template <int W, class Rules>
void TableKernel<W, Rules>::spare(Board& b, const Board& before, unsigned& taken, Turn& turn) const {
  if (!seeds_of(b.opp).none() || seeds_of(before.opp).none()) return;
  turn.slam = true;
  const GrandSlam rule = rules_.shape().grand_slam;
  if (rule == GrandSlam::no_capture) {
    b = before;
    taken = 0;
  } else if (rule == GrandSlam::leave_first || rule == GrandSlam::leave_last) {
    const std::uint32_t pits = seeds_of(before.opp).mask();
    const int pit = rule == GrandSlam::leave_first ? std::countr_zero(pits) : std::bit_width(pits) - 1;
    b.opp.add(pit, before.opp.get(pit));
    taken -= before.opp.get(pit);
  }
}

}  // namespace sow
