// The vocabulary of rule files: every enumerated value and every key is declared once, here. The parser, the printer,
// the checker, `sow rules`, and docs/rules.md all iterate over these tables.
#pragma once

#include <array>
#include <string_view>

#include "rules/ruleset.h"

namespace sow {

template <class E>
struct Word {
  E value;
  std::string_view text;  // as written in the rule file
  std::string_view help;
};
template <class E>
Word(E, std::string_view, std::string_view) -> Word<E>;

template <class E>
inline constexpr std::array<Word<E>, 0> words{};

template <>
inline constexpr std::array words<Direction> = {
    Word{Direction::ccw, "ccw", "counterclockwise, seen from above"},
    Word{Direction::cw, "cw", "clockwise, seen from above"},
    Word{Direction::split, "split",
         "clockwise from the first half of a player's pits, counterclockwise from the second half, and either way from "
         "a middle pit"},
    Word{Direction::parity, "parity",
         "counterclockwise from a pit with an odd number of seeds, clockwise from a pit with an even number"},
    Word{Direction::opposed, "opposed", "counterclockwise for South and clockwise for North"},
};
template <>
inline constexpr std::array words<Reverse> = {
    Word{Reverse::never, "never", "seeds are sown only in the given direction"},
    Word{Reverse::free, "free", "the player chooses the direction of each move"},
    Word{Reverse::capture, "capture", "a move may be sown in the other direction if its first lap ends in a capture"},
};
template <>
inline constexpr std::array words<First> = {
    Word{First::next, "next", "the first seed is sown in the next hole"},
    Word{First::origin, "origin",
         "the first seed of a move is sown in the pit it was lifted from; a single seed goes to the next pit"},
    Word{First::origin_every_lap, "origin-every-lap",
         "the first seed of every lap is sown in the pit it was lifted from; a single seed goes to the next pit"},
};
template <>
inline constexpr std::array words<Reach> = {
    Word{Reach::any, "any", "a move may end anywhere"},
    Word{Reach::theirs_or_empty, "theirs-or-empty",
         "the first lap of a move must reach the opponent's side or end in an empty pit"},
    Word{Reach::occupied, "occupied", "the first lap of a move must end in an occupied pit"},
};
template <>
inline constexpr std::array words<Store> = {
    Word{Store::none, "none", "stores are never sown"},
    Word{Store::own, "own", "each player sows their own store after their last pit and skips the opponent's store"},
    Word{Store::own_first, "own-first",
         "each player sows their own store before their first pit and skips the opponent's store"},
};
template <>
inline constexpr std::array words<Twos> = {
    Word{Twos::ok, "ok", "a pit with two seeds may start a move"},
    Word{Twos::last, "last",
         "a pit with two seeds may start a move only if all of the mover's other pits are empty or hold two seeds"},
    Word{Twos::last_pit, "last-pit",
         "a pit with two seeds may start a move only if all of the mover's other pits are empty or hold two seeds, and "
         "then only the last such pit"},
};
template <>
inline constexpr std::array words<Facing> = {
    Word{Facing::any, "any", "a pit may start a move whatever the facing pit holds"},
    Word{Facing::not_single, "not-single", "a pit that faces a single seed cannot start a move"},
};
template <>
inline constexpr std::array words<Before> = {
    Word{Before::nothing, "nothing", "nothing is captured before sowing"},
    Word{Before::facing_single, "facing-single", "a move of a single seed captures the facing pit before sowing"},
    Word{Before::facing_singles, "facing-singles",
         "before sowing, the mover captures every pit that faces one of the mover's single seeds"},
    Word{Before::one_seed, "one-seed",
         "before each lap of more than one seed, one of its seeds goes to the mover's store"},
};
template <>
inline constexpr std::array words<SkipAt> = {
    Word{SkipAt::none, "none", "no pit is skipped because of its contents"},
    Word{SkipAt::any, "any", "every pit with `skip_count` seeds is skipped"},
    Word{SkipAt::theirs, "theirs", "every pit of the opponent with `skip_count` seeds is skipped"},
};
template <>
inline constexpr std::array words<Track> = {
    Word{Track::board, "board", "seeds are sown around the board (four rows: around the mover's two rows)"},
    Word{Track::own, "own", "seeds are sown around the mover's own side only"},
};
template <>
inline constexpr std::array words<Singles> = {
    Word{Singles::ok, "ok", "a pit with one seed may start a move"},
    Word{Singles::never, "never", "a pit with one seed cannot start a move"},
    Word{Singles::last, "last", "a pit with one seed may start a move only if the mover has no larger pit"},
    Word{Singles::onto_empty, "onto-empty", "a pit with one seed may start a move only if the next pit is empty"},
    Word{Singles::last_onto_empty, "last-onto-empty",
         "a pit with one seed may start a move only if the mover has no larger pit and the next pit is empty"},
};
template <>
inline constexpr std::array words<LandAt> = {
    Word{LandAt::any, "any", "any pit"},
    Word{LandAt::mine, "mine", "one of the mover's pits"},
    Word{LandAt::theirs, "theirs", "one of the opponent's pits"},
    Word{LandAt::store, "store", "the mover's store"},
    Word{LandAt::inner, "inner", "a pit in the mover's inner row"},
    Word{LandAt::outer, "outer", "a pit in the mover's outer row"},
    Word{LandAt::owned, "owned", "a pit owned by the opponent"},
    Word{LandAt::last, "last", "the mover's last pit"},
};
template <>
inline constexpr std::array words<Chain> = {
    Word{Chain::none, "none", "only the capture of the last seed"},
    Word{Chain::back, "back", "also the unbroken run of preceding pits that meet the same conditions"},
    Word{Chain::forward, "forward", "also the unbroken run of following pits that meet the same conditions"},
};
template <>
inline constexpr std::array words<ChainOver> = {
    Word{ChainOver::like, "like", "pits that meet the same conditions"},
    Word{ChainOver::both_sides, "both-sides", "pits that meet the same conditions, on both sides of the board"},
    Word{ChainOver::any, "any", "pits that meet the other conditions, with any number of seeds"},
    Word{ChainOver::empty, "empty", "empty pits that meet the other conditions"},
};
template <>
inline constexpr std::array words<PassTo> = {
    Word{PassTo::mover, "mover", "the mover's store"},
    Word{PassTo::owner, "owner", "the store of the player on whose side the pit is"},
};
template <>
inline constexpr std::array words<CaptureTo> = {
    Word{CaptureTo::store, "store", "into the mover's store"},
    Word{CaptureTo::resow, "resow",
         "added to the seeds in the hole just reached, and all of them are sown from the next hole"},
    Word{CaptureTo::sow, "sow", "sown from the next hole, while the hole just reached keeps its seeds"},
    Word{CaptureTo::sow_last, "sow-last",
         "sown from the next hole in the last lap of the turn: no [[land]] rule applies to its last seed"},
    Word{CaptureTo::restart, "restart",
         "sown from the hole after the one where this lap started, while the hole just reached keeps its seeds"},
    Word{CaptureTo::out, "out", "out of the game"},
};
template <>
inline constexpr std::array words<AfterLand> = {
    Word{AfterLand::end, "end", "the turn ends"},
    Word{AfterLand::relay, "relay", "the seeds in this hole are lifted and sown in another lap"},
    Word{AfterLand::again, "again", "the mover moves again"},
    Word{AfterLand::next, "next",
         "the pit after this one, or after the farthest pit captured in that direction, is lifted and sown in another "
         "lap; if it is empty, the turn ends"},
};
template <>
inline constexpr std::array words<OwnAt> = {
    Word{OwnAt::any, "any", "any pit"},
    Word{OwnAt::not_last, "not-last", "any pit except the last one on a side"},
    Word{OwnAt::ends, "ends", "the first and last pits of a side"},
    Word{OwnAt::not_ends, "not-ends", "any pit except the first and last ones on a side"},
    Word{OwnAt::my_ends_their_any, "my-ends-their-any", "the mover's first and last pits, and any pit of the opponent"},
    Word{OwnAt::my_ends_their_two, "my-ends-their-two",
         "the mover's first and last pits, and the opponent's first two and last two pits"},
};
template <>
inline constexpr std::array words<OwnWith> = {
    Word{OwnWith::none, "none", "only the hole of the last seed"},
    Word{OwnWith::opposite, "opposite", "also the facing hole"},
    Word{OwnWith::behind, "behind", "also the preceding pit"},
};
template <>
inline constexpr std::array words<Apart> = {
    Word{Apart::no, "no", "no restriction"},
    Word{Apart::same_number, "same-number", "not if the opponent owns the pit with the same number on the other side"},
    Word{Apart::facing, "facing", "not if the opponent owns the facing pit"},
};
template <>
inline constexpr std::array words<OpeningPits> = {
    Word{OpeningPits::any, "any", "any pit may be played"},
    Word{OpeningPits::last, "last", "only the mover's last pit may be played"},
    Word{OpeningPits::last_two, "last-two", "only the mover's last two pits may be played"},
    Word{OpeningPits::second_half, "second-half", "only the second half of the mover's pits may be played"},
};
template <>
inline constexpr std::array words<Refill> = {
    Word{Refill::no, "no", "the game is a single round"},
    Word{Refill::own, "own",
         "the players fill their own pits with the seeds they have won; pits they cannot fill are closed for the "
         "round, and leftover seeds stay in the store"},
    Word{Refill::share, "share",
         "all pits are filled again, and each player gets as many of them as their seeds would fill; half a pit counts "
         "for the player with more seeds"},
    Word{Refill::anew, "anew",
         "each round starts from the same position, and the player with more seeds wins it; the player who wins more "
         "rounds wins the match"},
};
template <>
inline constexpr std::array words<FillFrom> = {
    Word{FillFrom::first, "first", "from each player's first pit forward"},
    Word{FillFrom::last, "last", "from each player's last pit backward"},
};
template <>
inline constexpr std::array words<Begins> = {
    Word{Begins::alternate, "alternate", "the player who did not start this round"},
    Word{Begins::loser, "loser",
         "the player with fewer seeds or, after a draw, the player who did not start this round"},
    Word{Begins::last_mover, "last-mover", "the player who made the last move of this round"},
};
template <>
inline constexpr std::array words<OpeningSow> = {
    Word{OpeningSow::plain, "plain", "seeds are sown as usual"},
    Word{OpeningSow::exchange, "exchange",
         "the played pit keeps its seeds; starting with the next pit, pits around the board alternately lose and gain "
         "a seed until the last seed reaches the pit facing the played one"},
    Word{OpeningSow::cross, "cross",
         "a last seed that would land on the mover's side lands in the opponent's first pit instead"},
};
template <>
inline constexpr std::array words<Feed> = {
    Word{Feed::no, "no", "there is no obligation to feed the opponent"},
    Word{Feed::must, "must", "a move that leaves the opponent without seeds is illegal"},
    Word{Feed::if_possible, "if-possible",
         "a move that leaves the opponent without seeds is illegal unless every move does"},
    Word{Feed::if_empty, "if-empty", "an opponent who has no seeds before the move must have some after it"},
    Word{Feed::if_empty_possible, "if-empty-possible",
         "an opponent who has no seeds before the move must have some after it, unless no move can give any"},
};
template <>
inline constexpr std::array words<GrandSlam> = {
    Word{GrandSlam::allowed, "allowed", "capturing all of the opponent's seeds is allowed"},
    Word{GrandSlam::no_capture, "no-capture", "a move that would capture all of the opponent's seeds captures nothing"},
    Word{GrandSlam::illegal, "illegal", "a move that would capture all of the opponent's seeds is illegal"},
    Word{GrandSlam::spare_first, "spare-first",
         "a move that would capture all of the opponent's seeds leaves those in the first pit of the capture, in "
         "sowing order, unless all of them are in one pit"},
    Word{GrandSlam::spare_last, "spare-last",
         "a move that would capture all of the opponent's seeds leaves those in the last pit of the capture, in sowing "
         "order, unless all of them are in one pit"},
    Word{GrandSlam::opponent_rest, "opponent-rest",
         "after a capture of all the opponent's seeds, the opponent captures all seeds left on the board"},
    Word{GrandSlam::again, "again", "a player who captures all of the opponent's seeds moves again"},
};
template <>
inline constexpr std::array words<Stuck> = {
    Word{Stuck::end, "end", "the game ends and `end.rest` decides who gets the seeds left on the board"},
    Word{Stuck::pass, "pass", "the player passes; when neither player can move, the game ends"},
    Word{Stuck::lose, "lose", "the player who cannot move loses everything"},
    Word{Stuck::win, "win", "the player who cannot move wins everything"},
};
template <>
inline constexpr std::array words<Rest> = {
    Word{Rest::owner, "owner", "each player captures the seeds on their own side"},
    Word{Rest::none, "none", "nobody gets them"},
    Word{Rest::opponent, "opponent", "the opponent of the player who cannot move captures them all"},
    Word{Rest::emptied, "emptied", "the player who cannot move captures them all"},
    Word{Rest::split, "split", "they are shared equally; an odd seed goes to nobody"},
};
template <>
inline constexpr std::array words<FewTo> = {
    Word{FewTo::mover, "mover", "the player who made the move captures them"},
    Word{FewTo::opponent, "opponent", "the opponent of the player who made the move captures them"},
    Word{FewTo::owner, "owner", "each player captures the seeds on their own side"},
    Word{FewTo::first, "first", "the player who started captures them (South, except in a round that North starts)"},
};
template <>
inline constexpr std::array words<Repeat> = {
    Word{Repeat::owner, "owner", "each player captures the seeds on their own side"},
    Word{Repeat::split, "split", "the seeds left on the board are shared equally"},
    Word{Repeat::most, "most", "nothing more is captured; the player with more seeds wins"},
};

// Members of the sets that are written as lists of words.
template <class Set>
struct Member {
  bool Set::*flag;
  std::string_view text, help;
};
template <class Set>
inline constexpr std::array<Member<Set>, 0> members{};
template <>
inline constexpr std::array members<TakeSet> = {
    Member<TakeSet>{&TakeSet::pit, "pit", "the hole of the last seed"},
    Member<TakeSet>{&TakeSet::two, "two", "two seeds from that hole, or one if it has only one"},
    Member<TakeSet>{&TakeSet::opposite, "opposite", "the facing hole"},
    Member<TakeSet>{&TakeSet::outer, "outer", "the hole behind the facing one (four rows)"},
    Member<TakeSet>{&TakeSet::next, "next", "the next pit in sowing direction"},
    Member<TakeSet>{&TakeSet::beyond, "beyond", "the pit after the next one"},
    Member<TakeSet>{&TakeSet::beyond_opposite, "beyond-opposite", "the hole facing the pit after the next one"},
    Member<TakeSet>{&TakeSet::each, "each", "every pit of the opponent that matches `each`"},
};
template <>
inline constexpr std::array members<EndSet> = {
    Member<EndSet>{&EndSet::stuck, "stuck",
                   "the player to move has no legal move (with turn.stuck = \"pass\": neither player has one)"},
    Member<EndSet>{&EndSet::side_empty, "side-empty", "all pits on one side are empty"},
};

struct Key {
  std::string_view section, name, help;
  int min = 0, max = 0;  // range of a number; for texts, `max` is the length limit
  bool rare = false;     // omitted from printed files if it has its default value
};
// A key that few games need.
constexpr Key rare(std::string_view section, std::string_view name, std::string_view help, int min = 0, int max = 0) {
  return {section, name, help, min, max, true};
}

inline constexpr int max_opening_turns = 9, max_repeat_count = 9, max_laps = 10000, max_quiet = 10000, max_rounds = 99;

inline constexpr Key seeds_key{"setup", "seeds", "number of seeds in each pit at the start", 0, max_seeds};

// Calls v(Key, member) for each key, in file order. The lists in [setup] and the [[land]] and [[pass]] rules are not
// single values; their keys are below.
template <class R, class V>
constexpr void for_each_key(R& r, V&& v) {
  v(Key{"board", "rows", "number of rows: 2, 3 (the players share the middle row), or 4 (two per player)", 2, 4},
    r.rows);
  v(Key{"board", "pits", "number of pits per row", 1, max_pits}, r.pits);
  v(seeds_key, r.setup.seeds);
  v(rare("setup", "random", "number of further seeds placed at random; GAME:deal=N selects how", 0, max_seeds),
    r.setup.random);
  v(Key{"move", "singles", "whether a pit with one seed may start a move"}, r.singles);
  v(rare("move", "twos", "whether a pit with two seeds may start a move"), r.twos);
  v(rare("move", "facing", "whether the facing pit can make a move illegal"), r.facing);
  v(rare("move", "reach", "where the first lap of a move must end"), r.reach);
  v(rare("move", "must_capture", "whether a player who can capture must do so"), r.must_capture);
  v(rare("move", "undo", "whether a single seed that crossed the end of a side may be moved straight back"), r.undo);
  v(Key{"sow", "direction", "the sowing direction"}, r.direction);
  v(rare("sow", "reverse", "whether a move may be sown in the other direction, written C<"), r.reverse);
  v(Key{"sow", "store", "which stores are sown"}, r.store);
  v(rare("sow", "store_out", "whether seeds sown into a store leave the game"), r.store_out);
  v(rare("sow", "track", "which holes seeds are sown around"), r.track);
  v(rare("sow", "first", "where the first seed of a move is sown"), r.first);
  v(Key{"sow", "skip_origin", "whether the pit that was lifted is skipped on every lap around the board"},
    r.skip_origin);
  v(rare("sow", "skip", "which pits are skipped because of their contents"), r.skip);
  v(rare("sow", "skip_count", "number of seeds in a pit that is skipped", 0, max_listed), r.skip_count);
  v(rare("sow", "before", "what is captured before sowing"), r.before);
  v(rare("own", "most", "maximum number of holes a player can own (0: unlimited)", 0, max_pits), r.own.max_pits);
  v(rare("own", "at", "which holes can be owned"), r.own.at);
  v(rare("own", "apart", "whether the opponent's owned pits limit which holes can be owned"), r.own.apart);
  v(rare("own", "keep", "whether seeds stay in owned pits; the owner gets them at the end"), r.own.keep);
  v(rare("own", "out", "whether seeds sown into an owned pit leave the game"), r.own.out);
  v(rare("own", "skip", "whether the opponent's owned pits are skipped when sowing"), r.own.skip);
  v(rare("opening", "turns", "number of turns at the start of the game that follow the opening rules", 0,
         max_opening_turns),
    r.opening.turns);
  v(rare("opening", "pits", "which pits may be played in the opening"), r.opening.pits);
  v(rare("opening", "sow", "how seeds are sown in the opening"), r.opening.sow);
  v(rare("opening", "captures", "whether seeds can be captured and holes owned in the opening"), r.opening.captures);
  v(rare("opening", "relays", "whether a turn in the opening can have more than one lap"), r.opening.relays);
  v(rare("opening", "reverse", "whether moves in the opening may be sown in the other direction"), r.opening.reverse);
  v(rare("opening", "skips", "whether sow.skip applies in the opening"), r.opening.skips);
  v(Key{"turn", "feed", "whether the mover must leave the opponent a seed"}, r.feed);
  v(Key{"turn", "grand_slam", "what happens when a move captures all of the opponent's seeds"}, r.grand_slam);
  v(Key{"turn", "stuck", "what happens when a player cannot move"}, r.stuck);
  v(rare("turn", "again_once", "whether an extra turn cannot earn another one"), r.again_once);
  v(Key{"end", "when", "which positions end the game"}, r.when);
  v(Key{"end", "majority", "whether the game ends when a player has more than half of all seeds"}, r.majority);
  v(Key{"end", "rest", "who gets the seeds left on the board when the mover cannot move or a side is empty"}, r.rest);
  v(rare("end", "few", "a move that leaves at most this many seeds in the pits ends the game (0: never)", 0, max_seeds),
    r.few);
  v(rare("end", "few_to", "who gets the seeds when end.few ends the game"), r.few_to);
  v(rare("end", "cleared", "whether a player whose turn empties their own side captures all seeds left on the board"),
    r.cleared);
  v(Key{"end", "repeat", "who gets the seeds left on the board after a repetition"}, r.repeat);
  v(Key{"end", "repeat_count", "number of occurrences of a position that ends the game (0: never)", 0,
        max_repeat_count},
    r.repeat_count);
  v(rare("end", "repeat_agreed", "whether two people are asked before a repetition ends the game, and may play on"),
    r.repeat_agreed);
  v(Key{"end", "laps", "maximum number of laps per turn", 1, max_laps}, r.laps);
  v(Key{"end", "quiet", "number of consecutive plies without a capture that ends the game like a repetition (0: never)",
        0, max_quiet},
    r.quiet);
  v(rare("rounds", "refill", "how the board is set up for the next round"), r.rounds.refill);
  v(rare("rounds", "from", "which pits are filled first"), r.rounds.from);
  v(rare("rounds", "begins", "who starts the next round"), r.rounds.begins);
  v(rare("rounds", "least", "minimum number of pits for the next round; a player with fewer loses the match", 1,
         max_pits),
    r.rounds.min_pits);
  v(rare("rounds", "most", "maximum number of rounds per match (0: until a player cannot continue)", 0, max_rounds),
    r.rounds.max_rounds);
}

template <class L, class V>
constexpr void for_each_land_key(L& l, V&& v) {
  v(Key{"land", "at", "where the last seed landed"}, l.at);
  v(Key{"land", "count", "number of seeds in that hole, including the last one"}, l.count);
  v(Key{"land", "opposite", "number of seeds in the facing hole"}, l.opposite);
  v(Key{"land", "outer", "number of seeds in the hole behind the facing one (four rows)"}, l.outer);
  v(Key{"land", "next", "number of seeds in the next pit in sowing direction"}, l.next);
  v(Key{"land", "beyond", "number of seeds in the pit after the next one"}, l.beyond);
  v(Key{"land", "behind", "number of seeds in the preceding pit"}, l.behind);
  v(Key{"land", "sown", "number of seeds sown in this lap"}, l.sown);
  v(Key{"land", "same", "whether the facing hole must hold the same number of seeds"}, l.same);
  v(Key{"land", "if_owner", "whether the rule applies only if the mover owns a hole"}, l.if_owner);
  v(Key{"land", "take", "what is captured"}, l.take);
  v(Key{"land", "each", "number of seeds in the opponent's pits that `take = [\"each\"]` captures"}, l.each);
  v(Key{"land", "chain", "whether the capture continues with other pits"}, l.chain);
  v(Key{"land", "chain_over", "which pits the chain includes"}, l.chain_over);
  v(Key{"land", "chain_most", "maximum number of pits the chain adds (0: unlimited)", 0, max_pits}, l.max_chain);
  v(Key{"land", "own",
        "whether the mover owns the hole from now on: nobody can play it, and seeds sown there belong to the owner"},
    l.own);
  v(Key{"land", "own_with", "which other hole the mover owns from now on"}, l.own_with);
  v(Key{"land", "to", "where captured seeds go"}, l.to);
  v(Key{"land", "then", "how the turn continues"}, l.then);
}

template <class P, class V>
constexpr void for_each_pass_key(P& p, V&& v) {
  v(Key{"pass", "at", "where a seed landed"}, p.at);
  v(Key{"pass", "count", "number of seeds in that hole, including the new one"}, p.count);
  v(Key{"pass", "to", "whose store gets the seeds in that hole immediately"}, p.to);
  v(Key{"pass", "last", "whether the rule also applies to the last seed of a lap"}, p.last);
}

inline constexpr int max_about = 60;

// Keys whose values are texts or lists.
inline constexpr std::array text_keys = {
    Key{"", "name", "the name on the command line"},
    Key{"", "title", "the name shown to people"},
    Key{"", "extends", "the game this one is based on: a built-in game, or a path relative to this file"},
    Key{"", "region", "where the game is played"},
    Key{"", "about", "what is special about it, in at most 60 characters", 0, max_about},
    Key{"", "source", "where the rules come from, and where this file deviates"},
    Key{"", "ogn", "the name in the Variant tag of OGN, if it is different"},
    Key{"", "evaluation", "the game whose evaluation weights are used, if this game has none"},
};
inline constexpr Key reverse_pits_key{
    "sow", "reverse_pits",
    "the pits that may be sown in the other direction, numbered from 1 in sowing order (default: all)"};
inline constexpr std::array setup_lists = {
    Key{"setup", "south", "South's pits at the start, in sowing order (instead of `seeds`)"},
    Key{"setup", "north", "North's pits at the start, in sowing order (instead of `seeds`)"},
};

template <class E>
constexpr std::string_view text_of(E value) {
  for (const auto& w : words<E>)
    if (w.value == value) return w.text;
  return "?";
}
template <class E>
constexpr std::string_view help_of(E value) {
  for (const auto& w : words<E>)
    if (w.value == value) return w.help;
  return "?";
}

}  // namespace sow
