// A Shape is the part of a Ruleset that decides which code runs during a move. Sizes, lap limits and who gets what at the
// end are data to that code. So games that differ only there (oware and awari, kalah of any size) have one shape.
#pragma once

#include <bit>

#include "rules/ruleset.h"

namespace sow {

struct Shape {
  bool own_track = false;  // seeds stay on the mover's side: four rows, or a track of one's own
  bool skip_origin = false;
  bool sows_store = false;
  bool relays = false;
  bool has_stores = false;
  bool pass = false;
  bool side_empty = false;
  bool first_stays = false;  // the first seed of a move falls where it was lifted
  bool reverses = false;     // moves that go the other way
  bool two_ways = false;     // seeds travel both ways
  bool owns = false;
  bool pays_opponent = false;
  bool keeps = false;      // owned pits keep their seeds
  bool removes = false;    // captured seeds can leave the game
  bool pass_last = false;  // pass rules for the last seed of a lap
  bool owns_mine = false;  // pits of the mover's side can be owned by the mover
  bool must_capture = false;
  bool closes = false;    // pits are closed, so that the players sow different holes
  bool chosen = false;    // which pits may be lifted is more than a question of their seeds
  bool by_seed = false;   // laps depend on what lies in the holes, so seeds are dropped one by one
  bool finishes = false;  // something is done when the turn is over
  bool marks = false;     // a turn leaves a mark for the next
  bool undo = true;
  bool again_once = false;
  bool cleared = false;
  Before before = Before::nothing;
  SkipAt skip = SkipAt::none;
  std::uint8_t skip_count = 0;
  Twos twos = Twos::ok;
  Facing facing = Facing::any;
  Singles singles = Singles::ok;
  Reach reach = Reach::any;
  Reverse reverse = Reverse::never;
  Feed feed = Feed::no;
  GrandSlam grand_slam = GrandSlam::allowed;
  Owning own{};
  Opening opening{};
  std::uint8_t few = 0;
  FewTo few_to = FewTo::mover;
  bool north_first = false;
  std::uint8_t pass_count = 0;
  std::array<Pass, max_passes> passes{};
  std::uint8_t land_count = 0;
  std::array<Land, max_lands> lands{};

  constexpr bool has_state() const {
    return owns || opening.turns > 0 || marks || closes || (few > 0 && few_to == FewTo::first);
  }

  bool operator==(const Shape&) const = default;
};

constexpr Shape shape_of(const Ruleset& rules) {
  return {.own_track = rules.own_track(),
          .skip_origin = rules.skip_origin,
          .sows_store = rules.sows_store(),
          .relays = rules.relays(),
          .has_stores = rules.has_stores(),
          .pass = rules.stuck == Stuck::pass,
          .side_empty = rules.when.side_empty,
          .first_stays = rules.first == First::origin,
          .reverses = rules.reverses(),
          .two_ways = rules.two_ways(),
          .owns = rules.owns(),
          .pays_opponent = rules.pays_opponent(),
          .keeps = rules.own.keep,
          .removes = rules.own.out || rules.any_land([](const Land& l) { return l.to == CaptureTo::out; }),
          .pass_last = rules.any_pass([](const Pass& p) { return p.last; }),
          .owns_mine = rules.owns_on(true),
          .must_capture = rules.must_capture,
          .closes = rules.closes(),
          .chosen = rules.reverses() || rules.opening.turns > 0 || rules.twos != Twos::ok ||
                    rules.facing != Facing::any || !rules.undo ||
                    (rules.singles != Singles::ok && rules.singles != Singles::never),
          .by_seed = rules.pass_count > 0 || rules.skip != SkipAt::none || rules.own.skip ||
                     rules.opening.sow != OpeningSow::plain,
          .finishes = rules.few > 0 || rules.cleared || rules.opening.turns > 0 || rules.has_marks(),
          .marks = rules.has_marks(),
          .undo = rules.undo,
          .again_once = rules.again_once,
          .cleared = rules.cleared,
          .before = rules.before,
          .skip = rules.skip,
          .skip_count = rules.skip_count,
          .twos = rules.twos,
          .facing = rules.facing,
          .singles = rules.singles,
          .reach = rules.reach,
          .reverse = rules.reverse,
          .feed = rules.feed,
          .grand_slam = rules.grand_slam,
          .own = rules.own,
          .opening = rules.opening,
          .few = rules.few,
          .few_to = rules.few_to,
          .north_first = rules.north_first,
          .pass_count = rules.pass_count,
          .passes = rules.passes,
          .land_count = rules.land_count,
          .lands = rules.lands};
}

// A pit of the opponent's that holds more seeds than this keeps some, whatever the move: it only receives, and rules that
// take the pit itself take listed counts. 255 where other rules or relays may empty it.
constexpr unsigned largest_pit_taken(const Shape& shape) {
  constexpr unsigned unknown = 255;
  if (shape.relays || shape.owns || shape.pass_count > 0 || shape.few > 0 || shape.cleared ||
      shape.before != Before::nothing)
    return unknown;
  std::uint64_t taken = 0;
  for (int i = 0; i < shape.land_count; ++i) {
    const Land& rule = shape.lands[i];
    if (rule.take.facing() || rule.take.next || rule.take.beyond || rule.take.each) return unknown;
    if (!rule.take.pit) continue;
    if (rule.count.kind != CountTest::Kind::list) return unknown;
    taken |= rule.count.listed;
  }
  return taken == 0 ? 0 : std::bit_width(taken) - 1;
}

}  // namespace sow
