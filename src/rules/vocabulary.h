// The words of the rule files: each enumerated value and each key is declared once, here.
// Parsing, printing, checking, `sow rules` and docs/rules.md all walk these tables.
#pragma once

#include <array>
#include <string_view>

#include "rules/ruleset.h"

namespace sow {

template <class E>
struct Word {
  E value;
  std::string_view text;  // in the rule file
  std::string_view help;
};

template <class E>
inline constexpr std::array<Word<E>, 0> words{};

template <>
inline constexpr std::array words<Direction> = {
    Word{Direction::ccw, "ccw", "counterclockwise, seen from above"},
    Word{Direction::cw, "cw", "clockwise, seen from above"},
    Word{Direction::split, "split",
         "clockwise from the first half of a player's pits, counterclockwise from the second half, either way from a "
         "middle pit"},
    Word{Direction::parity, "parity",
         "counterclockwise from a pit with an odd number of seeds, clockwise from one with an even number"},
    Word{Direction::opposed, "opposed", "counterclockwise for South and clockwise for North"},
};
template <>
inline constexpr std::array words<Reverse> = {
    Word{Reverse::never, "never", "seeds travel in the given direction only"},
    Word{Reverse::free, "free", "the player chooses the direction of each move"},
    Word{Reverse::capture, "capture", "a move may go the other way if the last seed of its first lap captures"},
};
template <>
inline constexpr std::array words<First> = {
    Word{First::next, "next", "the first seed falls in the next hole"},
    Word{First::origin, "origin",
         "the first seed of a move falls in the pit it was lifted from; a single seed goes to the next"},
};
template <>
inline constexpr std::array words<Reach> = {
    Word{Reach::any, "any", "the seeds of a move may end anywhere"},
    Word{Reach::theirs_or_empty, "theirs-or-empty",
         "the first lap of a move must reach the opponent's side or end in an empty pit"},
    Word{Reach::occupied, "occupied", "the first lap of a move must end in an occupied pit"},
};
template <>
inline constexpr std::array words<Store> = {
    Word{Store::none, "none", "stores are never sown"},
    Word{Store::own, "own", "the mover's store is sown after the mover's last pit, the opponent's is skipped"},
    Word{Store::own_first, "own-first",
         "the mover's store is sown before the mover's first pit, the opponent's is skipped"},
};
template <>
inline constexpr std::array words<Twos> = {
    Word{Twos::ok, "ok", "a pit with two seeds may start a move"},
    Word{Twos::last, "last",
         "a pit with two seeds can start a move only if the mover has no pit with another number of seeds"},
    Word{Twos::last_pit, "last-pit",
         "a pit with two seeds can start a move only if the mover has no pit with another number of seeds, and then "
         "only "
         "the last one"},
};
template <>
inline constexpr std::array words<Facing> = {
    Word{Facing::any, "any", "whatever faces a pit, it may start a move"},
    Word{Facing::not_single, "not-single", "a pit that faces a single seed cannot start a move"},
};
template <>
inline constexpr std::array words<Before> = {
    Word{Before::nothing, "nothing", "nothing is taken before the seeds are sown"},
    Word{Before::facing_single, "facing-single",
         "a move of a single seed captures the seeds of the pit facing its own before it is sown"},
    Word{Before::facing_singles, "facing-singles",
         "before the seeds of a move are sown, the seeds of each pit that faces a single seed of the mover are "
         "captured"},
    Word{Before::one_seed, "one-seed",
         "of the seeds of each lap, if they are more than one, one goes to the mover's store before they are sown"},
};
template <>
inline constexpr std::array words<SkipAt> = {
    Word{SkipAt::none, "none", "no pit is passed over for what it holds"},
    Word{SkipAt::any, "any", "any pit with `skip_count` seeds is passed over"},
    Word{SkipAt::theirs, "theirs", "a pit of the opponent with `skip_count` seeds is passed over"},
};
template <>
inline constexpr std::array words<Track> = {
    Word{Track::board, "board", "seeds go round the board (on four rows: round the mover's two rows)"},
    Word{Track::own, "own", "seeds go round the mover's own side only"},
};
template <>
inline constexpr std::array words<Singles> = {
    Word{Singles::ok, "ok", "a pit with one seed may start a move"},
    Word{Singles::never, "never", "a pit with one seed cannot start a move"},
    Word{Singles::last, "last", "a pit with one seed can start a move only if the mover has no larger pit"},
    Word{Singles::onto_empty, "onto-empty", "a pit with one seed can start a move only if the next pit is empty"},
    Word{Singles::last_onto_empty, "last-onto-empty",
         "a pit with one seed can start a move only if the mover has no larger pit and the next pit is empty"},
};
template <>
inline constexpr std::array words<LandAt> = {
    Word{LandAt::any, "any", "any pit"},
    Word{LandAt::mine, "mine", "a pit of the mover"},
    Word{LandAt::theirs, "theirs", "a pit of the opponent"},
    Word{LandAt::store, "store", "the mover's store"},
    Word{LandAt::inner, "inner", "a pit of the mover's inner row"},
    Word{LandAt::outer, "outer", "a pit of the mover's outer row"},
    Word{LandAt::owned, "owned", "a pit that the opponent owns"},
    Word{LandAt::last, "last", "the last pit of the mover"},
};
template <>
inline constexpr std::array words<Chain> = {
    Word{Chain::none, "none", "the capture is that of the last seed alone"},
    Word{Chain::back, "back", "the unbroken run of pits behind that meet the same conditions is taken from likewise"},
    Word{Chain::forward, "forward", "the same with the pits that follow"},
};
template <>
inline constexpr std::array words<ChainOver> = {
    Word{ChainOver::like, "like", "pits that meet the same conditions"},
    Word{ChainOver::both_sides, "both-sides", "pits that meet the same conditions, on either side"},
    Word{ChainOver::any, "any", "pits that meet the other conditions, whatever they hold themselves"},
    Word{ChainOver::empty, "empty", "pits that are empty themselves and meet the other conditions"},
};
template <>
inline constexpr std::array words<PassTo> = {
    Word{PassTo::mover, "mover", "the mover's store"},
    Word{PassTo::owner, "owner", "the store of the player on whose side the pit lies"},
};
template <>
inline constexpr std::array words<CaptureTo> = {
    Word{CaptureTo::store, "store", "into the mover's store"},
    Word{CaptureTo::resow, "resow", "joined to the seeds of the hole just reached, and all are sown on from the next"},
    Word{CaptureTo::sow, "sow", "sown on from the next hole, while the hole just reached keeps its own seeds"},
    Word{CaptureTo::restart, "restart",
         "sown from the hole after the one where this lap began; the hole just reached keeps its own"},
    Word{CaptureTo::out, "out", "out of the game: nobody has them"},
};
template <>
inline constexpr std::array words<AfterLand> = {
    Word{AfterLand::end, "end", "the turn ends"},
    Word{AfterLand::relay, "relay", "the seeds of this hole are lifted and sown on"},
    Word{AfterLand::again, "again", "the mover has another turn"},
    Word{AfterLand::next, "next",
         "the pit after this one, or after the furthest pit taken that way, is lifted and sown on; if it is empty, the "
         "turn ends"},
};
template <>
inline constexpr std::array words<OwnAt> = {
    Word{OwnAt::any, "any", "any pit"},
    Word{OwnAt::not_last, "not-last", "any pit but the last of a side"},
    Word{OwnAt::ends, "ends", "the first and the last pit of a side"},
    Word{OwnAt::not_ends, "not-ends", "any pit but the first and the last of a side"},
    Word{OwnAt::my_middle_their_ends, "my-middle-their-ends",
         "the mover's pits but the first and the last, and the first and the last of the opponent"},
};
template <>
inline constexpr std::array words<OwnWith> = {
    Word{OwnWith::none, "none", "the hole of the last seed alone"},
    Word{OwnWith::opposite, "opposite", "the hole facing it, too"},
    Word{OwnWith::behind, "behind", "the pit before it, too"},
};
template <>
inline constexpr std::array words<Apart> = {
    Word{Apart::no, "no", "whatever the opponent owns"},
    Word{Apart::same_number, "same-number", "not if the opponent owns the pit with the same number on the other side"},
    Word{Apart::facing, "facing", "not if the opponent owns the pit facing it"},
};
template <>
inline constexpr std::array words<OpeningPits> = {
    Word{OpeningPits::any, "any", "any pit may be lifted"},
    Word{OpeningPits::last, "last", "only the last pit of the mover may be lifted"},
    Word{OpeningPits::last_two, "last-two", "only the last two pits of the mover may be lifted"},
    Word{OpeningPits::second_half, "second-half", "only pits of the second half of the mover's side may be lifted"},
};
template <>
inline constexpr std::array words<Refill> = {
    Word{Refill::no, "no", "one round is the whole game"},
    Word{Refill::own, "own",
         "players fill their own pits with the seeds they have won; pits they cannot fill are closed for that round, "
         "and "
         "what is left over is in the store"},
    Word{
        Refill::share, "share",
        "all pits are filled again, and each player has as many of them as the seeds won would fill; a half counts for "
        "the player with more seeds"},
    Word{Refill::anew, "anew",
         "the board is set up as at the start, and whoever has more seeds has won the round; the match is won by "
         "whoever has won more rounds"},
};
template <>
inline constexpr std::array words<FillFrom> = {
    Word{FillFrom::first, "first", "from a player's first pit onwards"},
    Word{FillFrom::last, "last", "from a player's last pit backwards"},
};
template <>
inline constexpr std::array words<Begins> = {
    Word{Begins::alternate, "alternate", "the player who did not begin this round"},
    Word{Begins::loser, "loser",
         "the player who has fewer seeds; after a draw, the player who did not begin this round"},
    Word{Begins::last_mover, "last-mover", "the player who moved last in this round"},
};
template <>
inline constexpr std::array words<OpeningSow> = {
    Word{OpeningSow::plain, "plain", "seeds are sown as always"},
    Word{OpeningSow::exchange, "exchange",
         "the pit that is played keeps its seeds; round the board from the next one, pits lose a seed and gain one by "
         "turns, and the last seed falls in the pit facing the one played"},
    Word{OpeningSow::cross, "cross",
         "a last seed that would fall on the mover's side falls in the opponent's pit after the mover's last one"},
};
template <>
inline constexpr std::array words<Feed> = {
    Word{Feed::no, "no", "no duty to feed"},
    Word{Feed::must, "must", "a move that leaves the opponent without a seed is illegal"},
    Word{Feed::if_possible, "if-possible", "such a move is illegal unless every move is one"},
    Word{Feed::if_empty, "if-empty", "an opponent without a seed before the move must have one after it"},
};
template <>
inline constexpr std::array words<GrandSlam> = {
    Word{GrandSlam::allowed, "allowed", "the opponent's last seeds may be captured"},
    Word{GrandSlam::no_capture, "no-capture", "a capture of all the opponent's seeds takes nothing"},
    Word{GrandSlam::illegal, "illegal", "a move that would capture all the opponent's seeds is illegal"},
    Word{GrandSlam::leave_first, "leave-first",
         "a capture of all the opponent's seeds leaves the first of the pits it would take from, in sowing order"},
    Word{GrandSlam::leave_last, "leave-last",
         "a capture of all the opponent's seeds leaves the last of the pits it would take from, in sowing order"},
    Word{GrandSlam::opponent_rest, "opponent-rest",
         "after a capture of all the opponent's seeds the opponent takes every seed that is left"},
    Word{GrandSlam::again, "again", "who captures all the opponent's seeds has another turn"},
};
template <>
inline constexpr std::array words<Stuck> = {
    Word{Stuck::end, "end", "the game ends and `rest` says who gets what is left"},
    Word{Stuck::pass, "pass", "the opponent goes on; when neither can move the game ends"},
    Word{Stuck::lose, "lose", "the player who cannot move loses everything"},
    Word{Stuck::win, "win", "the player who cannot move wins everything"},
};
template <>
inline constexpr std::array words<Rest> = {
    Word{Rest::owner, "owner", "each player takes the seeds on their own side"},
    Word{Rest::none, "none", "nobody gets them; they are forfeit"},
    Word{Rest::opponent, "opponent", "the opponent of the player who cannot move takes them all"},
    Word{Rest::emptied, "emptied", "the player who cannot move takes them all"},
    Word{Rest::split, "split", "they are shared equally; an odd one is nobody's"},
};
template <>
inline constexpr std::array words<FewTo> = {
    Word{FewTo::mover, "mover", "the player who made the move takes them"},
    Word{FewTo::opponent, "opponent", "the opponent of the player who made the move takes them"},
    Word{FewTo::owner, "owner", "each player takes the seeds on their own side"},
    Word{FewTo::first, "first", "the player who began takes them (South, except in a round that North begins)"},
};
template <>
inline constexpr std::array words<Repeat> = {
    Word{Repeat::owner, "owner", "each player takes the seeds on their own side"},
    Word{Repeat::split, "split", "the seeds left are shared equally"},
    Word{Repeat::most, "most", "nothing is taken; the player who holds more seeds wins"},
};

// Members of the two sets that are written as lists of words.
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
    Member<TakeSet>{&TakeSet::two, "two", "two seeds of that hole, or the one there is"},
    Member<TakeSet>{&TakeSet::opposite, "opposite", "the hole facing it"},
    Member<TakeSet>{&TakeSet::outer, "outer", "the hole behind the facing one (four rows)"},
    Member<TakeSet>{&TakeSet::next, "next", "the next pit the way the seeds travel"},
    Member<TakeSet>{&TakeSet::beyond, "beyond", "the pit after the next one"},
    Member<TakeSet>{&TakeSet::beyond_opposite, "beyond-opposite", "the hole facing the pit after the next one"},
    Member<TakeSet>{&TakeSet::each, "each", "each pit of the opponent that holds what `each` says"},
};
template <>
inline constexpr std::array members<EndSet> = {
    Member<EndSet>{&EndSet::stuck, "stuck",
                   "the player to move has no legal move (with turn.stuck = \"pass\": neither player has)"},
    Member<EndSet>{&EndSet::side_empty, "side-empty", "all pits of one side are empty"},
};

struct Key {
  std::string_view section, name, help;
  int least = 0, most = 0;  // of numbers
  bool rare = false;        // left out of a file where it has its default
};
// A key that few games need.
constexpr Key rare(std::string_view section, std::string_view name, std::string_view help, int least = 0,
                   int most = 0) {
  return {section, name, help, least, most, true};
}

inline constexpr Key seeds_key{"setup", "seeds", "seeds in each pit at the start", 0, max_seeds};

// Calls v(Key, member) for each key of the game, in the order of the file. The lists of [setup] and the [[land]]
// rules are not single values: their keys are below.
template <class R, class V>
constexpr void for_each_key(R& r, V&& v) {
  v(Key{"board", "rows", "rows of pits: 2, 3 (the middle one is shared) or 4 (two a player)", 2, 4}, r.rows);
  v(Key{"board", "pits", "pits in a row", 1, max_pits}, r.pits);
  v(seeds_key, r.setup.seeds);
  v(Key{"move", "singles", "whether a single seed may start a move"}, r.singles);
  v(rare("move", "twos", "whether a pit with two seeds may start a move"), r.twos);
  v(rare("move", "facing", "whether what faces a pit may forbid a move"), r.facing);
  v(rare("move", "reach", "where the seeds of a move must end"), r.reach);
  v(rare("move", "must_capture", "whether a player who can capture must"), r.must_capture);
  v(rare("move", "undo", "whether a single seed moved over the end of a side may be moved straight back"), r.undo);
  v(Key{"sow", "direction", "which way seeds travel"}, r.direction);
  v(rare("sow", "reverse", "whether a move may go the other way, written C<"), r.reverse);
  v(Key{"sow", "store", "which stores are sown"}, r.store);
  v(rare("sow", "track", "which holes seeds travel round"), r.track);
  v(rare("sow", "first", "where the first seed of a move falls"), r.first);
  v(Key{"sow", "skip_origin", "whether the pit that was lifted is passed over each time round"}, r.skip_origin);
  v(rare("sow", "skip", "which pits are passed over for what they hold"), r.skip);
  v(rare("sow", "skip_count", "how many seeds such a pit holds", 0, max_listed), r.skip_count);
  v(rare("sow", "before", "what is taken before the seeds are sown"), r.before);
  v(rare("own", "most", "how many holes a player may own (0: any number)", 0, max_pits), r.own.most);
  v(rare("own", "at", "which holes can be owned"), r.own.at);
  v(rare("own", "apart", "whether what the opponent owns stands against it"), r.own.apart);
  v(rare("own", "keep", "whether seeds in an owned pit stay there; at the end they are the owner's"), r.own.keep);
  v(rare("own", "out", "whether seeds that fall in an owned pit leave the game"), r.own.out);
  v(rare("own", "skip", "whether pits that the opponent owns are passed over in sowing"), r.own.skip);
  v(rare("opening", "turns", "how many turns at the start of the game are played by the rules of the opening", 0, 9),
    r.opening.turns);
  v(rare("opening", "pits", "which pits may be lifted in the opening"), r.opening.pits);
  v(rare("opening", "sow", "how seeds are sown in the opening"), r.opening.sow);
  v(rare("opening", "captures", "whether seeds can be captured and holes owned in the opening"), r.opening.captures);
  v(rare("opening", "relays", "whether a turn of the opening can have a second lap"), r.opening.relays);
  v(rare("opening", "reverse", "whether moves of the opening may go the other way"), r.opening.reverse);
  v(rare("opening", "skips", "whether pits are passed over in the opening as later (sow.skip)"), r.opening.skips);
  v(Key{"turn", "feed", "whether the opponent must be left a seed"}, r.feed);
  v(Key{"turn", "grand_slam", "what becomes of a capture of all the opponent's seeds"}, r.grand_slam);
  v(Key{"turn", "stuck", "what happens to a player who cannot move"}, r.stuck);
  v(rare("turn", "again_once", "whether a further turn gives no further one"), r.again_once);
  v(Key{"end", "when", "which boards end the game"}, r.when);
  v(Key{"end", "majority", "whether holding more than half of all seeds ends the game"}, r.majority);
  v(Key{"end", "rest", "who gets what is left when the mover cannot move or a side is empty"}, r.rest);
  v(rare("end", "few", "a move that leaves at most so many seeds in the pits ends the game (0: never)", 0, max_seeds),
    r.few);
  v(rare("end", "few_to", "who gets those few seeds"), r.few_to);
  v(rare("end", "cleared", "whether a player whose turn leaves their own side empty takes all the seeds left"),
    r.cleared);
  v(Key{"end", "repeat", "who gets what when a position repeats"}, r.repeat);
  v(Key{"end", "repeat_count", "at which coming of a position the game ends (0: never)", 0, 9}, r.repeat_count);
  v(Key{"end", "laps", "the most laps of one turn", 1, 10000}, r.laps);
  v(Key{"end", "quiet", "so many plies in a row without a capture end the game as a repetition does (0: never)", 0,
        10000},
    r.quiet);
  v(rare("rounds", "refill", "how the winnings of a round are put back for the next one"), r.rounds.refill);
  v(rare("rounds", "from", "which pits are filled first"), r.rounds.from);
  v(rare("rounds", "begins", "who begins the next round"), r.rounds.begins);
  v(rare("rounds", "least", "how many pits a player must have in the next round; with fewer the match is lost", 1,
         max_pits),
    r.rounds.least);
  v(rare("rounds", "most", "how many rounds a match has (0: until a player cannot go on)", 0, 99), r.rounds.most);
}

template <class L, class V>
constexpr void for_each_land_key(L& l, V&& v) {
  v(Key{"land", "at", "where the last seed fell"}, l.at);
  v(Key{"land", "count", "seeds in that hole after the drop"}, l.count);
  v(Key{"land", "opposite", "seeds in the facing hole"}, l.opposite);
  v(Key{"land", "outer", "seeds in the hole behind the facing one (four rows)"}, l.outer);
  v(Key{"land", "next", "seeds in the next pit the way the seeds travel"}, l.next);
  v(Key{"land", "beyond", "seeds in the pit after the next one"}, l.beyond);
  v(Key{"land", "behind", "seeds in the pit before it, against the way of the seeds"}, l.behind);
  v(Key{"land", "sown", "seeds that were sown in this lap"}, l.sown);
  v(Key{"land", "take", "what is captured"}, l.take);
  v(Key{"land", "each", "seeds in the opponent's pits that `take = [\"each\"]` captures"}, l.each);
  v(Key{"land", "chain", "whether the capture runs on to further pits"}, l.chain);
  v(Key{"land", "chain_over", "which pits the chain runs over"}, l.chain_over);
  v(Key{"land", "chain_most", "how many pits the chain adds at most (0: any number)", 0, max_pits}, l.chain_most);
  v(Key{"land", "own",
        "whether the mover owns the hole from now on: nobody lifts it, and what falls there is the owner's"},
    l.own);
  v(Key{"land", "own_with", "which hole becomes the mover's with it"}, l.own_with);
  v(Key{"land", "to", "where captured seeds go"}, l.to);
  v(Key{"land", "then", "how the turn goes on"}, l.then);
}

template <class P, class V>
constexpr void for_each_pass_key(P& p, V&& v) {
  v(Key{"pass", "at", "where a seed fell"}, p.at);
  v(Key{"pass", "count", "seeds in that hole after the drop"}, p.count);
  v(Key{"pass", "to", "whose store takes the seeds of that hole at once"}, p.to);
  v(Key{"pass", "last", "whether that goes for the last seed of a lap, too"}, p.last);
}

// Keys whose values are texts or lists, with their help.
inline constexpr std::array text_keys = {
    Key{"", "name", "the name on the command line"},
    Key{"", "title", "the name as people write it"},
    Key{"", "extends", "a game whose other keys are taken over: a built-in one, or a path from this file"},
    Key{"", "region", "where it is played"},
    Key{"", "about", "what is special about it, in at most 60 characters", 0, 60},
    Key{"", "source", "where the rules come from, and where this file deviates"},
    Key{"", "ogn", "its name in the Variant tag of OGN, if that is another"},
    Key{"", "evaluation", "the game whose evaluation weights are used, if it has none of its own"},
};
inline constexpr Key reverse_pits_key{
    "sow", "reverse_pits",
    "the pits from which a move may go the other way, by their numbers from 1 in sowing order (all)"};
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
