#include "board/reference.h"

namespace sow {
namespace {

std::uint8_t& in(Position& p, Hole h) { return h.store ? p.store[h.side] : p.pits[h.side][h.pit]; }
int count(const Position& p, Hole h) { return h.store ? p.store[h.side] : p.pits[h.side][h.pit]; }

void note(Trace* trace, Event::Kind kind, Hole hole = {}, int seeds = 0) {
  if (trace != nullptr) trace->push_back({kind, hole, seeds});
}

}  // namespace

bool ReferenceKernel::at(const Land& land, Hole h) const {
  switch (land.at) {
    case LandAt::any: return !h.store;
    case LandAt::mine: return !h.store && h.side == 0;
    case LandAt::theirs: return !h.store && h.side == 1;
    case LandAt::store: return h.store;
    case LandAt::inner: return layout_.inner(h);
    case LandAt::outer: return !h.store && !layout_.inner(h);
  }
  return false;
}

const Land* ReferenceKernel::find_land(const Position& p, Hole h) const {
  for (int i = 0; i < rules_.land_count; ++i) {
    const Land& land = rules_.lands[i];
    if (!at(land, h)) continue;
    if (h.store) return &land;
    if (!land.count.matches(count(p, h))) continue;
    if (!land.opposite.any() && !land.opposite.matches(count(p, layout_.facing(h)))) continue;
    if (!land.outer.any() && !land.outer.matches(count(p, layout_.behind_facing(h)))) continue;
    return &land;
  }
  return nullptr;
}

// Takes what the rule says out of the pits and returns how many seeds that were; they are nowhere yet.
int ReferenceKernel::capture(const Land& land, Hole hole, Sown& sown, Trace* trace) const {
  const auto kind = land.to == CaptureTo::store ? Event::Kind::capture : Event::Kind::join;
  Position& p = sown.position;
  const Position before = p;
  const std::size_t trace_size = trace != nullptr ? trace->size() : 0;
  int taken = 0;
  const auto take = [&](Hole h) {
    if (count(p, h) == 0) return;
    note(trace, kind, h, count(p, h));
    taken += count(p, h);
    in(p, h) = 0;
  };
  if (land.take.pit) take(hole);
  if (land.take.opposite) take(layout_.facing(hole));
  if (land.take.outer) take(layout_.behind_facing(hole));
  if (land.chain == Chain::back)
    for (Hole h = layout_.previous_pit(hole);
         h != hole && at(land, h) && count(p, h) > 0 && land.count.matches(count(p, h)); h = layout_.previous_pit(h))
      take(h);

  const bool from_opponent = p.pits[1] != before.pits[1];
  if (from_opponent && p.seeds_on(1) == 0) {
    sown.slam = true;
    if (rules_.grand_slam == GrandSlam::no_capture) {
      p = before;
      if (trace != nullptr) trace->resize(trace_size);
      note(trace, Event::Kind::spared);
      return 0;
    }
  }
  return taken;
}

ReferenceKernel::Sown ReferenceKernel::sow(const Position& position, Move move, Trace* trace) const {
  Sown sown{position};
  Position& p = sown.position;
  Hole hole = layout_.moves()[move].from;
  int hand = 0;
  const auto lift = [&] {
    hand = count(p, hole);
    note(trace, Event::Kind::lift, hole, hand);
    in(p, hole) = 0;
  };
  lift();
  for (int lap = 1;; ++lap) {
    const Hole origin = hole;
    while (hand > 0) {
      hole = layout_.next(hole);
      if (rules_.skip_origin && hole == origin) continue;
      ++in(p, hole);
      --hand;
      note(trace, Event::Kind::drop, hole);
    }
    if (rules_.relays() && lap == rules_.laps) {
      note(trace, Event::Kind::lap_limit);
      return sown;
    }
    const Land* land = find_land(p, hole);
    if (land == nullptr) return sown;
    if (land->take.any()) {
      const int taken = capture(*land, hole, sown, trace);
      if (land->to == CaptureTo::resow) {
        lift();
        hand += taken;
        continue;
      }
      if (land->to == CaptureTo::sow) {
        if (taken == 0) return sown;
        hand = taken;
        continue;
      }
      p.store[0] += taken;
    }
    if (land->then == AfterLand::again) {
      note(trace, Event::Kind::again);
      sown.again = true;
    }
    if (land->then != AfterLand::relay) return sown;
    lift();
  }
}

MoveSet ReferenceKernel::candidates(const Position& p) const {
  const int least = rules_.singles == Singles::never ? 2 : 1;
  MoveSet set = 0;
  for (int i = 0; i < rules_.pits_per_player(); ++i)
    if (p.pits[0][i] >= least) set |= set_of(i);
  return set;
}

MoveSet ReferenceKernel::moves(const Position& p) const {
  MoveSet legal = 0, feeding = 0;
  const MoveSet candidate = candidates(p);
  for (int i = 0; i < rules_.pits_per_player(); ++i) {
    if (!has(candidate, i)) continue;
    const Sown sown = sow(p, i, nullptr);
    if (sown.slam && rules_.grand_slam == GrandSlam::illegal) continue;
    legal |= set_of(i);
    if (sown.position.seeds_on(1) > 0) feeding |= set_of(i);
  }
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
  return rest_margin(rules_, side_empty ? EndReason::side_empty : EndReason::stuck, p.seeds_on(0), p.seeds_on(1));
}

Legality ReferenceKernel::legality(const Position& p, Move move) const {
  if (ending(p)) return Legality::over;
  if (move < 0 || move >= rules_.pits_per_player()) return Legality::no_such_pit;
  if (has(moves(p), move)) return Legality::ok;
  if (p.pits[0][move] == 0) return Legality::empty;
  if (!has(candidates(p), move)) return Legality::single;
  const Sown sown = sow(p, move, nullptr);
  return sown.slam && rules_.grand_slam == GrandSlam::illegal ? Legality::slams : Legality::starves;
}

int seeds_taken(const Trace& trace) {
  int taken = 0;
  for (const auto& event : trace)
    if (event.kind == Event::Kind::capture || event.kind == Event::Kind::join) taken += event.seeds;
  return taken;
}

Trace trace_of(const Ruleset& rules, const Position& before, Move move) {
  Trace trace;
  Position p = before;
  ReferenceKernel(rules).play_unchecked(p, move, &trace);
  return trace;
}

}  // namespace sow
