#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>

#include "rules/description.h"
#include "rules/game_def.h"

namespace sow {
namespace {

using Topics = std::vector<RuleTopic>;

std::string plural(int n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

// "A", "A or B", "A, B, or C".
std::string joined(const std::vector<std::string>& items, std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool last = i + 1 == items.size();
    if (i > 0) text += items.size() > 2 ? ", " : " ";
    if (i > 0 && last) text += fmt::format("{} ", word);
    text += items[i];
  }
  return text;
}

bool is_exactly(const CountTest& test, unsigned n) {
  return test == CountTest{.kind = CountTest::Kind::list, .listed = std::uint64_t{1} << n};
}
bool is_above(const CountTest& test, int n) {
  return test == CountTest{.kind = CountTest::Kind::above, .bound = static_cast<std::uint8_t>(n)};
}

std::string count_words(const CountTest& test) {
  switch (test.kind) {
    case CountTest::Kind::any: return "any number of seeds";
    case CountTest::Kind::even: return "an even number of seeds";
    case CountTest::Kind::above: return fmt::format("more than {}", plural(test.bound, "seed"));
    case CountTest::Kind::list: break;
  }
  std::vector<std::string> counts;
  for (unsigned i = 0; i <= max_listed; ++i)
    if (test.matches(i)) counts.push_back(std::to_string(i));
  return joined(counts, "or") + (is_exactly(test, 1) ? " seed" : " seeds");
}

std::string_view side_words(LandAt at) {
  switch (at) {
    case LandAt::mine: return " on the mover's side";
    case LandAt::theirs: return " on the opponent's side";
    case LandAt::inner: return " in the mover's inner row";
    case LandAt::outer: return " in the mover's outer row";
    case LandAt::owned: return " owned by the opponent";
    case LandAt::any:
    case LandAt::store:
    case LandAt::last: break;
  }
  return "";
}

// "a pit on the mover's side", "an empty pit in the mover's inner row", "the mover's store".
std::string pit_words(LandAt at, std::string_view article = "a", std::string_view adjective = "") {
  if (at == LandAt::store) return "the mover's store";
  if (at == LandAt::last) return fmt::format("the mover's {}last pit", adjective);
  return fmt::format("{} {}pit{}", article, adjective, side_words(at));
}

// `may_own`: some pits cannot be owned, so that a rule about owning does not apply to every pit.
std::string landing_words(const Land& land, bool may_own) {
  const bool was_empty = is_exactly(land.count, 1), was_not = is_above(land.count, 1);
  std::string text = pit_words(land.at, was_empty ? "an" : "a", was_empty ? "empty " : was_not ? "nonempty " : "");
  if (is_exactly(land.count, 0))
    text += " that is empty afterward";
  else if (is_above(land.count, 0))
    text += " that is not empty afterward";
  if (land.own && may_own) text += " that the mover may own";
  const bool brings =
      !was_empty && !was_not && !land.count.any() && !is_exactly(land.count, 0) && !is_above(land.count, 0);
  if (brings) text += fmt::format(" and brings it to {}", count_words(land.count));
  std::vector<std::string> conditions = {text};
  const auto add = [&](const CountTest& test, std::string_view pit, bool several = false) {
    if (test.any()) return;
    const std::string_view are = several ? "are" : "is";
    conditions.push_back(is_exactly(test, 0) ? fmt::format("{} {} empty", pit, are)
                         : is_above(test, 0)
                             ? fmt::format("{} {} not empty", pit, are)
                             : fmt::format("{} {} {}", pit, several ? "hold" : "holds", count_words(test)));
  };
  if (land.opposite == land.outer) {
    add(land.opposite, "the facing pit and the pit behind it", true);
  } else {
    add(land.opposite, "the facing pit");
    add(land.outer, land.opposite.any() ? "the pit behind the facing pit" : "the pit behind it");
  }
  if (land.same) conditions.emplace_back("the facing pit holds the same number of seeds");
  add(land.next, "the next pit");
  add(land.beyond, land.next.any() ? "the second pit after it" : "the pit after that");
  add(land.behind, "the previous pit");
  if (land.if_owner) conditions.emplace_back("the mover owns a pit");
  if (!land.sown.any()) conditions.push_back(fmt::format("the lap sowed {}", count_words(land.sown)));
  return brings && conditions.size() == 2 ? fmt::format("{}, and {}", conditions[0], conditions[1])
                                          : joined(conditions, "and");
}

std::string chain_words(const Land& land) {
  if (land.take.ahead()) return ", repeating this from the captured pit as long as possible";
  const bool back = land.chain == Chain::back;
  const std::string_view where = back ? "before it" : "after it";
  if (land.chain_over == ChainOver::any)
    return fmt::format(", and does the same for each pit {}, whatever it holds, as long as the other conditions hold",
                       where);
  if (land.chain_over == ChainOver::empty)
    return fmt::format(", and does the same for each empty pit {} as long as the other conditions hold", where);
  const std::string_view side = land.chain_over == ChainOver::both_sides ? " on either side"
                                : land.at == LandAt::theirs              ? " on the opponent's side"
                                                                         : "";
  if (land.max_chain == 1)
    return fmt::format(", together with those in the {} pit{} if it meets the same condition",
                       back ? "previous" : "next", side);
  const std::string_view pits = is_exactly(land.count, 1) ? "pits with a single seed" : "such pits";
  const std::string run = land.max_chain == 0 ? fmt::format("the unbroken run of {}", pits)
                                              : fmt::format("up to {} {}", land.max_chain, pits);
  return fmt::format(", together with those in {} {}{}", run, where, side);
}

// A part of a sentence. If it contains a comma, the next part needs one as well.
struct Phrase {
  std::string text;
  bool has_comma = false;
};

Phrase captured_words(const Land& land) {
  const bool single = is_exactly(land.count, 1);
  std::vector<std::string> what;
  if (land.take.pit) what.push_back(single ? "that seed" : "its seeds");
  if (land.take.two) what.push_back("that seed and one more from the pit, if there is one");
  if (land.take.opposite && land.take.outer)
    what.push_back("the seeds in the facing pit and the pit behind it");
  else if (land.take.opposite)
    what.push_back("the seeds in the facing pit");
  else if (land.take.outer)
    what.push_back(land.outer.any() ? "the seeds in the pit behind the facing pit" : "the seeds in that pit");
  if (land.take.next) what.push_back("the seeds in the next pit");
  if (land.take.beyond)
    what.push_back(land.beyond.any() ? "the seeds in the second pit after it" : "the seeds in that pit");
  if (land.take.beyond_opposite) what.push_back("those in the pit facing it");
  if (land.take.each)
    what.push_back(fmt::format("the seeds in each of the opponent's pits that holds {}", count_words(land.each)));
  const bool chained = land.chain != Chain::none;
  return {.text = joined(what, "and") + (chained ? chain_words(land) : ""),
          .has_comma =
              what.size() > 2 || land.take.two || chained || (land.take.each && std::popcount(land.each.listed) > 2)};
}

Phrase take_words(const Land& land) {
  const auto [what, has_comma] = captured_words(land);
  switch (land.to) {
    case CaptureTo::store: return {"the mover captures " + what, has_comma};
    case CaptureTo::out: return {fmt::format("the mover removes {} from the game", what), has_comma};
    case CaptureTo::restart:
      return {
          fmt::format("the mover captures {} and sows them from the pit after the one where this lap started", what),
          has_comma};
    case CaptureTo::resow:
      return {
          fmt::format("the mover captures {}, adds them to the pit just reached, and sows all of them in another lap",
                      what),
          true};
    case CaptureTo::sow:
      return {fmt::format("the mover captures {} and sows them from the next pit; the pit just reached keeps its seeds",
                          what),
              has_comma};
    case CaptureTo::sow_last:
      return {fmt::format("the mover captures {} and sows them from the next pit, which ends the turn; the pit just "
                          "reached keeps its seeds",
                          what),
              true};
  }
  return {};
}

std::string after_words(const Land& land) {
  switch (land.then) {
    case AfterLand::end: return "the turn ends";
    case AfterLand::again: return "the mover moves again";
    case AfterLand::relay:
      return fmt::format("the seeds in {} are sown in another lap",
                         land.take.any() ? "the pit just reached" : "that pit");
    case AfterLand::next: {
      const bool never_empty = !land.take.ahead() && !land.next.matches(0);
      return fmt::format("the seeds in the {} are sown in another lap{}",
                         land.take.ahead() ? "pit after the last captured one" : "next pit",
                         never_empty ? "" : " (if it is empty, the turn ends)");
    }
  }
  return "";
}

RuleText land_text(const Ruleset& rules, const Land& land) {
  Topics topics;
  if (land.own) topics.push_back(RuleTopic::ownership);
  if (land.take.any()) topics.push_back(RuleTopic::capture);
  if (land.continues()) topics.push_back(RuleTopic::relay);
  if (land.then == AfterLand::again) topics.push_back(RuleTopic::extra_turn);
  if (topics.empty()) topics.push_back(RuleTopic::turn_end);
  const Owning& own = rules.own;
  const std::string landing = landing_words(land, own.max_pits > 0 || own.at != OwnAt::any || own.apart != Apart::no);
  std::vector<std::string> effects;
  bool has_comma = false;
  constexpr std::array with = {"that pit", "that pit and the facing pit", "that pit and the previous pit"};
  if (land.own)
    effects.push_back(fmt::format("the mover owns {} from then on", with[static_cast<std::size_t>(land.own_with)]));
  if (land.take.any()) {
    const Phrase take = take_words(land);
    effects.push_back(take.text);
    has_comma = take.has_comma;
  }
  if (!land.sows_captured()) effects.push_back(after_words(land));
  // The capture and the extra turn have the same subject.
  if (effects.size() == 2 && land.then == AfterLand::again)
    return {topics, fmt::format("If the last seed lands in {}, {}{} and moves again.", landing, effects[0],
                                has_comma ? "," : "")};
  const std::string text = effects.size() == 1   ? effects[0]
                           : effects.size() == 2 ? fmt::format("{}, and {}", effects[0], effects[1])
                                                 : joined(effects, "and");
  return {topics, fmt::format("If the last seed lands in {}, {}.", landing, text)};
}

// Whether the rule applies wherever the last seed lands, so that no other rule or end of the turn follows it.
bool always_applies(const Ruleset& rules, const Land& land) {
  Land effects = land;
  for (CountTest* test : {&effects.count, &effects.opposite, &effects.outer, &effects.next, &effects.beyond,
                          &effects.behind, &effects.sown})
    *test = {};
  return rules.store == Store::none && !rules.owns() && land.at == LandAt::any && land == effects && !land.same &&
         !land.if_owner && !land.own;
}

std::string pass_words(const Pass& pass) {
  return fmt::format("If {} brings {} to {}, {} captures them at once.",
                     pass.last ? "any seed of a lap" : "a seed other than the last of a lap", pit_words(pass.at),
                     count_words(pass.count), pass.to == PassTo::mover ? "the mover" : "the player on that side");
}

std::string_view direction_words(const Ruleset& rules) {
  switch (rules.direction) {
    case Direction::ccw: return "counterclockwise";
    case Direction::cw: return "clockwise";
    case Direction::split:
      return rules.pits % 2 == 0
                 ? "clockwise from the first half of their pits and counterclockwise from the second half"
                 : "clockwise from the first half of their pits, counterclockwise from the second half, and either way "
                   "from the middle pit";
    case Direction::parity:
      return "counterclockwise from a pit with an odd number of seeds and clockwise from a pit with an even number";
    case Direction::opposed: return "counterclockwise for South and clockwise for North";
  }
  return "";
}

std::string_view own_at_words(OwnAt at) {
  switch (at) {
    case OwnAt::any: break;
    case OwnAt::not_last: return "The last pit on each side cannot be owned.";
    case OwnAt::ends: return "Only the first and last pits on each side can be owned.";
    case OwnAt::not_ends: return "The first and last pits on each side cannot be owned.";
    case OwnAt::my_ends_their_any:
      return "Players can own the first and last pits on their own side and any pit on the opponent's side.";
    case OwnAt::my_ends_their_two:
      return "Players can own the first and last pits on their own side, and the first two and last two pits on the "
             "opponent's side.";
  }
  return "";
}

std::string_view before_words(Before before) {
  switch (before) {
    case Before::nothing: break;
    case Before::facing_single:
      return "When a single seed is played, the seeds in the facing pit are captured before it is sown.";
    case Before::facing_singles:
      return "Before sowing, the mover captures the seeds in each pit that faces one of the mover's single seeds.";
    case Before::one_seed:
      return "Before each lap of more than one seed, one of its seeds goes into the mover's store.";
  }
  return "";
}

std::string_view slam_words(GrandSlam slam) {
  switch (slam) {
    case GrandSlam::allowed: break;
    case GrandSlam::no_capture: return "A move that would capture all of the opponent's seeds captures nothing.";
    case GrandSlam::illegal: return "A move that would capture all of the opponent's seeds is illegal.";
    case GrandSlam::spare_first:
      return "If a move would capture all of the opponent's seeds, the first of those pits in sowing order is spared, "
             "unless there "
             "is only one.";
    case GrandSlam::spare_last:
      return "If a move would capture all of the opponent's seeds, the last of those pits in sowing order is spared, "
             "unless there "
             "is only one.";
    case GrandSlam::opponent_rest:
      return "If a move captures all of the opponent's seeds, the opponent captures all seeds left on the board.";
    case GrandSlam::again: return "A player who captures all of the opponent's seeds moves again.";
  }
  return "";
}

std::string_view feed_words(Feed feed) {
  switch (feed) {
    case Feed::no: break;
    case Feed::must: return "A move that leaves the opponent without seeds is illegal.";
    case Feed::if_possible: return "A move that leaves the opponent without seeds is illegal unless every move does.";
    case Feed::if_empty_possible:
      return "If the opponent has no seeds, the mover must play a move that gives them at least one, if such a move "
             "exists.";
    case Feed::if_empty:
      return "If the opponent has no seeds, the mover must play a move that gives them at least one.";
  }
  return "";
}

std::string opening_sow_words(OpeningSow sow) {
  switch (sow) {
    case OpeningSow::plain: break;
    case OpeningSow::exchange:
      return "the pit played keeps its seeds; instead, starting from the next pit and going around the board, pits "
             "alternately lose and gain one seed, and the seeds left in hand go into the pit facing the one played";
    case OpeningSow::cross:
      return "a last seed that would land on the mover's side goes into the opponent's pit after the mover's last pit "
             "instead";
  }
  return "";
}

std::string opening_pits_words(OpeningPits pits) {
  switch (pits) {
    case OpeningPits::any: break;
    case OpeningPits::last: return "only the mover's last pit can be played";
    case OpeningPits::last_two: return "only the mover's last two pits can be played";
    case OpeningPits::second_half: return "only the second half of the mover's pits can be played";
  }
  return "";
}

std::string opening_words(const Ruleset& rules) {
  const Opening& opening = rules.opening;
  const std::string turns = opening.turns == 1 ? "In the first turn of the game"
                                               : fmt::format("In the first {} turns of the game", opening.turns);
  std::vector<std::string> changes;
  const auto add = [&](bool applies, const std::string& words) {
    if (applies && !words.empty()) changes.push_back(words);
  };
  add(true, opening_pits_words(opening.pits));
  add(true, opening_sow_words(opening.sow));
  add(!opening.reverse, "seeds are sown in the usual direction only");
  add(!opening.skips, "no pit is skipped because of its seeds");
  add(!opening.captures, "nothing is captured");
  add(!opening.relays, "each turn has a single lap");
  if (changes.empty()) return turns + ", the usual rules apply.";
  if (changes.size() == 2) return fmt::format("{}, {}, and {}.", turns, changes[0], changes[1]);
  if (changes.size() > 2) changes.back() = "and " + changes.back();
  return fmt::format("{}, {}.", turns, fmt::join(changes, "; "));
}

// Who captures the seeds left on the board when the game ends. `stuck` is the player who cannot move or whose side is
// empty.
std::string rest_words(Rest rest, std::string_view stuck, std::string_view opponent) {
  switch (rest) {
    case Rest::owner: return "each player captures the seeds on their own side";
    case Rest::none: return "the seeds left on the board count for nobody";
    case Rest::opponent: return fmt::format("{} captures all seeds left on the board", opponent);
    case Rest::emptied: return fmt::format("{} captures all seeds left on the board", stuck);
    case Rest::split: return "the seeds left on the board are shared equally (an odd seed counts for nobody)";
  }
  return "";
}

std::string_view few_words(const Ruleset& rules) {
  switch (rules.few_to) {
    case FewTo::mover: return "the mover captures them";
    case FewTo::opponent: return "the opponent captures them";
    case FewTo::owner: return "each player captures the seeds on their own side";
    case FewTo::first:
      return rules.north_first ? "North, who moved first in this round, captures them"
                               : "the player who moved first captures them";
  }
  return "";
}

std::string_view repeat_words(Repeat repeat) {
  switch (repeat) {
    case Repeat::owner: return "each player captures the seeds on their own side";
    case Repeat::split: return "the seeds left on the board are shared equally";
    case Repeat::most: return "the player with more seeds wins; equal numbers are a draw";
  }
  return "";
}

std::string times(int n) {
  constexpr std::array words = {"once", "twice", "three times", "four times", "five times"};
  return n <= static_cast<int>(words.size()) ? words[static_cast<std::size_t>(n - 1)] : fmt::format("{} times", n);
}

std::string repetition_condition(const Ruleset& rules) {
  return rules.repeat_count == 2 ? "a position is repeated"
                                 : fmt::format("a position occurs {}", times(rules.repeat_count));
}

// Whether a player whose side is empty has won: they get all seeds that are still in the game.
bool won_by_clearing(const Ruleset& rules) { return rules.rest == Rest::emptied && !rules.has_stores(); }

// Whether some ending is decided by the number of seeds that each player has.
bool counts_seeds(const Ruleset& rules) {
  const bool stuck_counts = rules.stuck == Stuck::pass || (rules.when.stuck && rules.stuck == Stuck::end);
  const bool repeats = !rules.never_repeats() && (rules.repeat_count > 0 || rules.quiet > 0);
  return rules.few > 0 || rules.cleared || rules.majority || (rules.when.side_empty && !won_by_clearing(rules)) ||
         stuck_counts || (repeats && rules.repeat != Repeat::most);
}

class Describer {
 public:
  explicit Describer(const Ruleset& rules) : rules_(rules) {}

  std::vector<RuleText> run() {
    board();
    sowing();
    legal_moves();
    holes();
    landings();
    ownership();
    turns();
    endings();
    rounds();
    return std::move(texts_);
  }

 private:
  void add(const Topics& topics, std::string_view text) {
    if (!text.empty()) texts_.push_back({topics, std::string(text)});
  }
  void add(RuleTopic topic, std::string_view text) { add(Topics{topic}, text); }

  void board() {
    add(RuleTopic::board, fmt::format("The board has {} rows of {} and {}.", rules_.rows, plural(rules_.pits, "pit"),
                                      rules_.has_stores() ? "a store for each player" : "no stores"));
    if (rules_.rows == 3)
      add(RuleTopic::board, "Each player has the row on their own side and half of the middle row.");
    if (rules_.setup.random > 0)
      add(RuleTopic::start, random_start());
    else if (rules_.setup.listed)
      add(RuleTopic::start, "The starting position is set pit by pit. South moves first.");
    else
      add(RuleTopic::start,
          fmt::format("Each pit starts with {}. South moves first.", plural(rules_.setup.seeds, "seed")));
    if (rules_.closes())
      add(RuleTopic::start, fmt::format("Closed in this round, neither sown nor played: {}.", pit_list(rules_.closed)));
  }

  std::string random_start() const {
    const Setup& setup = rules_.setup;
    const std::string all = setup.seeds == 0 ? fmt::format("{} are", plural(setup.random, "seed"))
                                             : fmt::format("Each pit starts with {}, and {} more are",
                                                           plural(setup.seeds, "seed"), setup.random);
    return all + " placed at random. South moves first.";
  }

  void sowing() {
    add({RuleTopic::sowing, RuleTopic::direction},
        fmt::format("To move, a player picks up all the seeds in one of their own pits and sows them one by one, {}{}.",
                    direction_words(rules_),
                    rules_.four_rows()   ? ", around their own two rows"
                    : rules_.own_track() ? ", around their own side of the board"
                                         : ""));
    if (rules_.reverse != Reverse::never) {
      std::vector<std::string> letters;
      for (int i = 0; rules_.reverse_pits != 0 && i < rules_.pits_per_player(); ++i)
        if ((rules_.reverse_pits >> i & 1) != 0) letters.emplace_back(1, static_cast<char>('A' + i));
      const std::string from =
          letters.empty() ? ""
                          : fmt::format(" from {} {}", letters.size() == 1 ? "pit" : "pits", joined(letters, "and"));
      add(RuleTopic::direction,
          rules_.reverse == Reverse::free
              ? fmt::format("Players may choose to sow in the other direction{}.", from)
              : fmt::format("A move{} may go in the other direction if the last seed of its first lap captures.",
                            from));
    }
    if (rules_.first == First::origin)
      add(RuleTopic::sowing, "The first seed goes back into the pit it came from; a single seed goes to the next pit.");
    if (rules_.first == First::origin_every_lap)
      add(RuleTopic::sowing,
          "The first seed of every lap goes back into the pit it came from; a single seed goes to the next pit.");
  }

  void legal_moves() {
    add(RuleTopic::legal_moves, sentence(clause(rules_.singles)));
    add(RuleTopic::legal_moves, sentence(clause(rules_.twos)));
    if (rules_.facing == Facing::not_single)
      add(RuleTopic::legal_moves, "A pit that faces a single seed cannot be played.");
    if (!rules_.undo)
      add(RuleTopic::legal_moves,
          "A single seed that has just moved past the end of a side into an empty pit may not move straight back on "
          "the "
          "next turn.");
    add(RuleTopic::legal_moves, sentence(clause(rules_.reach)));
    if (rules_.must_capture) add(RuleTopic::legal_moves, "A player who can capture must do so.");
  }

  void holes() {
    if (rules_.store == Store::own)
      add(RuleTopic::stores, "The mover's own store is sown after their last pit; the opponent's store is skipped.");
    else if (rules_.store == Store::own_first)
      add(RuleTopic::stores, "The mover's own store is sown before their first pit; the opponent's store is skipped.");
    else if (rules_.has_stores())
      add(RuleTopic::stores, "Sowing skips the stores.");
    if (rules_.store_out) add(RuleTopic::stores, "Seeds sown into a store leave the game.");
    add(RuleTopic::skipping,
        rules_.skip_origin ? "Sowing skips the pit the seeds came from."
                           : "A sowing that goes all the way around also drops a seed in the pit it started from.");
    if (rules_.skip != SkipAt::none)
      add(RuleTopic::skipping,
          fmt::format("Sowing skips {} with {}.", rules_.skip == SkipAt::any ? "pits" : "pits on the opponent's side",
                      plural(rules_.skip_count, "seed")));
  }

  void landings() {
    add(RuleTopic::capture, before_words(rules_.before));
    for (int i = 0; i < rules_.pass_count; ++i) add(RuleTopic::capture, pass_words(rules_.passes[i]));
    for (int i = 0; i < rules_.land_count; ++i) texts_.push_back(land_text(rules_, rules_.lands[i]));
    if (rules_.land_count > 0 && !always_applies(rules_, rules_.lands[rules_.land_count - 1]))
      add(RuleTopic::turn_end, "Otherwise, the turn ends.");
  }

  void ownership() {
    if (!rules_.owns()) return;
    const Owning& own = rules_.own;
    add({RuleTopic::ownership, RuleTopic::capture},
        own.keep ? "An owned pit cannot be played: its seeds stay there and count for the owner at the end of the game."
        : own.out ? "An owned pit cannot be played, and seeds sown into it leave the game."
                  : "An owned pit cannot be played: its seeds, and all seeds sown into it later, go into the owner's "
                    "store.");
    if (own.skip) add(RuleTopic::ownership, "Sowing skips pits owned by the opponent.");
    if (own.max_pits > 0)
      add(RuleTopic::ownership, fmt::format("A player can own at most {}.", plural(own.max_pits, "pit")));
    add(RuleTopic::ownership, own_at_words(own.at));
    if (own.apart != Apart::no)
      add(RuleTopic::ownership,
          fmt::format(
              "A pit cannot be owned if the opponent owns {}.",
              own.apart == Apart::facing ? "the facing pit" : "the pit with the same number on the other side"));
  }

  void turns() {
    if (rules_.opening.turns > 0) add(RuleTopic::opening, opening_words(rules_));
    if (rules_.relays()) add(RuleTopic::lap_limit, fmt::format("A turn has at most {}.", plural(rules_.laps, "lap")));
    if (rules_.again_once) add(RuleTopic::extra_turn, "An extra turn cannot earn another extra turn.");
    if (rules_.grand_slam == GrandSlam::again)
      add({RuleTopic::grand_slam, RuleTopic::extra_turn}, slam_words(rules_.grand_slam));
    else
      add(RuleTopic::grand_slam, slam_words(rules_.grand_slam));
    add(RuleTopic::feeding, feed_words(rules_.feed));
  }

  void endings() {
    if (rules_.few > 0)
      add(RuleTopic::ending, fmt::format("If a move leaves at most {} in the pits, the game ends and {}.",
                                         plural(rules_.few, "seed"), few_words(rules_)));
    if (rules_.cleared)
      add(RuleTopic::ending,
          "A player whose turn leaves their own side empty captures all seeds left on the board, and the game ends.");
    if (rules_.majority)
      add(RuleTopic::ending,
          "The game ends as soon as a player has more than half of the seeds, or both players have exactly half.");
    if (rules_.when.side_empty)
      add(RuleTopic::ending, fmt::format("When all pits on one side are empty, the game ends and {}.",
                                         won_by_clearing(rules_) ? "the player on that side wins"
                                         : rules_.rest == Rest::owner
                                             ? "the other player captures the seeds on their own side"
                                             : rest_words(rules_.rest, "the player on that side", "the other player")));
    stuck_ending();
    repetition();
    if (counts_seeds(rules_))
      add(RuleTopic::scoring, fmt::format("{} player with more seeds wins; equal numbers are a draw.",
                                          decided_by_stuck(rules_) ? "Otherwise, the" : "The"));
  }

  void stuck_ending() {
    if (rules_.stuck == Stuck::pass)
      add(RuleTopic::ending,
          fmt::format("A player who cannot move passes. If neither player can move, the game ends and {}.",
                      rest_words(rules_.rest, "the player to move", "the opponent of the player to move")));
    else if (decided_by_stuck(rules_))
      add(RuleTopic::ending,
          fmt::format("A player who has no legal move {} the game{}.", rules_.stuck == Stuck::lose ? "loses" : "wins",
                      rules_.has_stores() ? ", however many seeds each player has" : ""));
    else if (rules_.when.stuck)
      add(RuleTopic::ending, fmt::format("If the player to move has no legal move, the game ends and {}.",
                                         rest_words(rules_.rest, "that player", "the opponent")));
  }

  void repetition() {
    if (rules_.never_repeats()) return;
    if (rules_.repeat_count > 0)
      add(RuleTopic::repetition,
          fmt::format("If {}, the game ends and {}.{}", repetition_condition(rules_), repeat_words(rules_.repeat),
                      rules_.repeat_agreed ? " Two people may agree to play on." : ""));
    if (rules_.quiet > 0)
      add(RuleTopic::repetition, fmt::format("After {} in a row without a capture, the game ends and {}.",
                                             plural(rules_.quiet, "move"), repeat_words(rules_.repeat)));
  }

  void rounds() {
    const Rounds& rounds = rules_.rounds;
    const auto say = [&](std::string_view text) { add(RuleTopic::rounds, text); };
    switch (rounds.refill) {
      case Refill::no: return;
      case Refill::own:
        say("In a match of several rounds, players refill their own pits after each round with the seeds they have "
            "won; "
            "pits they cannot fill are closed for the next round, and leftover seeds stay in the store.");
        break;
      case Refill::share:
        say("In a match of several rounds, all pits are refilled after each round, and each player gets as many pits "
            "as "
            "their seeds would fill; a half-filled pit goes to the player with more seeds.");
        break;
      case Refill::anew:
        say("In a match of several rounds, each round starts from the same position; the player with more seeds wins "
            "the "
            "round, and the player who wins more rounds wins the match.");
        break;
    }
    const bool refills = rounds.refill != Refill::anew;
    if (refills)
      say("Seeds that nobody won are shared equally first; an odd seed goes to the player with fewer seeds.");
    if (rounds.refill == Refill::own)
      say(rounds.from == FillFrom::first ? "Pits are refilled starting with a player's first pit."
                                         : "Pits are refilled starting with a player's last pit.");
    switch (rounds.begins) {
      case Begins::alternate: say("The players take turns starting a round."); break;
      case Begins::loser:
        say("The player with fewer seeds starts the next round; after a draw, the player who did not start this one "
            "does.");
        break;
      case Begins::last_mover: say("The player who moved last starts the next round."); break;
    }
    if (rounds.max_rounds > 0)
      say(fmt::format("A match has {}{}.", refills ? "at most " : "", plural(rounds.max_rounds, "round")));
    if (refills)
      say(fmt::format("A player who would have {} loses the match.",
                      rounds.min_pits == 1 ? "no pits" : fmt::format("fewer than {} pits", rounds.min_pits)));
  }

  const Ruleset& rules_;
  std::vector<RuleText> texts_;
};

}  // namespace

bool decided_by_stuck(const Ruleset& rules) {
  return rules.when.stuck && (rules.stuck == Stuck::lose || rules.stuck == Stuck::win);
}

std::string pit_letters(const std::array<std::uint32_t, 2>& pits) {
  std::string text;
  for (std::size_t side = 0; side < 2; ++side)
    for (int i = 0; i < max_pits; ++i)
      if ((pits[side] >> i & 1) != 0) text += static_cast<char>((side == 0 ? 'A' : 'a') + i);
  return text;
}

std::string pit_list(const std::array<std::uint32_t, 2>& pits) {
  std::vector<std::string> letters;
  for (const char letter : pit_letters(pits)) letters.emplace_back(1, letter);
  return joined(letters, "and");
}

std::string_view topic_word(RuleTopic topic) {
  switch (topic) {
    case RuleTopic::board: return "board";
    case RuleTopic::start: return "start";
    case RuleTopic::sowing: return "sowing";
    case RuleTopic::direction: return "direction";
    case RuleTopic::legal_moves: return "legal-moves";
    case RuleTopic::stores: return "stores";
    case RuleTopic::skipping: return "skipping";
    case RuleTopic::capture: return "capture";
    case RuleTopic::relay: return "relay";
    case RuleTopic::extra_turn: return "extra-turn";
    case RuleTopic::turn_end: return "turn-end";
    case RuleTopic::ownership: return "ownership";
    case RuleTopic::opening: return "opening";
    case RuleTopic::lap_limit: return "lap-limit";
    case RuleTopic::grand_slam: return "grand-slam";
    case RuleTopic::feeding: return "feeding";
    case RuleTopic::ending: return "ending";
    case RuleTopic::repetition: return "repetition";
    case RuleTopic::scoring: return "scoring";
    case RuleTopic::rounds: return "rounds";
  }
  return "";
}

bool RuleText::is_about(RuleTopic topic) const {
  return std::find(topics.begin(), topics.end(), topic) != topics.end();
}

std::vector<RuleText> rule_texts(const Ruleset& rules) { return Describer(rules).run(); }

std::string describe(const Ruleset& rules) {
  std::string text;
  for (const RuleText& rule : rule_texts(rules)) text += rule.text + "\n";
  return text;
}

std::string sentence(std::string clause) {
  if (clause.empty()) return clause;
  clause.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(clause.front())));
  return clause + ".";
}

std::string clause(Singles singles) {
  switch (singles) {
    case Singles::ok: break;
    case Singles::never: return "a single seed cannot be played";
    case Singles::last: return "a single seed can be played only if the mover has no pit with more seeds";
    case Singles::onto_empty: return "a single seed can be played only into an empty pit";
    case Singles::last_onto_empty:
      return "a single seed can be played only into an empty pit, and only if the mover has no pit with more seeds";
  }
  return "";
}

std::string clause(Twos twos) {
  switch (twos) {
    case Twos::ok: break;
    case Twos::last:
      return "a pit with two seeds can be played only if all of the mover's nonempty pits hold two seeds";
    case Twos::last_pit:
      return "a pit with two seeds can be played only if all of the mover's nonempty pits hold two seeds, and then "
             "only the last of them";
  }
  return "";
}

std::string clause(Reach reach) {
  switch (reach) {
    case Reach::any: break;
    case Reach::theirs_or_empty: return "the first lap must reach the opponent's side or end in an empty pit";
    case Reach::occupied: return "the first lap must end in a nonempty pit";
  }
  return "";
}

std::string clause(OpeningPits pits) {
  const std::string words = opening_pits_words(pits);
  return words.empty() ? "" : "in the opening, " + words;
}

std::string describe_limits(const Ruleset& rules) {
  if (rules.never_repeats()) return "";
  std::vector<std::string> ends;
  if (rules.repeat_count > 0) ends.push_back(fmt::format("if {} (end.repeat_count)", repetition_condition(rules)));
  if (rules.quiet > 0)
    ends.push_back(fmt::format("after {} without a capture (end.quiet)", plural(rules.quiet, "move")));
  const std::string turn =
      rules.relays() ? fmt::format("a turn ends after {} (end.laps), and ", plural(rules.laps, "lap")) : "";
  return fmt::format("Positions can repeat: {}the game ends {}.", turn, joined(ends, "or"));
}

}  // namespace sow
