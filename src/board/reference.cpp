#include "board/reference.h"

namespace sow {
namespace {

std::uint8_t& in(Position& p, Hole h) { return h.store ? p.store[h.side] : p.pits[h.side][h.pit]; }
int count(const Position& p, Hole h) { return h.store ? p.store[h.side] : p.pits[h.side][h.pit]; }

void note(Trace* trace, Event::Kind kind, Hole hole = {}, int seeds = 0) {
  if (trace != nullptr) trace->push_back({kind, hole, seeds});
}

}  // namespace

// The hole after this one, as the mover's seeds travel. Two rows: the own pits, the own store if it is sown, the
// opponent's pits, and round again. Four rows: round the own pits.
Hole ReferenceKernel::next(Hole h) const {
  const int last = rules_.pits_per_player() - 1;
  if (h.store) return Hole{1, 0};
  if (h.pit < last) return Hole{h.side, static_cast<std::uint8_t>(h.pit + 1)};
  if (rules_.four_rows()) return Hole{h.side, 0};
  if (h.side == 0 && rules_.store == Store::own) return Hole{0, 0, true};
  return Hole{static_cast<std::uint8_t>(1 - h.side), 0};
}

// The pit before this one; stores are passed over.
Hole ReferenceKernel::previous(Hole h) const {
  if (h.pit > 0) return Hole{h.side, static_cast<std::uint8_t>(h.pit - 1)};
  const auto last = static_cast<std::uint8_t>(rules_.pits_per_player() - 1);
  return Hole{static_cast<std::uint8_t>(rules_.four_rows() ? h.side : 1 - h.side), last};
}

Hole ReferenceKernel::facing(Hole h) const {
  return Hole{static_cast<std::uint8_t>(1 - h.side), static_cast<std::uint8_t>(rules_.pits - 1 - h.pit)};
}

// Four rows: behind the hole that faces inner hole k lies the opponent's outer hole (pits + k).
Hole ReferenceKernel::behind_facing(Hole h) const {
  return Hole{static_cast<std::uint8_t>(1 - h.side), static_cast<std::uint8_t>(rules_.pits + h.pit)};
}

bool ReferenceKernel::at(const Land& land, Hole h) const {
  switch (land.at) {
    case At::any: return !h.store;
    case At::mine: return !h.store && h.side == 0;
    case At::theirs: return !h.store && h.side == 1;
    case At::store: return h.store;
    case At::inner: return !h.store && h.pit < rules_.pits;
    case At::outer: return !h.store && h.pit >= rules_.pits;
  }
  return false;
}

const Land* ReferenceKernel::find_land(const Position& p, Hole h) const {
  for (int i = 0; i < rules_.land_count; ++i) {
    const Land& land = rules_.lands[static_cast<std::size_t>(i)];
    if (!at(land, h)) continue;
    if (h.store) return &land;
    if (!land.count.matches(static_cast<unsigned>(count(p, h)))) continue;
    const CountTest none;
    if (land.opposite != none && !land.opposite.matches(static_cast<unsigned>(count(p, facing(h))))) continue;
    if (land.outer != none && !land.outer.matches(static_cast<unsigned>(count(p, behind_facing(h))))) continue;
    return &land;
  }
  return nullptr;
}

// Takes what the rule says out of the pits and returns how many seeds that were; they are nowhere yet.
int ReferenceKernel::capture(const Land& land, Hole hole, Sown& sown, Trace* trace) const {
  const auto kind = land.to == To::store ? Event::Kind::capture : Event::Kind::join;
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
  if (land.take.opposite) take(facing(hole));
  if (land.take.outer) take(behind_facing(hole));
  if (land.chain == Chain::back)
    for (Hole h = previous(hole);
         h != hole && at(land, h) && count(p, h) > 0 && land.count.matches(static_cast<unsigned>(count(p, h)));
         h = previous(h))
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
  Hole hole{0, static_cast<std::uint8_t>(move)};
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
      hole = next(hole);
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
      if (land->to == To::resow) {
        lift();
        hand += taken;
        continue;
      }
      if (land->to == To::sow) {
        if (taken == 0) return sown;
        hand = taken;
        continue;
      }
      p.store[0] = static_cast<std::uint8_t>(p.store[0] + taken);
    }
    if (land->then == Then::again) {
      note(trace, Event::Kind::again);
      sown.again = true;
    }
    if (land->then != Then::relay) return sown;
    lift();
  }
}

MoveSet ReferenceKernel::candidates(const Position& p) const {
  const int least = rules_.singles == Singles::never ? 2 : 1;
  MoveSet set = 0;
  for (int i = 0; i < rules_.pits_per_player(); ++i)
    if (p.pits[0][static_cast<std::size_t>(i)] >= least) set |= MoveSet{1} << i;
  return set;
}

MoveSet ReferenceKernel::moves(const Position& p) const {
  MoveSet legal = 0, feeding = 0;
  const MoveSet candidate = candidates(p);
  for (int i = 0; i < rules_.pits_per_player(); ++i) {
    if ((candidate >> i & 1) == 0) continue;
    const Sown sown = sow(p, i, nullptr);
    if (sown.slam && rules_.grand_slam == GrandSlam::illegal) continue;
    legal |= MoveSet{1} << i;
    if (sown.position.seeds_on(1) > 0) feeding |= MoveSet{1} << i;
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

Position ReferenceKernel::unpack(const Board& b, Player mover) const {
  Position p = b;
  p.mover = mover;
  return p;
}

bool ReferenceKernel::settle(Position& p, Trace* trace) const {
  if (rules_.stuck != Stuck::pass || moves(p) != 0) return false;
  Position passed = p;
  passed.turn();
  if (moves(passed) == 0) return false;
  note(trace, Event::Kind::pass);
  p = passed;
  return true;
}

std::optional<EndReason> ReferenceKernel::end_before_moving(const Position& p) const {
  if (rules_.when.side_empty && (p.seeds_on(0) == 0 || p.seeds_on(1) == 0)) return EndReason::side_empty;
  if (rules_.majority) {
    if (2 * p.store[0] > p.total() || 2 * p.store[1] > p.total()) return EndReason::majority;
    if (p.seeds_in_pits() == 0) return EndReason::even;
  }
  return std::nullopt;
}

std::optional<Ending> ReferenceKernel::ending(const Position& p) const {
  if (const auto reason = end_before_moving(p)) return final_count(rules_, p, *reason);
  if (moves(p) == 0) return final_count(rules_, p, EndReason::stuck);
  return std::nullopt;
}

int ReferenceKernel::rest(const Board& p) const {
  const bool side_empty = rules_.when.side_empty && (p.seeds_on(0) == 0 || p.seeds_on(1) == 0);
  return rest_margin(rules_, side_empty ? EndReason::side_empty : EndReason::stuck, p.seeds_on(0), p.seeds_on(1));
}

Legality ReferenceKernel::legality(const Position& p, Move move) const {
  if (ending(p)) return Legality::over;
  if (move < 0 || move >= rules_.pits_per_player()) return Legality::no_such_pit;
  if ((moves(p) >> move & 1) != 0) return Legality::ok;
  if (p.pits[0][static_cast<std::size_t>(move)] == 0) return Legality::empty;
  if ((candidates(p) >> move & 1) == 0) return Legality::single;
  const Sown sown = sow(p, move, nullptr);
  return sown.slam && rules_.grand_slam == GrandSlam::illegal ? Legality::slams : Legality::starves;
}

}  // namespace sow
