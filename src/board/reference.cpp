#include "board/reference.h"

#include <algorithm>
#include <bit>

namespace sow {
namespace {

std::uint8_t& in(Position& p, Hole h) { return h.store ? p.store[h.side] : p.pits[h.side][h.pit]; }
int count(const Position& p, Hole h) { return h.store ? p.store[h.side] : p.pits[h.side][h.pit]; }

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
  }
  return false;
}

// The seeds of this pit go to the store of a side.
void ReferenceKernel::award(Sown& sown, Hole hole, std::size_t side) const {
  Position& p = sown.position;
  const int seeds = count(p, hole);
  if (seeds == 0) return;
  note(sown.trace, side == 0 ? Event::Kind::collect : Event::Kind::give, hole, seeds);
  in(p, hole) = 0;
  p.store[side] += seeds;
}

// All the seeds left go to stores, by the side they lie on. Owned pits keep theirs.
void ReferenceKernel::award_all(Sown& sown, const std::function<std::size_t(std::size_t)>& to) const {
  for (std::size_t side = 0; side < 2; ++side)
    for (int i = 0; i < layout_.pits(); ++i)
      if (const Hole hole = pit(static_cast<int>(side), i); !sown.position.is_owned(hole)) award(sown, hole, to(side));
}

bool ReferenceKernel::can_own(const Position& p, Hole h) const {
  const int last = layout_.pits() - 1;
  const bool first_or_last = h.pit == 0 || h.pit == last;
  switch (rules_.own.at) {
    case OwnAt::any: break;
    case OwnAt::not_last:
      if (h.pit == last) return false;
      break;
    case OwnAt::ends:
      if (!first_or_last) return false;
      break;
    case OwnAt::not_ends:
      if (first_or_last) return false;
      break;
  }
  if (rules_.own.most > 0 && std::popcount(p.owned[0]) >= rules_.own.most) return false;
  switch (rules_.own.apart) {
    case Apart::no: return true;
    case Apart::same_number: return (p.owned[1] & bit_of(pit(1 - h.side, h.pit))) == 0;
    case Apart::facing: return (p.owned[1] & bit_of(layout_.facing(h))) == 0;
  }
  return true;
}

// Whether the holes facing this one are as the rule asks.
bool ReferenceKernel::faces(const Land& land, const Position& p, Hole h) const {
  return (land.opposite.any() || land.opposite.matches(count(p, layout_.facing(h)))) &&
         (land.outer.any() || land.outer.matches(count(p, layout_.behind_facing(h))));
}

// Whether the pits that follow this one are as the rule asks.
bool ReferenceKernel::leads(const Land& land, const Position& p, Hole h, Way way) const {
  const Hole next = track(p).next_pit(h, way), beyond = track(p).next_pit(next, way);
  return land.next.matches(count(p, next)) && land.beyond.matches(count(p, beyond));
}

// Whether the rule is one of those that apply now: some do not in the opening.
bool ReferenceKernel::applies(const Land& land, const Position& p) const {
  if (p.opening == 0) return true;
  if (land.captures() && !rules_.opening.captures) return false;
  return !land.goes_on() || rules_.opening.relays;
}

const Land* ReferenceKernel::find_land(const Position& p, Hole h, Way way) const {
  for (int i = 0; i < rules_.land_count; ++i) {
    const Land& land = rules_.lands[i];
    if (land.at == LandAt::owned ? h.store || (p.owned[1] & bit_of(h)) == 0 : !h.store && p.is_owned(h)) continue;
    if (!at(land.at, h) || !applies(land, p)) continue;
    if (h.store) return &land;
    if (!land.count.matches(count(p, h)) || !faces(land, p, h) || !leads(land, p, h, way)) continue;
    if (land.own && !can_own(p, h)) continue;
    return &land;
  }
  return nullptr;
}

// A chain takes hole by hole: what it has taken is gone when the next pit is looked at.
ReferenceKernel::Prey ReferenceKernel::find_prey(const Land& land, const Position& position, Hole hole, Way way) const {
  Position p = position;
  Prey prey{{}, hole};
  const auto add = [&](Hole h) {
    if (count(p, h) == 0 || (p.is_owned(h) && !land.take.two)) return false;
    prey.holes.push_back(h);
    in(p, h) = 0;
    return true;
  };
  const auto add_around = [&](Hole h) {
    const std::size_t before = prey.holes.size();
    if (land.take.pit || land.take.two || (land.own && !rules_.own.keep)) add(h);
    if (land.take.opposite) add(layout_.facing(h));
    if (land.take.outer) add(layout_.behind_facing(h));
    const Hole next = track(p).next_pit(h, way), beyond = track(p).next_pit(next, way);
    if (land.take.next && add(next)) prey.furthest = next;
    if (land.take.beyond && add(beyond)) prey.furthest = beyond;
    if (land.take.beyond_opposite) add(layout_.facing(beyond));
    return prey.holes.size() > before;
  };
  if (!add_around(hole) || land.chain == Chain::none) return prey;
  int more = land.chain_most == 0 ? Hole::count : land.chain_most;
  if (land.take.ahead()) {
    for (Hole from = hole; more > 0 && prey.furthest != from && leads(land, p, prey.furthest, way); --more) {
      from = prey.furthest;
      if (!add_around(from)) break;
    }
    return prey;
  }
  const Way step = land.chain == Chain::back ? other(way) : way;
  for (Hole h = track(p).next_pit(hole, step); h != hole && more > 0; h = track(p).next_pit(h, step), --more) {
    const bool like = !p.is_owned(h) && at(land.at, h) && land.count.matches(count(p, h)) && faces(land, p, h) &&
                      leads(land, p, h, way);
    if (!like || !add_around(h)) break;
    if (land.chain == Chain::forward) prey.furthest = h;
  }
  return prey;
}

// What becomes of a capture of all the opponent's seeds; the holes are those that would be taken from.
void ReferenceKernel::spare(Sown& sown, std::vector<Hole>& holes) const {
  int taken = 0;
  for (const Hole h : holes) taken += h.side == 1 && !sown.position.is_owned(h) ? count(sown.position, h) : 0;
  if (taken == 0 || taken != sown.position.seeds_on(1)) return;
  sown.slam = true;
  const auto by_pit = [](Hole a, Hole b) { return std::pair(-a.side, a.pit) < std::pair(-b.side, b.pit); };
  const auto by_pit_from_last = [](Hole a, Hole b) { return std::pair(-a.side, -a.pit) < std::pair(-b.side, -b.pit); };
  switch (rules_.grand_slam) {
    case GrandSlam::allowed:
    case GrandSlam::illegal:
    case GrandSlam::opponent_rest: return;
    case GrandSlam::no_capture: holes.clear(); break;
    case GrandSlam::leave_first: holes.erase(std::min_element(holes.begin(), holes.end(), by_pit)); break;
    case GrandSlam::leave_last: holes.erase(std::min_element(holes.begin(), holes.end(), by_pit_from_last)); break;
  }
  note(sown.trace, Event::Kind::spared);
}

// Takes the seeds out of these holes and returns how many they were: they are in the store, or in nobody's hand yet.
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

// A seed has fallen into this hole, `last`: the last one of its lap.
void ReferenceKernel::pass_by(Sown& sown, Hole hole, bool last) const {
  if (hole.store || (sown.position.opening > 0 && !rules_.opening.captures)) return;
  for (int i = 0; i < rules_.pass_count; ++i) {
    const Pass& rule = rules_.passes[i];
    if ((last && !rule.last) || !at(rule.at, hole) || !rule.count.matches(count(sown.position, hole))) continue;
    return award(sown, hole, rule.to == PassTo::mover ? 0 : hole.side);
  }
}

// Drops the seeds in hand, from the hole after the one where the lap stands.
void ReferenceKernel::drop_all(Sown& sown, Lap& lap, bool first) const {
  Position& p = sown.position;
  bool stay = first && rules_.first == First::origin && lap.hand > 1;
  while (lap.hand > 0) {
    if (!stay) lap.hole = track(p).next(lap.hole, lap.way);
    if (!stay && rules_.skip_origin && lap.hole == lap.origin) continue;
    stay = false;
    ++in(p, lap.hole);
    --lap.hand;
    lap.crossed |= lap.hole.side == 1;
    note(sown.trace, Event::Kind::drop, lap.hole);
    if (lap.hole.store || !p.is_owned(lap.hole))
      pass_by(sown, lap.hole, lap.hand == 0);
    else if (!rules_.own.keep)
      award(sown, lap.hole, (p.owned[0] & bit_of(lap.hole)) != 0 ? 0 : 1);
  }
}

// What the last seed of a lap brings; returns whether there is another lap.
bool ReferenceKernel::land(Sown& sown, Lap& lap) const {
  Position& p = sown.position;
  const Land* rule = find_land(p, lap.hole, lap.way);
  if (rule == nullptr) return false;
  Prey prey{{}, lap.hole};
  if (rule->captures()) prey = find_prey(*rule, p, lap.hole, lap.way);
  spare(sown, prey.holes);
  if (prey.holes.empty()) prey.furthest = lap.hole;
  const int taken = capture(*rule, sown, prey.holes);
  if (rule->own && (rules_.own.keep || count(p, lap.hole) == 0)) {
    p.owned[0] |= bit_of(lap.hole);
    sown.taken += count(p, lap.hole);  // seeds it keeps are captured all the same
    note(sown.trace, Event::Kind::own, lap.hole, count(p, lap.hole));
  }
  if (sown.slam && rules_.grand_slam == GrandSlam::opponent_rest) {
    award_all(sown, [](std::size_t) { return 1; });
    return false;
  }
  return go_on(*rule, sown, lap, taken, prey.furthest);
}

// How the turn goes on after a rule; returns whether there is another lap, which begins at lap.hole.
bool ReferenceKernel::go_on(const Land& land, Sown& sown, Lap& lap, int taken, Hole furthest) const {
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
    case CaptureTo::sow: lap.hand = taken; return taken > 0;
    case CaptureTo::restart:
      lap.hand = taken;
      lap.hole = lap.origin;
      return taken > 0;
  }
  switch (land.then) {
    case AfterLand::end: return false;
    case AfterLand::again:
      note(sown.trace, Event::Kind::again);
      sown.again = true;
      return false;
    case AfterLand::next: lap.hole = track(sown.position).next_pit(furthest, lap.way); break;
    case AfterLand::relay: break;
  }
  if (count(sown.position, lap.hole) == 0 || sown.position.is_owned(lap.hole)) return false;
  lift();
  return true;
}

// Whether the first lap of a move ends where it must.
bool ReferenceKernel::reaches(const Position& p, const Lap& lap) const {
  switch (rules_.reach) {
    case Reach::any: return true;
    case Reach::theirs_or_empty: return lap.crossed || (!lap.hole.store && count(p, lap.hole) == 1);
    case Reach::occupied: return !lap.hole.store && count(p, lap.hole) > 1;
  }
  return true;
}

// After the turn: few seeds that are left are awarded.
void ReferenceKernel::finish(Sown& sown) const {
  Position& p = sown.position;
  if (p.opening > 0) --p.opening;
  if (p.seeds_in_pits() > rules_.few) return;
  award_all(sown, [&](std::size_t side) -> std::size_t {
    return rules_.few_to == FewTo::owner ? side : rules_.few_to == FewTo::mover ? 0 : 1;
  });
}

ReferenceKernel::Sown ReferenceKernel::sow(const Position& position, Move move, Trace* trace) const {
  Sown sown{.position = position, .trace = trace};
  Position& p = sown.position;
  const Choice& choice = layout_.moves()[move];
  Lap lap{choice.from, choice.from, choice.way(count(p, choice.from)), count(p, choice.from)};
  note(trace, Event::Kind::lift, lap.hole, lap.hand);
  in(p, lap.hole) = 0;
  for (int number = 1;; ++number) {
    lap.origin = lap.hole;
    drop_all(sown, lap, number == 1);
    if (number == 1) sown.reached = reaches(p, lap);
    if (rules_.relays() && number == rules_.laps) {
      note(trace, Event::Kind::lap_limit);
      break;
    }
    const int taken = sown.taken;
    const bool more = land(sown, lap);
    if (number == 1) sown.first_captures = sown.taken > taken;
    if (!more) break;
  }
  sown.fed = p.seeds_on(1) > 0;
  finish(sown);
  return sown;
}

// Whether the move lifts a pit that may be lifted, whatever comes of it.
Legality ReferenceKernel::candidate(const Position& p, Move move) const {
  const Choice& choice = layout_.moves()[move];
  const int pits = layout_.pits(), number = choice.from.pit, seeds = count(p, choice.from);
  if (p.is_owned(choice.from)) return Legality::owned;
  if ((rules_.closed[index(p.mover)] >> number & 1) != 0) return Legality::closed;
  if (seeds == 0) return Legality::empty;
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
  if (p.opening > 0) {
    if (rules_.opening.pits == OpeningPits::last && number < pits - 1) return Legality::opening;
    if (rules_.opening.pits == OpeningPits::last_two && number < pits - 2) return Legality::opening;
    if (rules_.opening.pits == OpeningPits::second_half && 2 * number < pits) return Legality::opening;
  }
  return Legality::ok;
}

// Whether the move goes against the direction of the game.
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
  }
  return legal;
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
  if (rules_.stuck != Stuck::pass || side_empty || moves(p) != 0) return false;  // nobody passes when the game is over
  Position passed = p;
  passed.turn();
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
  return reversed || (rules_.must_capture && sown.taken == 0 && !starves) ? Legality::no_capture : Legality::starves;
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
