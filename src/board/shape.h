// A Shape is the part of a Ruleset that decides which code runs during a move. Sizes, lap limits and who gets what at the
// end are data to that code. So games that differ only there (oware and awari, kalah of any size) have one shape.
#pragma once

#include <bit>

#include "rules/ruleset.h"

namespace sow {

struct Shape {
  bool four_rows = false;
  bool skip_origin = false;
  bool sows_store = false;
  bool relays = false;
  bool has_stores = false;
  bool pass = false;
  bool side_empty = false;
  Singles singles = Singles::ok;
  Feed feed = Feed::no;
  GrandSlam grand_slam = GrandSlam::allowed;
  std::uint8_t land_count = 0;
  std::array<Land, max_lands> lands{};

  bool operator==(const Shape&) const = default;
};

constexpr Shape shape_of(const Ruleset& rules) {
  return {.four_rows = rules.four_rows(),
          .skip_origin = rules.skip_origin,
          .sows_store = rules.store == Store::own,
          .relays = rules.relays(),
          .has_stores = rules.has_stores(),
          .pass = rules.stuck == Stuck::pass,
          .side_empty = rules.when.side_empty,
          .singles = rules.singles,
          .feed = rules.feed,
          .grand_slam = rules.grand_slam,
          .land_count = rules.land_count,
          .lands = rules.lands};
}

// A pit of the opponent's that holds more seeds than this keeps some, whatever the move: it only receives, and rules that
// take the pit itself take listed counts. 255 where other rules or relays may empty it.
constexpr unsigned largest_pit_taken(const Shape& shape) {
  constexpr unsigned unknown = 255;
  if (shape.relays) return unknown;
  std::uint64_t taken = 0;
  for (int i = 0; i < shape.land_count; ++i) {
    const Land& rule = shape.lands[i];
    if (rule.take.opposite || rule.take.outer) return unknown;
    if (!rule.take.pit) continue;
    if (rule.count.kind != CountTest::Kind::list) return unknown;
    taken |= rule.count.listed;
  }
  return taken == 0 ? 0 : std::bit_width(taken) - 1;
}

}  // namespace sow
