// A mancala game as a plain value: what the engine knows about a game is in here and nowhere else.
//
// Every enumerator's text stands in vocabulary.h, beside the table of keys; docs/rules.md is made from both.
// All members are public and of literal types, so that a Ruleset can be computed at compile time.
#pragma once

#include <array>
#include <cstdint>

namespace sow {

inline constexpr int max_pits = 26;             // of one player: they are named by letters
inline constexpr int max_seeds = 255;           // in the pits and stores of one position: a count is a byte
inline constexpr int max_lands = 8;             // [[land]] rules of one game
inline constexpr int max_passes = 4;            // [[pass]] rules of one game
inline constexpr int max_pits_with_state = 20;  // of one player in games whose positions are more than seeds
inline constexpr int max_listed = 63;           // largest number in a list of counts

enum class Direction : std::uint8_t { ccw, cw, split, parity, opposed };
enum class Reverse : std::uint8_t { never, free, capture };
enum class Track : std::uint8_t { board, own };
enum class Store : std::uint8_t { none, own, own_first };
enum class First : std::uint8_t { next, origin };
enum class Singles : std::uint8_t { ok, never, last, onto_empty, last_onto_empty };
enum class Twos : std::uint8_t { ok, last, last_pit };
enum class Facing : std::uint8_t { any, not_single };
enum class Reach : std::uint8_t { any, theirs_or_empty, occupied };
enum class Before : std::uint8_t { nothing, facing_single, facing_singles, one_seed };
enum class SkipAt : std::uint8_t { none, any, theirs };
enum class LandAt : std::uint8_t { any, mine, theirs, store, inner, outer, owned, last };
enum class PassTo : std::uint8_t { mover, owner };
enum class Chain : std::uint8_t { none, back, forward };
enum class ChainOver : std::uint8_t { like, both_sides, any, empty };
enum class CaptureTo : std::uint8_t { store, resow, sow, restart, out };
enum class AfterLand : std::uint8_t { end, relay, again, next };
enum class OwnAt : std::uint8_t { any, not_last, ends, not_ends, my_middle_their_ends };
enum class OwnWith : std::uint8_t { none, opposite, behind };
enum class Apart : std::uint8_t { no, same_number, facing };
enum class Feed : std::uint8_t { no, must, if_possible, if_empty };
enum class GrandSlam : std::uint8_t { allowed, no_capture, illegal, leave_first, leave_last, opponent_rest, again };
enum class Stuck : std::uint8_t { end, pass, lose, win };
enum class Rest : std::uint8_t { owner, none, opponent, emptied, split };
enum class FewTo : std::uint8_t { mover, opponent, owner, first };
enum class Repeat : std::uint8_t { owner, split, most };
enum class OpeningPits : std::uint8_t { any, last, last_two, second_half };
enum class Refill : std::uint8_t { no, own, share, anew };
enum class FillFrom : std::uint8_t { first, last };
enum class Begins : std::uint8_t { alternate, loser, last_mover };
enum class OpeningSow : std::uint8_t { plain, exchange, cross };

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
  bool pit = false, two = false, opposite = false, outer = false;
  bool next = false, beyond = false, beyond_opposite = false, each = false;

  constexpr bool any() const { return pit || any_other_than_pit(); }
  // Whether pits that follow the one reached are taken.
  constexpr bool ahead() const { return next || beyond; }
  constexpr bool any_other_than_pit() const {
    return two || opposite || outer || next || beyond || beyond_opposite || each;
  }
  // Whether holes that face the one reached are taken.
  constexpr bool facing() const { return opposite || outer; }
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
  CountTest count = {}, opposite = {}, outer = {}, next = {}, beyond = {}, behind = {};
  CountTest sown = {};  // the seeds of the lap that ends here
  TakeSet take = {};
  CountTest each = {};  // of the opponent's pits that take.each takes
  Chain chain = Chain::none;
  ChainOver chain_over = ChainOver::like;
  std::uint8_t chain_most = 0;       // pits the chain adds at most; 0: any number
  bool own = false;                  // the hole becomes the mover's
  OwnWith own_with = OwnWith::none;  // and another one with it
  CaptureTo to = CaptureTo::store;
  AfterLand then = AfterLand::end;

  constexpr bool captures() const { return take.any() || own; }
  // Whether the hole becomes the mover's and its seeds are sown on.
  constexpr bool closes() const { return own && then == AfterLand::relay; }
  // Whether what is captured is sown again.
  constexpr bool sows_captured() const {
    return to == CaptureTo::resow || to == CaptureTo::sow || to == CaptureTo::restart;
  }
  // Whether the turn has another lap.
  constexpr bool goes_on() const { return then == AfterLand::relay || then == AfterLand::next || sows_captured(); }
  bool operator==(const Land&) const = default;
};

// What happens to a hole that a seed has just fallen into.
struct Pass {
  LandAt at = LandAt::any;
  CountTest count = {};
  PassTo to = PassTo::mover;
  bool last = false;  // also after the last seed of a lap

  bool operator==(const Pass&) const = default;
};

// Where holes can be owned, and how many.
struct Owning {
  std::uint8_t most = 0;  // by one player; 0: any number
  OwnAt at = OwnAt::any;
  Apart apart = Apart::no;  // from pits of the opponent's
  bool keep = false;        // owned pits keep their seeds to the end
  bool out = false;         // seeds that fall there leave the game
  bool skip = false;        // the opponent's are passed over in sowing

  bool operator==(const Owning&) const = default;
};

// The first turns of a game.
struct Opening {
  std::uint8_t turns = 0;
  OpeningPits pits = OpeningPits::any;
  OpeningSow sow = OpeningSow::plain;
  bool captures = true, relays = true;
  bool reverse = true;  // moves may go the other way
  bool skips = true;    // pits are passed over

  bool operator==(const Opening&) const = default;
};

// How the next round of a match is laid out.
struct Rounds {
  Refill refill = Refill::no;
  FillFrom from = FillFrom::first;
  Begins begins = Begins::alternate;
  std::uint8_t least = 1;  // pits a player must have to go on
  std::uint8_t most = 0;   // rounds of a match; 0: as long as both can go on

  bool operator==(const Rounds&) const = default;
};

struct Setup {
  std::uint8_t seeds = 4;  // in each pit, unless listed
  bool listed = false;
  std::array<std::uint8_t, max_pits> south{}, north{};  // in sowing order

  bool operator==(const Setup&) const = default;
};

struct Ruleset {
  std::uint8_t rows = 2, pits = 6;  // [board]
  Setup setup;                      // [setup]
  Singles singles = Singles::ok;    // [move]
  Twos twos = Twos::ok;
  Facing facing = Facing::any;
  Reach reach = Reach::any;
  bool must_capture = false;
  bool undo = true;                      // a single seed may be moved straight back over the end
  Direction direction = Direction::ccw;  // [sow]
  Reverse reverse = Reverse::never;
  std::uint32_t reverse_pits = 0;  // a bit a pit; 0: all
  Track track = Track::board;
  Store store = Store::none;
  First first = First::next;
  bool skip_origin = false;
  Before before = Before::nothing;
  SkipAt skip = SkipAt::none;
  std::uint8_t skip_count = 0;
  std::array<Pass, max_passes> passes{};  // [[pass]]
  std::uint8_t pass_count = 0;
  std::array<Land, max_lands> lands{};  // [[land]]
  std::uint8_t land_count = 0;
  Owning own{};          // [own]
  Opening opening{};     // [opening]
  Feed feed = Feed::no;  // [turn]
  GrandSlam grand_slam = GrandSlam::allowed;
  Stuck stuck = Stuck::end;
  bool again_once = false;
  EndSet when{};  // [end]
  bool majority = false;
  Rest rest = Rest::owner;
  std::uint8_t few = 0;  // 0: never
  FewTo few_to = FewTo::mover;
  bool cleared = false;
  Repeat repeat = Repeat::split;
  std::uint8_t repeat_count = 2;  // 0: never
  std::uint16_t laps = 200;
  std::uint16_t quiet = 0;  // 0: never
  Rounds rounds{};          // [rounds]
  // Pits that are out of play in this round, of South and of North: a bit a pit. No file says so; the round before does.
  std::array<std::uint32_t, 2> closed{};
  bool north_first = false;  // North has begun this round, where that matters: knows_first(). Not in a file either.

  constexpr int pits_per_player() const { return rows * pits / 2; }
  constexpr bool four_rows() const { return rows == 4; }
  constexpr bool sows_store() const { return store != Store::none; }
  // Whether seeds stay on the side of the player who sows them.
  constexpr bool own_track() const { return four_rows() || track == Track::own; }

  // Whether a turn can have more than one lap.
  constexpr bool relays() const {
    return any_land([](const Land& l) { return l.goes_on(); });
  }
  // Whether holes can be owned.
  constexpr bool owns() const {
    return any_land([](const Land& l) { return l.own; });
  }
  // Whether a player can own pits of their own side, or of the other side.
  constexpr bool owns_on(bool own_side) const {
    const auto never = own_side ? LandAt::theirs : LandAt::mine;
    return any_land([&](const Land& l) { return l.own && (l.at != never || l.own_with != OwnWith::none); });
  }
  // Whether a position tells what the turn before it forbids (Position::mark).
  constexpr bool has_marks() const { return !undo || again_once; }
  // Whether it matters who began.
  constexpr bool knows_first() const { return few > 0 && few_to == FewTo::first; }
  // Whether a position is more than seeds and a mover.
  constexpr bool has_state() const { return owns() || opening.turns > 0 || has_marks() || knows_players(); }
  // Whether pits are closed.
  constexpr bool closes() const { return closed[0] != 0 || closed[1] != 0; }
  // Whether it matters who is South.
  constexpr bool knows_players() const { return closes() || knows_first(); }
  // Whether some pits can be sown either way.
  constexpr bool reverses() const {
    return reverse != Reverse::never || (direction == Direction::split && pits % 2 == 1);
  }
  // Whether seeds can travel against the order of the pits.
  constexpr bool two_ways() const {
    return reverses() || direction == Direction::split || direction == Direction::parity;
  }
  // Whether seeds ever leave the pits (hus: no).
  constexpr bool has_stores() const {
    return sows_store() || pass_count > 0 || few > 0 || cleared || before != Before::nothing ||
           grand_slam == GrandSlam::opponent_rest || (owns() && !own.keep && !own.out) ||
           any_land([](const Land& l) { return l.take.any() && l.to == CaptureTo::store; });
  }
  // Whether a move is nothing but a lap: every seed falls in a hole of its own and stays there until the last has fallen.
  constexpr bool one_plain_lap() const {
    return !relays() && !two_ways() && !has_state() && first == First::next && pass_count == 0 && few == 0 &&
           !cleared && before == Before::nothing && skip == SkipAt::none && !own_track() && store != Store::own_first;
  }
  // Whether a move can bring the opponent seeds.
  constexpr bool pays_opponent() const {
    return owns() || pass_count > 0 || few > 0 || grand_slam == GrandSlam::opponent_rest;
  }
  // Proof that no board can come twice: every drop goes forward, a seed that leaves its side pays the store, and what is
  // captured never returns; so each move that scores nothing raises the sum of (pit number × seeds). A first seed that
  // stays where it was changes nothing of that: at least one other seed goes forward.
  constexpr bool never_repeats() const {
    return rows < 4 && store == Store::own && !two_ways() && direction != Direction::opposed &&
           !any_land([](const Land& l) { return l.sows_captured(); });
  }

  template <class Test>
  constexpr bool any_pass(Test&& test) const {
    for (int i = 0; i < pass_count; ++i)
      if (test(passes[i])) return true;
    return false;
  }
  template <class Test>
  constexpr bool any_land(Test&& test) const {
    for (int i = 0; i < land_count; ++i)
      if (test(lands[i])) return true;
    return false;
  }

  bool operator==(const Ruleset&) const = default;
};

}  // namespace sow
