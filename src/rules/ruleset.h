// The rules of a mancala game as a plain value. No other code depends on which game is played.
//
// vocabulary.h has the text of every enumerator and the table of keys; docs/rules.md is generated from it. All members
// are public and of literal types, so that a Ruleset can be computed at compile time.
#pragma once

#include <array>
#include <cstdint>

namespace sow {

inline constexpr int max_pits = 26;             // per player: pits are named by letters
inline constexpr int max_seeds = 255;           // total in pits and stores: a count is a byte
inline constexpr int max_lands = 8;             // [[land]] rules per game
inline constexpr int max_passes = 4;            // [[pass]] rules per game
inline constexpr int max_pits_with_state = 20;  // per player, if has_state()
inline constexpr int max_listed = 63;           // largest number in a list of counts

enum class Direction : std::uint8_t { ccw, cw, split, parity, opposed };
enum class Reverse : std::uint8_t { never, free, capture };
enum class Track : std::uint8_t { board, own };
enum class Store : std::uint8_t { none, own, own_first };
enum class First : std::uint8_t { next, origin, origin_every_lap };
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
enum class CaptureTo : std::uint8_t { store, resow, sow, sow_last, restart, out };
enum class AfterLand : std::uint8_t { end, relay, again, next };
enum class OwnAt : std::uint8_t { any, not_last, ends, not_ends, my_ends_their_any, my_ends_their_two };
enum class OwnWith : std::uint8_t { none, opposite, behind };
enum class Apart : std::uint8_t { no, same_number, facing };
enum class Feed : std::uint8_t { no, must, if_possible, if_empty, if_empty_possible };
enum class GrandSlam : std::uint8_t { allowed, no_capture, illegal, spare_first, spare_last, opponent_rest, again };
enum class Stuck : std::uint8_t { end, pass, lose, win };
enum class Rest : std::uint8_t { owner, none, opponent, emptied, split };
enum class FewTo : std::uint8_t { mover, opponent, owner, first };
enum class Repeat : std::uint8_t { owner, split, most };
enum class OpeningPits : std::uint8_t { any, last, last_two, second_half };
enum class Refill : std::uint8_t { no, own, share, anew };
enum class FillFrom : std::uint8_t { first, last };
enum class Begins : std::uint8_t { alternate, loser, last_mover };
enum class OpeningSow : std::uint8_t { plain, exchange, cross };

// A condition on the number of seeds in a hole.
struct CountTest {
  enum class Kind : std::uint8_t { any, list, above, even };

  Kind kind = Kind::any;
  std::uint8_t bound = 0;    // for `above`
  std::uint64_t listed = 0;  // for `list`: bit n is set if n is in the list

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
  // Whether it matches even numbers only.
  constexpr bool only_even() const {
    constexpr std::uint64_t odd_numbers = 0xaaaa'aaaa'aaaa'aaaa;
    return kind == Kind::even || (kind == Kind::list && (listed & odd_numbers) == 0);
  }
  bool operator==(const CountTest&) const = default;
};

// What a [[land]] rule captures.
struct TakeSet {
  bool pit = false, two = false, opposite = false, outer = false;
  bool next = false, beyond = false, beyond_opposite = false, each = false;

  constexpr bool any() const { return pit || any_other_than_pit(); }
  // Whether pits after the one reached are captured.
  constexpr bool ahead() const { return next || beyond; }
  constexpr bool any_other_than_pit() const {
    return two || opposite || outer || next || beyond || beyond_opposite || each;
  }
  // Whether holes facing the one reached are captured.
  constexpr bool facing() const { return opposite || outer; }
  // With the defaults of all keys that the proofs below were checked with; see Ruleset::known().
  constexpr TakeSet without_known() const {
    TakeSet others = *this;
    others.pit = others.two = others.opposite = others.outer = false;
    others.next = others.beyond = others.beyond_opposite = others.each = false;
    return others;
  }
  bool operator==(const TakeSet&) const = default;
};

// The positions that end the game.
struct EndSet {
  bool stuck = false, side_empty = false;

  constexpr EndSet without_known() const {
    EndSet others = *this;
    others.stuck = others.side_empty = false;
    return others;
  }

  bool operator==(const EndSet&) const = default;
};

// What happens when the last seed of a lap lands. The first rule that matches applies.
struct Land {
  LandAt at = LandAt::any;
  CountTest count = {}, opposite = {}, outer = {}, next = {}, beyond = {}, behind = {};
  CountTest sown = {};    // seeds sown in this lap
  bool same = false;      // the facing hole has the same number of seeds
  bool if_owner = false;  // the mover owns a hole
  TakeSet take = {};
  CountTest each = {};  // for take.each
  Chain chain = Chain::none;
  ChainOver chain_over = ChainOver::like;
  std::uint8_t max_chain = 0;        // maximum number of pits the chain adds; 0: unlimited
  bool own = false;                  // the mover owns the hole from now on
  OwnWith own_with = OwnWith::none;  // another hole the mover owns as well
  CaptureTo to = CaptureTo::store;
  AfterLand then = AfterLand::end;

  constexpr bool captures() const { return take.any() || own; }
  // Whether the mover owns the hole and sows its seeds in another lap.
  constexpr bool closes() const { return own && then == AfterLand::relay; }
  // Whether captured seeds are sown again.
  constexpr bool sows_captured() const {
    return to == CaptureTo::resow || to == CaptureTo::sow || to == CaptureTo::sow_last || to == CaptureTo::restart;
  }
  // Whether the turn has another lap.
  constexpr bool continues() const { return then == AfterLand::relay || then == AfterLand::next || sows_captured(); }
  // Proof that an even number of seeds leaves the pits by this rule: every pit that is captured, also by the chain, has
  // an even number of seeds, or it is captured together with a facing pit that has the same number.
  constexpr bool removes_even_numbers() const {
    if (sows_captured()) return true;
    const bool same_two = same && take.pit && take.opposite && chain == Chain::none;
    return (same_two || ((!take.pit || count.only_even()) && (!take.opposite || opposite.only_even()))) &&
           (!take.outer || outer.only_even()) && (!take.next || next.only_even()) &&
           (!take.beyond || beyond.only_even()) && (!take.each || each.only_even()) && !take.two &&
           !take.beyond_opposite && !own && (chain_over == ChainOver::like || chain_over == ChainOver::both_sides);
  }
  // Whether the rule does nothing but capture seeds for good and give an extra turn. As in Ruleset::one_plain_lap(), a
  // key that is not reset here must have its default.
  constexpr bool only_captures() const {
    if ((to != CaptureTo::store && to != CaptureTo::out) || (then != AfterLand::end && then != AfterLand::again))
      return false;
    Land others = *this;
    others.at = {};
    others.count = others.opposite = others.outer = others.next = others.beyond = others.behind = others.sown = {};
    others.same = false;
    others.take = take.without_known();
    others.each = {};
    others.chain = {};
    others.chain_over = {};
    others.max_chain = 0;
    others.to = {};
    others.then = {};
    return others == Land{};
  }
  constexpr Land without_known() const {
    Land others = *this;
    others.at = {};
    others.count = others.opposite = others.outer = others.next = others.beyond = others.behind = others.sown = {};
    others.same = others.if_owner = false;
    others.take = take.without_known();
    others.each = {};
    others.chain = {};
    others.chain_over = {};
    others.max_chain = 0;
    others.own = false;
    others.own_with = {};
    others.to = {};
    others.then = {};
    return others;
  }
  bool operator==(const Land&) const = default;
};

// What happens as soon as a seed has been sown into a hole.
struct Pass {
  LandAt at = LandAt::any;
  CountTest count = {};
  PassTo to = PassTo::mover;
  bool last = false;  // also applies to the last seed of a lap

  constexpr Pass without_known() const {
    Pass others = *this;
    others.at = {};
    others.count = {};
    others.to = {};
    others.last = false;
    return others;
  }
  bool operator==(const Pass&) const = default;
};

// Which holes can be owned, and what happens to their seeds.
struct Owning {
  std::uint8_t max_pits = 0;  // per player; 0: unlimited
  OwnAt at = OwnAt::any;
  Apart apart = Apart::no;
  bool keep = false;  // owned pits keep their seeds until the end
  bool out = false;   // seeds sown there leave the game
  bool skip = false;  // the opponent's owned pits are skipped when sowing

  constexpr Owning without_known() const {
    Owning others = *this;
    others.max_pits = 0;
    others.at = {};
    others.apart = {};
    others.keep = others.out = others.skip = false;
    return others;
  }
  bool operator==(const Owning&) const = default;
};

// The first turns of a game.
struct Opening {
  std::uint8_t turns = 0;
  OpeningPits pits = OpeningPits::any;
  OpeningSow sow = OpeningSow::plain;
  bool captures = true, relays = true;
  bool reverse = true;  // moves may be sown in the other direction
  bool skips = true;    // Ruleset::skip applies

  constexpr Opening without_known() const {
    Opening others = *this;
    others.turns = 0;
    others.pits = {};
    others.sow = {};
    others.captures = others.relays = others.reverse = others.skips = true;
    return others;
  }
  bool operator==(const Opening&) const = default;
};

// How the next round of a match is set up.
struct Rounds {
  Refill refill = Refill::no;
  FillFrom from = FillFrom::first;
  Begins begins = Begins::alternate;
  std::uint8_t min_pits = 1;    // minimum number of pits to continue
  std::uint8_t max_rounds = 0;  // 0: until a player cannot continue

  constexpr Rounds without_known() const {
    Rounds others = *this;
    others.refill = {};
    others.from = {};
    others.begins = {};
    others.min_pits = Rounds{}.min_pits;
    others.max_rounds = 0;
    return others;
  }
  bool operator==(const Rounds&) const = default;
};

struct Setup {
  std::uint8_t seeds = 4;   // in each pit, if not listed
  std::uint8_t random = 0;  // further seeds placed at random (rules/deal.h); the pits are then listed, too
  bool listed = false;
  std::array<std::uint8_t, max_pits> south{}, north{};  // in sowing order

  constexpr Setup without_known() const {
    Setup others = *this;
    others.seeds = Setup{}.seeds;
    others.random = 0;
    others.listed = false;
    others.south = others.north = {};
    return others;
  }
  bool operator==(const Setup&) const = default;
};

// The keys that the kernels branch on as they are. board/shape.h copies them as a whole, so a key added here reaches
// the kernels without further changes.
struct TurnRules {
  Singles singles = Singles::ok;  // [move]
  Twos twos = Twos::ok;
  Facing facing = Facing::any;
  Reach reach = Reach::any;
  bool must_capture = false;
  bool undo = true;                  // a single seed may be moved straight back over the end of a side
  Reverse reverse = Reverse::never;  // [sow]
  bool store_out = false;            // seeds sown into a store leave the game
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
  bool again_once = false;
  std::uint8_t few = 0;  // [end]; 0: never
  FewTo few_to = FewTo::mover;
  bool cleared = false;
  // Not in rule files: North started this round of a match. Only set if depends_on_first().
  bool north_first = false;

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

  constexpr TurnRules without_known() const {
    TurnRules others = *this;
    others.singles = {};
    others.twos = {};
    others.facing = {};
    others.reach = {};
    others.must_capture = false;
    others.undo = true;
    others.reverse = {};
    others.store_out = others.skip_origin = false;
    others.before = {};
    others.skip = {};
    others.skip_count = 0;
    others.pass_count = others.land_count = 0;
    for (Pass& pass : others.passes) pass = pass.without_known();
    for (Land& land : others.lands) land = land.without_known();
    others.own = own.without_known();
    others.opening = opening.without_known();
    others.feed = {};
    others.grand_slam = {};
    others.again_once = false;
    others.few = 0;
    others.few_to = {};
    others.cleared = others.north_first = false;
    return others;
  }

  bool operator==(const TurnRules&) const = default;
};

struct Ruleset : TurnRules {
  std::uint8_t rows = 2, pits = 6;       // [board]
  Setup setup;                           // [setup]
  Direction direction = Direction::ccw;  // [sow]
  std::uint32_t reverse_pits = 0;        // one bit per pit; 0: all
  Track track = Track::board;
  Store store = Store::none;
  First first = First::next;
  Stuck stuck = Stuck::end;  // [turn]
  EndSet when{};             // [end]
  bool majority = false;
  Rest rest = Rest::owner;
  Repeat repeat = Repeat::split;
  std::uint8_t repeat_count = 2;  // 0: never
  bool repeat_agreed = false;     // two people may play on after a repetition
  std::uint16_t laps = 200;
  std::uint16_t quiet = 0;                // 0: never
  Rounds rounds{};                        // [rounds]
  std::array<std::uint32_t, 2> closed{};  // not in rule files: closed pits of South and North, one bit per pit

  constexpr int pits_per_player() const { return rows * pits / 2; }
  constexpr bool four_rows() const { return rows == 4; }
  constexpr bool sows_store() const { return store != Store::none; }
  // Whether seeds are only sown on the mover's own side.
  constexpr bool own_track() const { return four_rows() || track == Track::own; }

  // Whether a turn can have more than one lap.
  constexpr bool relays() const {
    return any_land([](const Land& l) { return l.continues(); });
  }
  // Whether holes can be owned.
  constexpr bool owns() const {
    return any_land([](const Land& l) { return l.own; });
  }
  // Whether a player can own pits on their own side (or on the opponent's side).
  constexpr bool owns_on(bool own_side) const {
    const auto never = own_side ? LandAt::theirs : LandAt::mine;
    return any_land([&](const Land& l) { return l.own && (l.at != never || l.own_with != OwnWith::none); });
  }
  // Whether the previous turn can make moves illegal (Position::mark).
  constexpr bool has_marks() const { return !undo || again_once; }
  // Whether it matters who started.
  constexpr bool depends_on_first() const { return few > 0 && few_to == FewTo::first; }
  // Whether a position consists of more than seeds and a player to move.
  constexpr bool has_state() const { return owns() || opening.turns > 0 || has_marks() || depends_on_sides(); }
  constexpr bool closes() const { return closed[0] != 0 || closed[1] != 0; }
  // Whether it matters who is South.
  constexpr bool depends_on_sides() const { return closes() || depends_on_first(); }
  // Whether some pits can be sown in either direction.
  constexpr bool reverses() const {
    return reverse != Reverse::never || (direction == Direction::split && pits % 2 == 1);
  }
  // Whether seeds can be sown against the order of the pits.
  constexpr bool two_ways() const {
    return reverses() || direction == Direction::split || direction == Direction::parity;
  }
  // Whether seeds can ever leave the pits (in hus they cannot).
  constexpr bool has_stores() const {
    return (sows_store() && !store_out) || pass_count > 0 || few > 0 || cleared || before != Before::nothing ||
           grand_slam == GrandSlam::opponent_rest || (owns() && !own.keep && !own.out) ||
           any_land([](const Land& l) { return l.take.any() && l.to == CaptureTo::store; });
  }
  // Whether only keys are set that the proofs below, and the index and methods of databases, were checked with. They
  // say which values they exclude, so a key that is added later would pass unnoticed: it is unknown until somebody has
  // checked all of them and lists it in without_known().
  constexpr bool known() const {
    Ruleset others = *this;
    static_cast<TurnRules&>(others) = TurnRules::without_known();
    others.rows = Ruleset{}.rows;
    others.pits = Ruleset{}.pits;
    others.setup = setup.without_known();
    others.direction = {};
    others.reverse_pits = 0;
    others.track = {};
    others.store = {};
    others.first = {};
    others.stuck = {};
    others.when = when.without_known();
    others.majority = false;
    others.rest = {};
    others.repeat = Ruleset{}.repeat;
    others.repeat_count = Ruleset{}.repeat_count;
    others.repeat_agreed = false;
    others.laps = Ruleset{}.laps;
    others.quiet = 0;
    others.rounds = rounds.without_known();
    others.closed = {};
    return others == Ruleset{};
  }
  // Whether a move is a single lap in one direction around the board, and no seed leaves its hole before the last one
  // has landed. Rules that are not reset here must have their defaults: a rule added later is rejected until it is
  // listed.
  constexpr bool one_plain_lap() const {
    const bool one_way = direction == Direction::ccw || direction == Direction::cw || direction == Direction::opposed;
    if (rows > 3 || !one_way || (store != Store::none && store != Store::own)) return false;
    Ruleset others = *this;
    others.rows = Ruleset{}.rows;  // size and start
    others.pits = Ruleset{}.pits;
    others.setup = setup.without_known();
    others.singles = {};  // which moves are legal
    others.twos = {};
    others.facing = {};
    others.reach = {};
    others.must_capture = {};
    others.feed = {};
    others.direction = {};  // sowing
    others.store = {};
    others.first = {};
    others.skip_origin = false;
    others.grand_slam = {};  // after the lap
    others.lands = {};
    others.land_count = 0;
    for (int i = 0; i < land_count; ++i)
      if (!lands[i].only_captures()) return false;
    others.stuck = {};  // the end of the game
    others.when = when.without_known();
    others.majority = false;
    others.rest = {};
    others.few_to = {};
    others.repeat = Ruleset{}.repeat;
    others.repeat_count = Ruleset{}.repeat_count;
    others.repeat_agreed = false;
    others.laps = Ruleset{}.laps;
    others.quiet = 0;
    others.rounds = rounds.without_known();
    return others == Ruleset{};
  }
  // Whether a move can give the opponent seeds.
  constexpr bool pays_opponent() const {
    return owns() || pass_count > 0 || few > 0 || grand_slam == GrandSlam::opponent_rest;
  }
  // Proof that the number of seeds in the pits stays even, or stays odd. A grand slam that leaves a pit would split two
  // pits with the same number.
  constexpr bool removes_even_numbers() const {
    return !sows_store() && few == 0 && !cleared && before == Before::nothing && grand_slam == GrandSlam::allowed &&
           !any_pass([](const Pass& p) { return !p.count.only_even(); }) &&
           !any_land([](const Land& l) { return !l.removes_even_numbers(); }) && known();
  }
  // Proof that no position can repeat: seeds only move forward, a lap that leaves the mover's side adds to the store,
  // and captured seeds never return. So every move that scores nothing increases the sum of (pit number × seeds). If
  // the first seed stays in its pit, at least one other seed still moves forward. The proof fails for relays from the
  // next pit: after the mover's last pit, that is an opponent's pit, whose seeds can reach the mover's side without
  // passing the store.
  constexpr bool never_repeats() const {
    return rows < 4 && store == Store::own && !two_ways() && direction != Direction::opposed &&
           !any_land([](const Land& l) { return l.sows_captured() || l.then == AfterLand::next; }) && known();
  }

  bool operator==(const Ruleset&) const = default;
};

}  // namespace sow
