#include "board/reference.h"

#include <algorithm>
#include <bit>

#include "board/owners.h"

namespace sow {
namespace {

std::uint8_t& in(Position& p, Hole h) { return h.store ? p.store[h.side] : p.pits[h.side][h.pit]; }

void note(Trace* trace, Event::Kind kind, Hole hole = {}, int seeds = 0) {
  if (trace != nullptr) trace->push_back({kind, hole, seeds});
}

}  // namespace

bool ReferenceKernel::at(LandAt where, Hole h) const {
  switch (where) {
    case LandAt::any: return !h.store;
    case LandAt::mine: return !h.store && h.side == 0;
    case LandAt::theirs: return !h.store && h.side == 1;
    case LandAt::store: return h.store;
    case LandAt::inner: return layout_.inner(h);
    case LandAt::outer: return !h.store && !layout_.inner(h);
    case LandAt::owned: return !h.store;
    case LandAt::last: return h == pit(0, layout_.pits() - 1);
  }
  return false;
}

// Moves the seeds of a pit to the store of a side.
void ReferenceKernel::award(Sown& sown, Hole hole, std::size_t side) const {
  Position& p = sown.position;
  const int seeds = count(p, hole);
  if (seeds == 0) return;
  note(sown.trace, side == 0 ? Event::Kind::collect : Event::Kind::give, hole, seeds);
  in(p, hole) = 0;
  p.store[side] += seeds;
}

// Moves all seeds left on the board to the stores: `to` maps the side of a pit to a store. Owned pits keep their seeds.
void ReferenceKernel::award_all(Sown& sown, const std::function<std::size_t(std::size_t)>& to) const {
  for (std::size_t side = 0; side < 2; ++side)
    for (int i = 0; i < layout_.pits(); ++i)
      if (const Hole hole = pit(static_cast<int>(side), i); !sown.position.is_owned(hole)) award(sown, hole, to(side));
}

// Whether the mover may own this pit, as the first or second new one in a turn.
bool ReferenceKernel::can_own(const Position& p, Hole h, int number) const {
  return sow::can_own(rules_, h.side == 0, h.pit) && within_own_limit(rules_, std::popcount(p.owned[0]) + number) &&
         (p.owned[1] & excluded_by(rules_, layout_, h)) == 0;
}

// The second hole that the mover comes to own by the rule, besides `h`.
Hole ReferenceKernel::owned_with(const Land& land, const Position& p, Hole h, Way way) const {
  return land.own_with == OwnWith::opposite ? layout_.facing(h) : track(p).next_pit(h, other(way));
}

bool ReferenceKernel::can_own(const Land& land, const Position& p, Hole h, Way way) const {
  if (!can_own(p, h, 1)) return false;
  if (land.own_with == OwnWith::none) return true;
  const Hole with = owned_with(land, p, h, way);
  return !p.is_owned(with) && can_own(p, with, 2);
}

// Whether the holes facing this one match the rule.
bool ReferenceKernel::facing_matches(const Land& land, const Position& p, Hole h) const {
  return (!land.same || count(p, h) == count(p, layout_.facing(h))) &&
         (land.opposite.any() || land.opposite.matches(count(p, layout_.facing(h)))) &&
         (land.outer.any() || land.outer.matches(count(p, layout_.behind_facing(h))));
}

// Whether the pits after this one, and the one before it, match the rule.
bool ReferenceKernel::neighbors_match(const Land& land, const Position& p, Hole h, Way way) const {
  const Hole next = track(p).next_pit(h, way), beyond = track(p).next_pit(next, way);
  return land.next.matches(count(p, next)) && land.beyond.matches(count(p, beyond)) &&
         land.behind.matches(count(p, track(p).next_pit(h, other(way))));
}

// False for rules that do not apply in the opening.
bool ReferenceKernel::applies(const Land& land, const Position& p) const {
  if (p.opening == 0) return true;
  if (land.captures() && !rules_.opening.captures) return false;
  return !land.continues() || rules_.opening.relays;
}

const Land* ReferenceKernel::find_land(const Position& p, const Lap& lap) const {
  const Hole h = lap.hole;
  for (int i = 0; i < rules_.land_count; ++i) {
    const Land& land = rules_.lands[i];
    if (land.at == LandAt::owned ? h.store || (p.owned[1] & bit_of(h)) == 0 : !h.store && p.is_owned(h)) continue;
    if (!at(land.at, h) || !applies(land, p)) continue;
    if (land.if_owner && p.owned[0] == 0) continue;
    if (h.store) return &land;
    if (!land.count.matches(count(p, h)) || !land.sown.matches(lap.sown)) continue;
    if (!facing_matches(land, p, h) || !neighbors_match(land, p, h, lap.way)) continue;
    if (land.own && !can_own(land, p, h, lap.way)) continue;
    return &land;
  }
  return nullptr;
}

// Whether a chain includes this pit.
bool ReferenceKernel::chain_includes(const Land& land, const Position& p, Hole h, Way way) const {
  if (p.is_owned(h) || !at(land.chain_over == ChainOver::both_sides ? LandAt::any : land.at, h)) return false;
  const int seeds = count(p, h);
  const bool count_matches = land.chain_over == ChainOver::any     ? true
                             : land.chain_over == ChainOver::empty ? seeds == 0
                                                                   : land.count.matches(seeds);
  return count_matches && facing_matches(land, p, h) && neighbors_match(land, p, h, way);
}

// A chain captures hole by hole: seeds captured earlier are gone when the next pit is tested.
ReferenceKernel::Captured ReferenceKernel::find_captured(const Land& land, const Position& position, Hole hole,
                                                         Way way) const {
  Position p = position;
  Captured captured{{}, hole};
  const auto add = [&](Hole h) {
    if (count(p, h) == 0 || (p.is_owned(h) && !land.take.two)) return false;
    captured.holes.push_back(h);
    in(p, h) = 0;
    return true;
  };
  const auto add_around = [&](Hole h) {
    const std::size_t before = captured.holes.size();
    const bool owns = land.own && !rules_.own.keep && !land.closes();
    if (land.take.pit || land.take.two || owns) add(h);
    if (owns && land.own_with != OwnWith::none) add(owned_with(land, p, h, way));
    if (land.take.opposite) add(layout_.facing(h));
    if (land.take.outer) add(layout_.behind_facing(h));
    const Hole next = track(p).next_pit(h, way), beyond = track(p).next_pit(next, way);
    if (land.take.next && add(next)) captured.farthest = next;
    if (land.take.beyond && add(beyond)) captured.farthest = beyond;
    if (land.take.beyond_opposite) add(layout_.facing(beyond));
    for (int i = 0; land.take.each && i < layout_.pits(); ++i)
      if (land.each.matches(count(p, pit(1, i)))) add(pit(1, i));
    return captured.holes.size() > before;
  };
  if (!add_around(hole) || land.chain == Chain::none) return captured;
  int more = land.max_chain == 0 ? Hole::count : land.max_chain;
  if (land.take.ahead()) {
    for (Hole from = hole; more > 0 && captured.farthest != from && neighbors_match(land, p, captured.farthest, way);
         --more) {
      from = captured.farthest;
      if (!add_around(from)) break;
    }
    return captured;
  }
  const Way step = land.chain == Chain::back ? other(way) : way;
  for (Hole h = track(p).next_pit(hole, step); h != hole && more > 0; h = track(p).next_pit(h, step), --more) {
    if (!chain_includes(land, p, h, way) || !add_around(h)) break;
    if (land.chain == Chain::forward) captured.farthest = h;
  }
  return captured;
}

// Detects a grand slam and drops the holes that must not be captured from the list.
void ReferenceKernel::apply_grand_slam(Sown& sown, std::vector<Hole>& holes) const {
  int taken = 0;
  for (const Hole h : holes) taken += h.side == 1 && !sown.position.is_owned(h) ? count(sown.position, h) : 0;
  if (taken == 0 || taken != sown.position.seeds_on(1)) return;
  sown.slam = true;
  const auto is_theirs = [&](Hole h) { return h.side == 1 && !sown.position.is_owned(h); };
  const bool one_pit = std::count_if(holes.begin(), holes.end(), is_theirs) == 1;
  const auto by_pit = [](Hole a, Hole b) { return std::pair(-a.side, a.pit) < std::pair(-b.side, b.pit); };
  const auto by_pit_from_last = [](Hole a, Hole b) { return std::pair(-a.side, -a.pit) < std::pair(-b.side, -b.pit); };
  switch (rules_.grand_slam) {
    case GrandSlam::allowed:
    case GrandSlam::illegal:
    case GrandSlam::opponent_rest:
    case GrandSlam::again: return;
    case GrandSlam::no_capture: holes.clear(); break;
    case GrandSlam::spare_first:
      if (one_pit) return;
      holes.erase(std::min_element(holes.begin(), holes.end(), by_pit));
      break;
    case GrandSlam::spare_last:
      if (one_pit) return;
      holes.erase(std::min_element(holes.begin(), holes.end(), by_pit_from_last));
      break;
  }
  note(sown.trace, Event::Kind::spared);
}

// Captures these holes and returns the number of seeds. They are added to the mover's store only if the rule says so.
int ReferenceKernel::capture(const Land& land, Sown& sown, const std::vector<Hole>& holes) const {
  Position& p = sown.position;
  int taken = 0;
  const auto kind = land.sows_captured()        ? Event::Kind::join
                    : land.to == CaptureTo::out ? Event::Kind::remove
                                                : Event::Kind::capture;
  for (const Hole h : holes) {
    const int seeds = land.take.two ? std::min(count(p, h), 2) : count(p, h);
    note(sown.trace, kind, h, seeds);
    taken += seeds;
    in(p, h) -= seeds;
  }
  sown.taken += taken;
  if (land.to == CaptureTo::store) p.store[0] += taken;
  return taken;
}

// Applies the pass rules after a seed was sown into this hole. `last`: it was the last seed of the lap.
void ReferenceKernel::apply_pass_rules(Sown& sown, Hole hole, bool last) const {
  if (hole.store || (sown.position.opening > 0 && !rules_.opening.captures)) return;
  for (int i = 0; i < rules_.pass_count; ++i) {
    const Pass& rule = rules_.passes[i];
    if ((last && !rule.last) || !at(rule.at, hole) || !rule.count.matches(count(sown.position, hole))) continue;
    return award(sown, hole, rule.to == PassTo::mover ? 0 : hole.side);
  }
}

// Captures before sowing (Before::facing_single and facing_singles).
void ReferenceKernel::capture_before_sowing(Sown& sown, Hole from, int seeds) const {
  Position& p = sown.position;
  if (p.opening > 0 && !rules_.opening.captures) return;
  const bool all = rules_.before == Before::facing_singles;
  if (!all && (rules_.before != Before::facing_single || seeds != 1)) return;
  for (int i = 0; i < layout_.pits(); ++i) {
    const Hole own = pit(0, i), facing = layout_.facing(own);
    const bool single = own == from ? seeds == 1 : all && count(p, own) == 1 && !p.is_owned(own);
    if (!single || count(p, facing) == 0 || p.is_owned(facing)) continue;
    note(sown.trace, Event::Kind::capture, facing, count(p, facing));
    sown.taken += count(p, facing);
    p.store[0] += in(p, facing);
    in(p, facing) = 0;
  }
}

// Before::one_seed: one seed of the lap goes to the store.
void ReferenceKernel::bank_one_seed(Sown& sown, Lap& lap) const {
  if (rules_.before != Before::one_seed || lap.hand < 2) return;
  if (sown.position.opening > 0 && !rules_.opening.captures) return;
  note(sown.trace, Event::Kind::drop, {0, 0, true});
  ++sown.position.store[0];
  --lap.hand;
}

// OpeningSow::exchange: starting after the played pit, pits alternately lose and gain a seed. The seeds left in hand
// are sown into the facing pit.
void ReferenceKernel::exchange(Sown& sown, Lap& lap) const {
  Position& p = sown.position;
  bool loses = true;
  int hand = 0;
  for (Hole h = track(p).next_pit(lap.origin, lap.way); h != lap.origin; h = track(p).next_pit(h, lap.way)) {
    if (!p.is_owned(h) && loses && count(p, h) > 0) {
      note(sown.trace, Event::Kind::lift, h, 1);
      --in(p, h);
      ++hand;
    } else if (!p.is_owned(h) && !loses && hand > 0) {
      note(sown.trace, Event::Kind::drop, h);
      ++in(p, h);
      --hand;
    }
    loses = !loses;
  }
  lap.hole = layout_.facing(lap.origin);
  for (lap.hand = hand; lap.hand > 0;) drop(sown, lap);
}

// Whether this hole is skipped when sowing.
bool ReferenceKernel::is_skipped(const Position& p, Hole h) const {
  if (h.store) return false;
  if (rules_.own.skip && (p.owned[1] & bit_of(h)) != 0) return true;
  if (rules_.skip == SkipAt::none || p.is_owned(h) || (p.opening > 0 && !rules_.opening.skips)) return false;
  return (rules_.skip == SkipAt::any || h.side == 1) && count(p, h) == rules_.skip_count;
}

// Sows one seed into the current hole of the lap.
void ReferenceKernel::drop(Sown& sown, Lap& lap) const {
  Position& p = sown.position;
  ++in(p, lap.hole);
  --lap.hand;
  lap.crossed |= lap.hole.side == 1;
  note(sown.trace, Event::Kind::drop, lap.hole);
  if (lap.hole.store && rules_.store_out) {
    note(sown.trace, Event::Kind::vanish, lap.hole, 1);
    --in(p, lap.hole);
  } else if (lap.hole.store || !p.is_owned(lap.hole)) {
    apply_pass_rules(sown, lap.hole, lap.hand == 0);
  } else if (rules_.own.out) {
    note(sown.trace, Event::Kind::vanish, lap.hole, 1);
    --in(p, lap.hole);
  } else if (!rules_.own.keep) {
    award(sown, lap.hole, (p.owned[0] & bit_of(lap.hole)) != 0 ? 0 : 1);
  }
}

// The hole for the next seed: the next one that is not skipped, or simply the next one if all are skipped.
Hole ReferenceKernel::next_hole(const Position& p, const Lap& lap) const {
  const Layout& track = this->track(p);
  const std::size_t length = track.track().size();
  const auto after = [&](Hole h) {
    h = track.next(h, lap.way);
    return rules_.skip_origin && h == lap.origin && length > 1 ? track.next(h, lap.way) : h;
  };
  Hole hole = after(lap.hole);
  for (std::size_t i = 0; i < length; ++i, hole = after(hole))
    if (!is_skipped(p, hole)) return hole;
  return after(lap.hole);
}

// Sows the seeds in hand, starting after the current hole.
void ReferenceKernel::drop_all(Sown& sown, Lap& lap, bool first) const {
  bool stay = (rules_.first == First::origin_every_lap || (first && rules_.first == First::origin)) && lap.hand > 1;
  const bool crosses = sown.position.opening > 0 && rules_.opening.sow == OpeningSow::cross;
  while (lap.hand > 0) {
    if (!stay) lap.hole = next_hole(sown.position, lap);
    stay = false;
    if (crosses && lap.hand == 1 && lap.hole.side == 0)
      lap.hole = track(sown.position).next_pit(pit(0, layout_.pits() - 1), Way::forward);
    drop(sown, lap);
  }
}

// Makes the mover the owner of a hole, unless seeds were left in it by a grand slam.
void ReferenceKernel::own(Sown& sown, Hole hole) const {
  const int seeds = count(sown.position, hole);
  if (!rules_.own.keep && seeds > 0) return;
  sown.position.owned[0] |= bit_of(hole);
  sown.taken += seeds;  // seeds that stay in the hole count as captured
  note(sown.trace, Event::Kind::own, hole, seeds);
}

// Applies the land rules to the last seed of a lap. Returns whether there is another lap.
bool ReferenceKernel::land(Sown& sown, Lap& lap) const {
  Position& p = sown.position;
  const Land* rule = find_land(p, lap);
  if (rule == nullptr) return false;
  if (rule->closes()) {
    lap.hand = count(p, lap.hole);
    if (lap.hand > 0) note(sown.trace, Event::Kind::lift, lap.hole, lap.hand);
    in(p, lap.hole) = 0;
    own(sown, lap.hole);
    return lap.hand > 0;
  }
  Captured captured{{}, lap.hole};
  if (rule->captures()) captured = find_captured(*rule, p, lap.hole, lap.way);
  apply_grand_slam(sown, captured.holes);
  if (captured.holes.empty()) captured.farthest = lap.hole;
  const int taken = capture(*rule, sown, captured.holes);
  if (rule->own) own(sown, lap.hole);
  if (rule->own && rule->own_with != OwnWith::none) own(sown, owned_with(*rule, p, lap.hole, lap.way));
  if (sown.slam && rules_.grand_slam == GrandSlam::opponent_rest) {
    award_all(sown, [](std::size_t) { return 1; });
    return false;
  }
  return continue_turn(*rule, sown, lap, taken, captured.farthest);
}

// Continues the turn after a rule was applied. Returns whether there is another lap, which starts at lap.hole.
bool ReferenceKernel::continue_turn(const Land& land, Sown& sown, Lap& lap, int taken, Hole farthest) const {
  const auto lift = [&] {
    lap.hand = count(sown.position, lap.hole);
    note(sown.trace, Event::Kind::lift, lap.hole, lap.hand);
    in(sown.position, lap.hole) = 0;
  };
  switch (land.to) {
    case CaptureTo::store:
    case CaptureTo::out: break;
    case CaptureTo::resow:
      lift();
      lap.hand += taken;
      return true;
    case CaptureTo::sow:
    case CaptureTo::sow_last:
      lap.hand = taken;
      lap.last = land.to == CaptureTo::sow_last;
      return taken > 0;
    case CaptureTo::restart:
      lap.hand = taken;
      lap.hole = lap.origin;
      return taken > 0;
  }
  switch (land.then) {
    case AfterLand::end: return false;
    case AfterLand::again: sown.again = true; return false;
    case AfterLand::next: lap.hole = track(sown.position).next_pit(farthest, lap.way); break;
    case AfterLand::relay: break;
  }
  if (count(sown.position, lap.hole) == 0 || sown.position.is_owned(lap.hole)) return false;
  lift();
  return true;
}

// Whether the first lap of a move satisfies move.reach.
bool ReferenceKernel::reaches(const Position& p, const Lap& lap) const {
  switch (rules_.reach) {
    case Reach::any: return true;
    case Reach::theirs_or_empty: return lap.crossed || (!lap.hole.store && count(p, lap.hole) == 1);
    case Reach::occupied: return !lap.hole.store && count(p, lap.hole) > 1;
  }
  return true;
}

// The end of a turn: extra turns, the mark for the next player, and the rules end.few and end.cleared.
void ReferenceKernel::finish(Sown& sown, const Lap& lap, bool single) const {
  Position& p = sown.position;
  if (p.opening > 0) --p.opening;
  if (sown.slam && rules_.grand_slam == GrandSlam::again) sown.again = true;
  if (rules_.again_once && (p.mark & Position::extra_turn) != 0) sown.again = false;
  if (sown.again) note(sown.trace, Event::Kind::again);
  p.mark = 0;
  if (rules_.again_once && sown.again) p.mark = Position::extra_turn;
  const bool crossed = single && lap.landed.side == 1 && count(p, lap.landed) == 1 && !p.is_owned(lap.landed);
  if (!rules_.undo && !sown.again && crossed) {
    if (lap.way == Way::forward && lap.landed == pit(1, 0)) p.mark = Position::first_barred;
    if (lap.way == Way::backward && lap.landed == pit(1, layout_.pits() - 1)) p.mark = Position::last_barred;
  }
  if (rules_.cleared && p.seeds_on(0) == 0) award_all(sown, [](std::size_t) { return 0; });
  if (p.seeds_in_pits() > rules_.few) return;
  award_all(sown, [&](std::size_t side) -> std::size_t {
    switch (rules_.few_to) {
      case FewTo::mover: return 0;
      case FewTo::opponent: return 1;
      case FewTo::owner: return side;
      case FewTo::first: return p.side_of(rules_.north_first ? Player::north : Player::south);
    }
    return 0;
  });
}

ReferenceKernel::Sown ReferenceKernel::sow(const Position& position, Move move, Trace* trace) const {
  Sown sown{.position = position, .trace = trace};
  Position& p = sown.position;
  const Choice& choice = layout_.moves()[move];
  Lap lap{.origin = choice.from,
          .hole = choice.from,
          .way = choice.way(count(p, choice.from)),
          .hand = count(p, choice.from)};
  const int lifted = lap.hand;
  const bool exchanges = p.opening > 0 && rules_.opening.sow == OpeningSow::exchange;
  note(trace, Event::Kind::lift, lap.hole, exchanges ? 0 : lifted);
  if (!exchanges) in(p, lap.hole) = 0;
  capture_before_sowing(sown, lap.hole, lifted);
  int number = 1;
  for (;; ++number) {
    lap.origin = lap.hole;
    bank_one_seed(sown, lap);
    lap.sown = lap.hand;
    exchanges&& number == 1 ? exchange(sown, lap) : drop_all(sown, lap, number == 1);
    lap.landed = lap.hole;
    if (number == 1) sown.reached = reaches(p, lap);
    if (rules_.relays() && number == rules_.laps) {
      note(trace, Event::Kind::lap_limit);
      break;
    }
    if (lap.last) break;
    const int taken = sown.taken;
    const bool more = land(sown, lap);
    if (number == 1) sown.first_captures = sown.taken > taken;
    if (!more) break;
  }
  sown.fed = p.seeds_on(1) > 0;
  finish(sown, lap, lifted == 1 && number == 1);
  return sown;
}

bool ReferenceKernel::play_unchecked(Position& position, Move move, Trace* trace) const {
  const Player mover = position.mover;
  Sown sown = sow(position, move, trace);
  if (!sown.again) sown.position.turn();
  position = sown.position;
  settle(position, trace);
  return position.mover == mover;
}

bool ReferenceKernel::settle(Position& p, Trace* trace) const {
  const bool side_empty = rules_.when.side_empty && (p.seeds_on(0) == 0 || p.seeds_on(1) == 0);
  if (rules_.stuck != Stuck::pass || side_empty || moves(p) != 0) return false;
  Position passed = p;
  passed.turn();
  passed.mark = 0;
  if (moves(passed) == 0) return false;
  note(trace, Event::Kind::pass);
  p = passed;
  return true;
}

std::optional<Ending> ReferenceKernel::ending(const Position& p) const { return find_ending(rules_, p, moves(p) != 0); }

std::uint64_t ReferenceKernel::perft(const Position& position, int depth) const {
  if (depth == 0) return 1;
  std::uint64_t leaves = 0;
  for (MoveSet rest = ending(position) ? 0 : moves(position); rest != 0; rest &= rest - 1) {
    Position after = position;
    play_unchecked(after, std::countr_zero(rest));
    leaves += perft(after, depth - 1);
  }
  return leaves;
}

int ReferenceKernel::rest(const Position& p) const {
  const bool side_empty = rules_.when.side_empty && (p.seeds_on(0) == 0 || p.seeds_on(1) == 0);
  return rest_margin(rules_, side_empty ? EndReason::side_empty : EndReason::stuck, p.seeds_on(0), p.seeds_on(1)) +
         p.seeds_owned(0) - p.seeds_owned(1);
}

int seeds_taken(const Trace& trace) {
  int taken = 0;
  for (const auto& event : trace) switch (event.kind) {
      case Event::Kind::capture:
      case Event::Kind::remove:
      case Event::Kind::own:
      case Event::Kind::join: taken += event.seeds; break;
      default: break;
    }
  return taken;
}

Trace trace_of(const Ruleset& rules, const Position& before, Move move) {
  Trace trace;
  Position p = before;
  ReferenceKernel(rules).play_unchecked(p, move, &trace);
  return trace;
}

}  // namespace sow
