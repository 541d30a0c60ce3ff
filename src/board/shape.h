// A Shape is the part of a Ruleset that decides which code runs during a move. Sizes, lap limits and who gets what at
// the end are data to that code, so games that differ only there (oware and awari, kalah of any size) share a kernel.
#pragma once

#include "rules/ruleset.h"

namespace sow {

struct Shape {
  bool four_rows = false;
  bool skip_origin = false;
  Store store = Store::none;
  Singles singles = Singles::ok;
  Feed feed = Feed::no;
  GrandSlam grand_slam = GrandSlam::allowed;
  bool pass = false;
  bool side_empty = false;
  bool majority = false;
  bool relays = false;
  bool never_repeats = false;
  bool has_stores = false;
  std::uint8_t land_count = 0;
  std::array<Land, max_lands> lands{};

  bool operator==(const Shape&) const = default;
};

constexpr Shape shape_of(const Ruleset& rules) {
  return Shape{.four_rows = rules.four_rows(),
               .skip_origin = rules.skip_origin,
               .store = rules.store,
               .singles = rules.singles,
               .feed = rules.feed,
               .grand_slam = rules.grand_slam,
               .pass = rules.stuck == Stuck::pass,
               .side_empty = rules.when.side_empty,
               .majority = rules.majority,
               .relays = rules.relays(),
               .never_repeats = rules.never_repeats(),
               .has_stores = rules.has_stores(),
               .land_count = rules.land_count,
               .lands = rules.lands};
}

}  // namespace sow
