// A mancala game as a plain value: what the engine knows about a game is in here and nowhere else.
//
// Every enumerator's text stands in vocabulary.h, beside the table of keys; docs/rules.md is made from both.
// All members are public and of literal types, so that a Ruleset can be computed at compile time.
#pragma once

#include <array>
#include <cstdint>

namespace sow {

inline constexpr int max_pits = 26;    // of one player: they are named by letters
inline constexpr int max_seeds = 255;  // in the pits and stores of one position: a count is a byte
inline constexpr int max_lands = 6;    // [[land]] rules of one game
inline constexpr int max_listed = 63;  // largest number in a list of counts

enum class Direction : std::uint8_t { ccw, cw };
enum class Store : std::uint8_t { none, own };
enum class Singles : std::uint8_t { ok, never };
enum class LandAt : std::uint8_t { any, mine, theirs, store, inner, outer };
enum class Chain : std::uint8_t { none, back };
enum class CaptureTo : std::uint8_t { store, resow, sow };
enum class AfterLand : std::uint8_t { end, relay, again };
enum class Feed : std::uint8_t { no, must, if_possible, if_empty };
enum class GrandSlam : std::uint8_t { allowed, no_capture, illegal };
enum class Stuck : std::uint8_t { end, pass, lose };
enum class Rest : std::uint8_t { owner, none, opponent };
enum class Repeat : std::uint8_t { owner, split, most };

// A condition on the number of seeds in a hole: any number, one of a list, more than some number, or even.
struct CountTest {
  enum class Kind : std::uint8_t { any, list, above, even };

  Kind kind = Kind::any;
  std::uint8_t bound = 0;    // of `above`
  std::uint64_t listed = 0;  // of `list`: bit n is set when n is in the list

  constexpr bool any() const { return kind == Kind::any; }
  constexpr bool matches(unsigned n) const {
    switch (kind) {
      case Kind::any: return true;
      case Kind::list: return n <= max_listed && (listed >> n & 1) != 0;
      case Kind::above: return n > bound;
      case Kind::even: return n > 0 && n % 2 == 0;
    }
    return false;
  }
  bool operator==(const CountTest&) const = default;
};

// What a landing captures.
struct TakeSet {
  bool pit = false, opposite = false, outer = false;

  constexpr bool any() const { return pit || opposite || outer; }
  bool operator==(const TakeSet&) const = default;
};

// After which board the game ends.
struct EndSet {
  bool stuck = false, side_empty = false;

  bool operator==(const EndSet&) const = default;
};

// What happens when the last seed of a lap falls; the first rule whose conditions hold decides.
struct Land {
  LandAt at = LandAt::any;
  CountTest count = {}, opposite = {}, outer = {};
  TakeSet take = {};
  Chain chain = Chain::none;
  CaptureTo to = CaptureTo::store;
  AfterLand then = AfterLand::end;

  bool operator==(const Land&) const = default;
};

struct Setup {
  std::uint8_t seeds = 4;  // in each pit, unless listed
  bool listed = false;
  std::array<std::uint8_t, max_pits> south{}, north{};  // in sowing order

  bool operator==(const Setup&) const = default;
};

struct Ruleset {
  std::uint8_t rows = 2, pits = 6;       // [board]
  Setup setup;                           // [setup]
  Singles singles = Singles::ok;         // [move]
  Direction direction = Direction::ccw;  // [sow]
  Store store = Store::none;
  bool skip_origin = false;
  std::array<Land, max_lands> lands{};  // [[land]]
  std::uint8_t land_count = 0;
  Feed feed = Feed::no;  // [turn]
  GrandSlam grand_slam = GrandSlam::allowed;
  Stuck stuck = Stuck::end;
  EndSet when{};  // [end]
  bool majority = false;
  Rest rest = Rest::owner;
  Repeat repeat = Repeat::split;
  std::uint8_t repeat_count = 2;  // 0: never
  std::uint16_t laps = 200;
  std::uint16_t quiet = 0;  // 0: never

  constexpr int pits_per_player() const { return rows / 2 * pits; }
  constexpr bool four_rows() const { return rows == 4; }

  // Whether a turn can have more than one lap.
  constexpr bool relays() const {
    for (int i = 0; i < land_count; ++i)
      if (lands[i].then == AfterLand::relay || lands[i].to != CaptureTo::store) return true;
    return false;
  }
  // Whether seeds ever leave the pits (hus: no).
  constexpr bool has_stores() const {
    if (store == Store::own) return true;
    for (int i = 0; i < land_count; ++i)
      if (lands[i].take.any() && lands[i].to == CaptureTo::store) return true;
    return false;
  }
  // Proof that no board can come twice: every drop goes forward, a seed that leaves the own side pays the store,
  // and what is captured never returns; so each move that scores nothing raises the sum of (pit number × seeds).
  constexpr bool never_repeats() const {
    if (rows != 2 || store != Store::own) return false;
    for (int i = 0; i < land_count; ++i)
      if (lands[i].to != CaptureTo::store) return false;
    return true;
  }

  bool operator==(const Ruleset&) const = default;
};

}  // namespace sow
