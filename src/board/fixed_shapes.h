// Shapes with a kernel compiled for them: those of the games that are searched and solved most often. Games of other
// shapes use the same source with the rules as run-time data. tests/board/kernels.cpp lists the games with a compiled
// kernel; it fails if one of them changes its shape, while the game itself still works.
#pragma once

#include <algorithm>

#include "board/shape.h"

namespace sow {

struct FixedShape {
  int width;
  Shape shape;
};

inline constexpr CountTest exactly(std::uint64_t listed) { return {.kind = CountTest::Kind::list, .listed = listed}; }
inline constexpr CountTest more_than(std::uint8_t n) { return {.kind = CountTest::Kind::above, .bound = n}; }

// Kalah: a last seed in an empty pit of the mover captures the facing pit.
inline constexpr Land cross_capture(bool with_own_seed) {
  return {.at = LandAt::mine,
          .count = exactly(1 << 1),
          .opposite = more_than(0),
          .take = {.pit = with_own_seed, .opposite = true}};
}
// Oware: a last seed that makes two or three on the opponent's side captures them and the run of such pits before it.
inline constexpr Land twos_and_threes = {
    .at = LandAt::theirs, .count = exactly(1 << 2 | 1 << 3), .take = {.pit = true}, .chain = Chain::back};

inline constexpr Land again_from_store = {.at = LandAt::store, .then = AfterLand::again};
inline constexpr Land relay_from_occupied = {.count = more_than(1), .then = AfterLand::relay};
// Hus: both facing holes are captured and sown together with the seeds in the hole just reached.
inline constexpr Land resow_facing_two = {.at = LandAt::inner,
                                          .count = more_than(1),
                                          .opposite = more_than(0),
                                          .outer = more_than(0),
                                          .take = {.opposite = true, .outer = true},
                                          .to = CaptureTo::resow};

// Toguz kumalak: the mover comes to own a pit if the last seed makes three, and captures it if it makes an even number.
inline constexpr Land own_threes = {.at = LandAt::theirs, .count = exactly(1 << 3), .own = true};
inline constexpr Land evens = {.at = LandAt::theirs, .count = {.kind = CountTest::Kind::even}, .take = {.pit = true}};

template <std::size_t N>
constexpr Ruleset with_lands(Ruleset rules, const Land (&lands)[N]) {
  rules.land_count = N;
  std::copy(lands, lands + N, rules.lands.begin());
  return rules;
}

// Owari.
constexpr Ruleset cross_capture_rules() {
  Ruleset r;
  r.store = Store::own;
  r.when.side_empty = true;
  return with_lands(r, {cross_capture(false)});
}
// Kalah.
constexpr Ruleset extra_turn_rules() {
  return with_lands(cross_capture_rules(), {again_from_store, cross_capture(true)});
}
// Oware and awari.
constexpr Ruleset two_and_three_rules() {
  Ruleset r;
  r.skip_origin = true;
  r.feed = Feed::must;
  r.grand_slam = GrandSlam::no_capture;
  return with_lands(r, {twos_and_threes});
}
// Toguz kumalak.
constexpr Ruleset owned_pit_rules() {
  Ruleset r;
  r.first = First::origin;
  r.own = {.max_pits = 1, .at = OwnAt::not_last, .apart = Apart::same_number};
  return with_lands(r, {own_threes, evens});
}
// Hus.
constexpr Ruleset four_row_rules() {
  Ruleset r;
  r.rows = 4;
  return with_lands(r, {resow_facing_two, relay_from_occupied});
}

inline constexpr FixedShape fixed_shapes[] = {{8, shape_of(cross_capture_rules())},
                                              {8, shape_of(extra_turn_rules())},
                                              {8, shape_of(two_and_three_rules())},
                                              {16, shape_of(owned_pit_rules())},
                                              {16, shape_of(four_row_rules())}};

}  // namespace sow
