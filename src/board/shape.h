// A Shape is the part of a Ruleset that decides which code runs during a move. Sizes, lap limits, and the distribution
// of seeds at the end are data to that code, so games that differ only there have the same shape: oware and awari, or
// kalah of any size.
#pragma once

#include <bit>

#include "rules/ruleset.h"

namespace sow {

// What the kernels need to know of the other keys.
struct DerivedRules {
  bool own_track = false;  // seeds stay on the mover's side
  bool sows_store = false;
  bool relays = false;
  bool has_stores = false;
  bool pass = false;
  bool side_empty = false;
  bool first_stays = false;        // the first seed of a move is sown in the pit it was lifted from
  bool later_laps_differ = false;  // but not that of a later lap
  bool reverses = false;           // the player can choose the direction
  bool two_ways = false;           // seeds can be sown in both directions
  bool owns = false;
  bool pays_opponent = false;
  bool removes = false;    // seeds can leave the game
  bool pass_last = false;  // some pass rule applies to the last seed of a lap
  bool owns_mine = false;  // the mover can own pits on the mover's side
  bool closes = false;     // pits are closed, so that the players have different tracks
  bool chosen = false;     // candidate moves depend on more than Singles::never
  bool by_seed = false;    // laps depend on the contents of holes, so seeds are sown one by one
  bool finishes = false;   // there is work to do at the end of a turn
  bool marks = false;      // Position::mark is used
  bool has_state = false;  // a position consists of more than seeds and a player to move

  bool operator==(const DerivedRules&) const = default;
};

struct Shape : TurnRules, DerivedRules {
  bool operator==(const Shape&) const = default;
};

constexpr Shape shape_of(const Ruleset& rules) {
  return {
      rules,
      {.own_track = rules.own_track(),
       .sows_store = rules.sows_store(),
       .relays = rules.relays(),
       .has_stores = rules.has_stores(),
       .pass = rules.stuck == Stuck::pass,
       .side_empty = rules.when.side_empty,
       .first_stays = rules.first != First::next,
       .later_laps_differ = rules.first == First::origin && rules.relays(),
       .reverses = rules.reverses(),
       .two_ways = rules.two_ways(),
       .owns = rules.owns(),
       .pays_opponent = rules.pays_opponent(),
       .removes =
           rules.own.out || rules.store_out || rules.any_land([](const Land& l) { return l.to == CaptureTo::out; }),
       .pass_last = rules.any_pass([](const Pass& p) { return p.last; }),
       .owns_mine = rules.owns_on(true),
       .closes = rules.closes(),
       .chosen = rules.reverses() || rules.opening.turns > 0 || rules.twos != Twos::ok || rules.facing != Facing::any ||
                 !rules.undo || (rules.singles != Singles::ok && rules.singles != Singles::never),
       .by_seed = rules.pass_count > 0 || rules.skip != SkipAt::none || rules.own.skip ||
                  rules.opening.sow != OpeningSow::plain,
       .finishes = rules.few > 0 || rules.cleared || rules.opening.turns > 0 || rules.has_marks(),
       .marks = rules.has_marks(),
       .has_state = rules.has_state()}};
}

// No move can empty a pit of the opponent with more seeds than this: such pits only receive seeds, and captures of the
// pit itself need one of the listed counts. 255 if relays or other rules could empty it.
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
