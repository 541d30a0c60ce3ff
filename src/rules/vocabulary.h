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
};
template <>
inline constexpr std::array words<Store> = {
    Word{Store::none, "none", "stores are never sown"},
    Word{Store::own, "own", "the mover's own store is sown after the own last pit, the opponent's is skipped"},
};
template <>
inline constexpr std::array words<Singles> = {
    Word{Singles::ok, "ok", "a pit with one seed may start a move"},
    Word{Singles::never, "never", "a pit with one seed cannot start a move"},
};
template <>
inline constexpr std::array words<LandAt> = {
    Word{LandAt::any, "any", "any pit"},
    Word{LandAt::mine, "mine", "a pit of the mover"},
    Word{LandAt::theirs, "theirs", "a pit of the opponent"},
    Word{LandAt::store, "store", "the mover's store"},
    Word{LandAt::inner, "inner", "a pit of the mover's inner row"},
    Word{LandAt::outer, "outer", "a pit of the mover's outer row"},
};
template <>
inline constexpr std::array words<Chain> = {
    Word{Chain::none, "none", "the capture is that of the last seed alone"},
    Word{Chain::back, "back", "the unbroken run of pits behind that meet `at` and `count` is taken too"},
};
template <>
inline constexpr std::array words<CaptureTo> = {
    Word{CaptureTo::store, "store", "into the mover's store"},
    Word{CaptureTo::resow, "resow", "joined to the seeds of the hole just reached, and all are sown on from the next"},
    Word{CaptureTo::sow, "sow", "sown on from the next hole, while the hole just reached keeps its own seeds"},
};
template <>
inline constexpr std::array words<AfterLand> = {
    Word{AfterLand::end, "end", "the turn ends"},
    Word{AfterLand::relay, "relay", "the seeds of this hole are lifted and sown on"},
    Word{AfterLand::again, "again", "the mover has another turn"},
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
};
template <>
inline constexpr std::array words<Stuck> = {
    Word{Stuck::end, "end", "the game ends and `rest` says who gets what is left"},
    Word{Stuck::pass, "pass", "the opponent goes on; when neither can move the game ends"},
    Word{Stuck::lose, "lose", "the player who cannot move loses everything"},
};
template <>
inline constexpr std::array words<Rest> = {
    Word{Rest::owner, "owner", "each player takes the seeds on the own side"},
    Word{Rest::none, "none", "nobody gets them; they are forfeit"},
    Word{Rest::opponent, "opponent", "the opponent of the player who cannot move takes them all"},
};
template <>
inline constexpr std::array words<Repeat> = {
    Word{Repeat::owner, "owner", "each player takes the seeds on the own side"},
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
    Member<TakeSet>{&TakeSet::opposite, "opposite", "the hole facing it"},
    Member<TakeSet>{&TakeSet::outer, "outer", "the hole behind the facing one (four rows)"},
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
};

// Calls v(Key, member) for each key of the game, in the order of the file. The lists of [setup] and the [[land]]
// rules are not single values: their keys are below.
template <class R, class V>
constexpr void for_each_key(R& r, V&& v) {
  v(Key{"board", "rows", "rows of pits: 2, or 4 (two a player)", 2, 4}, r.rows);
  v(Key{"board", "pits", "pits in a row", 1, max_pits}, r.pits);
  v(Key{"setup", "seeds", "seeds in each pit at the start", 0, max_seeds}, r.setup.seeds);
  v(Key{"move", "singles", "whether a single seed may start a move"}, r.singles);
  v(Key{"sow", "direction", "which way seeds travel"}, r.direction);
  v(Key{"sow", "store", "which stores are sown"}, r.store);
  v(Key{"sow", "skip_origin", "whether the pit that was lifted is passed over each time round"}, r.skip_origin);
  v(Key{"turn", "feed", "whether the opponent must be left a seed"}, r.feed);
  v(Key{"turn", "grand_slam", "what becomes of a capture of all the opponent's seeds"}, r.grand_slam);
  v(Key{"turn", "stuck", "what happens to a player who cannot move"}, r.stuck);
  v(Key{"end", "when", "which boards end the game"}, r.when);
  v(Key{"end", "majority", "whether holding more than half of all seeds ends the game"}, r.majority);
  v(Key{"end", "rest", "who gets what is left when the mover cannot move or a side is empty"}, r.rest);
  v(Key{"end", "repeat", "who gets what when a position repeats"}, r.repeat);
  v(Key{"end", "repeat_count", "at which coming of a position the game ends (0: never)", 0, 9}, r.repeat_count);
  v(Key{"end", "laps", "the most laps of one turn", 1, 10000}, r.laps);
  v(Key{"end", "quiet", "so many plies in a row without a capture end the game as a repetition does (0: never)", 0,
        10000},
    r.quiet);
}

template <class L, class V>
constexpr void for_each_land_key(L& l, V&& v) {
  v(Key{"land", "at", "where the last seed fell"}, l.at);
  v(Key{"land", "count", "seeds in that hole after the drop"}, l.count);
  v(Key{"land", "opposite", "seeds in the facing hole"}, l.opposite);
  v(Key{"land", "outer", "seeds in the hole behind the facing one (four rows)"}, l.outer);
  v(Key{"land", "take", "what is captured"}, l.take);
  v(Key{"land", "chain", "whether the capture runs on backwards"}, l.chain);
  v(Key{"land", "to", "where captured seeds go"}, l.to);
  v(Key{"land", "then", "how the turn goes on"}, l.then);
}

// Keys whose values are texts or lists, with their help.
inline constexpr std::array text_keys = {
    Key{"", "name", "the name on the command line"},
    Key{"", "title", "the name as people write it"},
    Key{"", "extends", "a game whose other keys are taken over: a built-in one, or a path from this file"},
    Key{"", "source", "where the rules come from, and where this file deviates"},
    Key{"", "ogn", "its name in the Variant tag of OGN, if that is another"},
    Key{"", "evaluation", "the game whose evaluation weights are used, if it has none of its own"},
};
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
