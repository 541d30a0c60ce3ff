// The rules of a game in words, made from its data.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "rules/game_def.h"
#include "rules/vocabulary.h"

namespace sow {
namespace {

std::string plural(int n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::string count_words(const CountTest& test) {
  switch (test.kind) {
    case CountTest::Kind::any: return "any number of seeds";
    case CountTest::Kind::even: return "an even number of seeds";
    case CountTest::Kind::above: return fmt::format("more than {}", plural(test.bound, "seed"));
    case CountTest::Kind::list: break;
  }
  std::vector<unsigned> counts;
  for (unsigned i = 0; i <= max_listed; ++i)
    if (test.matches(i)) counts.push_back(i);
  std::string list;
  for (std::size_t i = 0; i < counts.size(); ++i)
    list += fmt::format("{}{}", i == 0 ? "" : i + 1 == counts.size() ? " or " : ", ", counts[i]);
  return list + (counts.back() == 1 ? " seed" : " seeds");
}

std::string where_words(const Land& land) {
  std::string text = land.at == LandAt::any ? "in a pit" : fmt::format("in {}", help_of(land.at));
  if (land.count == CountTest{.kind = CountTest::Kind::list, .listed = 2})
    text += " that was empty";
  else if (land.count == CountTest{.kind = CountTest::Kind::above, .bound = 1})
    text += " that was not empty";
  else if (land.count == CountTest{.kind = CountTest::Kind::list, .listed = 1})
    text += " that is empty after it";
  else if (land.count != CountTest{})
    text += fmt::format(" and makes {} there", count_words(land.count));
  const auto facing = [&](const CountTest& test, std::string_view which) {
    if (test == CountTest{}) return;
    if (test == CountTest{.kind = CountTest::Kind::list, .listed = 1})
      text += fmt::format(", and {} is empty", which);
    else if (test == CountTest{.kind = CountTest::Kind::above, .bound = 0})
      text += fmt::format(", and {} is not empty", which);
    else
      text += fmt::format(", and {} has {}", which, count_words(test));
  };
  facing(land.opposite, "the pit facing it");
  facing(land.outer, "the pit behind that one");
  facing(land.next, "the next pit");
  facing(land.beyond, "the pit after the next");
  facing(land.behind, "the pit before it");
  if (land.sown != CountTest{}) text += fmt::format(", after a lap of {}", count_words(land.sown));
  return text;
}

std::string chain_words(const Land& land) {
  if (land.take.ahead()) return ", and likewise from there as long as that goes on,";
  std::string run = land.chain_most == 0   ? "the unbroken run of such pits"
                    : land.chain_most == 1 ? "one more such pit"
                                           : fmt::format("up to {} such pits", land.chain_most);
  const std::string_view where = land.chain == Chain::back ? "behind" : "after";
  if (land.chain_over == ChainOver::any)
    return fmt::format(", and likewise from each pit {} it, whatever it holds, as long as that goes on,", where);
  if (land.chain_over == ChainOver::empty)
    return fmt::format(", and likewise from each empty pit {} it as long as that goes on,", where);
  const bool both = land.chain_over == ChainOver::both_sides;
  return fmt::format(", with those of {} {} it{},", run, where,
                     both                        ? " on either side"
                     : land.at == LandAt::theirs ? " on the opponent's side"
                                                 : "");
}

std::string take_words(const Land& land) {
  std::string what;
  const auto add = [&](bool taken, std::string_view name) {
    if (taken) what += fmt::format("{}{}", what.empty() ? "" : " and ", name);
  };
  const bool single = land.count == CountTest{.kind = CountTest::Kind::list, .listed = 2};
  add(land.take.pit, land.take.any_other_than_pit() && single ? "that seed" : "the seeds there");
  add(land.take.two, "that seed and one more, if there is one,");
  add(land.take.opposite, "the seeds of the facing pit");
  add(land.take.outer,
      land.take.opposite ? "those of the pit behind it" : "the seeds of the pit behind the facing one");
  add(land.take.next, "the seeds of the next pit");
  add(land.take.beyond, "the seeds of the pit after the next");
  add(land.take.beyond_opposite, "those of the pit facing that one");
  if (land.take.each)
    add(true, fmt::format("the seeds of each pit of the opponent that has {}", count_words(land.each)));
  if (land.chain != Chain::none) what += chain_words(land);
  if (land.to == CaptureTo::restart)
    return what + " are taken and sown from the pit after the one where this lap began";
  if (land.to == CaptureTo::out) return what + " leave the game";
  if (land.to == CaptureTo::resow)
    return what + " are taken, joined to those of the pit just reached, and all are sown on from the next";
  if (land.to == CaptureTo::sow)
    return what + " are taken and sown on from the next pit, while the pit just reached keeps its own";
  return what + " go to the mover's store";
}

std::string land_words(const Land& land) {
  std::string text = fmt::format("When the last seed falls {}, ", where_words(land));
  constexpr std::array with = {"", " and the pit facing it", " and the pit before it"};
  if (land.own)
    text += fmt::format("the mover owns this pit{} from now on", with[static_cast<std::size_t>(land.own_with)]);
  if (land.take.any()) text += take_words(land);
  if (land.sows_captured()) return text + ".";
  if (land.captures()) text += land.then == AfterLand::end ? " and " : ", and ";
  if (land.then == AfterLand::relay) return text + "the seeds of this pit are lifted and sown on.";
  if (land.then == AfterLand::next) {
    const bool seeds_there = !land.take.ahead() && !land.next.matches(0);
    return text + fmt::format("the seeds of the pit after {} are lifted and sown on{}.",
                              land.take.ahead() ? "the last one taken" : "this one",
                              seeds_there ? "" : "; if it is empty, the turn ends");
  }
  return text + std::string(help_of(land.then)) + ".";
}

std::string sentence(std::string_view help) {
  std::string text(help);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

std::string pass_words(const Pass& pass) {
  return fmt::format("When {} makes {} in {}, these go at once to {}.\n",
                     pass.last ? "a seed, also the last of a lap," : "a seed that is not the last of a lap",
                     count_words(pass.count), pass.at == LandAt::any ? "a pit" : help_of(pass.at), help_of(pass.to));
}

std::string own_at_words(OwnAt at) {
  switch (at) {
    case OwnAt::any: return "";
    case OwnAt::not_last: return "The last pit of a side cannot be owned.\n";
    case OwnAt::ends: return "Only the first and the last pit of a side can be owned.\n";
    case OwnAt::not_ends: return "The first and the last pit of a side cannot be owned.\n";
    case OwnAt::my_middle_their_ends:
      return "A player can own their own pits but the first and the last, and the opponent's first and last.\n";
  }
  return "";
}

std::string own_words(const Ruleset& rules) {
  std::string text = "A pit that a player owns is never lifted";
  text += rules.own.keep  ? "; seeds stay in it, and at the end they are the owner's.\n"
          : rules.own.out ? "; seeds that fall there leave the game.\n"
                          : "; its seeds, and all that fall there later, go to the owner's store.\n";
  if (rules.own.skip) text += "A player's seeds pass over the pits that the opponent owns.\n";
  if (rules.own.most > 0) text += fmt::format("A player owns at most {}.\n", plural(rules.own.most, "pit"));
  text += own_at_words(rules.own.at);
  if (rules.own.apart != Apart::no)
    text += fmt::format(
        "A pit cannot be owned if the opponent owns {}.\n",
        rules.own.apart == Apart::facing ? "the pit facing it" : "the pit with the same number on the other side");
  return text;
}

std::string opening_words(const Ruleset& rules) {
  std::string text = fmt::format("The first {} of the game {} the opening:",
                                 rules.opening.turns == 1 ? "turn" : fmt::format("{} turns", rules.opening.turns),
                                 rules.opening.turns == 1 ? "is" : "are");
  if (rules.opening.pits != OpeningPits::any) text += fmt::format(" {};", help_of(rules.opening.pits));
  if (rules.opening.sow != OpeningSow::plain) text += fmt::format(" {};", help_of(rules.opening.sow));
  if (!rules.opening.reverse) text += " seeds go the given direction;";
  if (!rules.opening.skips) text += " no pit is passed over for what it holds;";
  if (!rules.opening.captures) text += " nothing is captured;";
  if (!rules.opening.relays) text += " a turn has one lap;";
  text.back() = '.';
  return text + "\n";
}

std::string move_words(const Ruleset& rules) {
  std::string text;
  if (rules.reverse != Reverse::never) {
    std::string pits;
    for (int i = 0; rules.reverse_pits != 0 && i < rules.pits_per_player(); ++i)
      if ((rules.reverse_pits >> i & 1) != 0)
        pits += fmt::format("{}{}", pits.empty() ? "" : ", ", static_cast<char>('A' + i));
    text += rules.reverse == Reverse::free ? "The player may sow the other way instead" : "A move may go the other way";
    if (!pits.empty()) text += fmt::format(" from {} {}", pits.size() == 1 ? "pit" : "the pits", pits);
    text += rules.reverse == Reverse::free ? ".\n" : " if the last seed of its first lap captures.\n";
  }
  if (rules.first != First::next) text += sentence(help_of(rules.first)) + "\n";
  if (rules.singles != Singles::ok) text += sentence(help_of(rules.singles)) + "\n";
  if (rules.twos != Twos::ok) text += sentence(help_of(rules.twos)) + "\n";
  if (rules.facing != Facing::any) text += sentence(help_of(rules.facing)) + "\n";
  if (!rules.undo)
    text += "A single seed that has come over the end to an empty pit may not go straight back in the next turn.\n";
  if (rules.reach != Reach::any) text += sentence(help_of(rules.reach)) + "\n";
  if (rules.must_capture) text += "A player who can capture must.\n";
  return text;
}

std::string ordinal(int n) {
  constexpr std::array words = {"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"};
  return words[static_cast<std::size_t>(n - 1)];
}

std::string plies(int n) { return n == 1 ? "1 ply" : fmt::format("{} plies", n); }

// What becomes of the seeds in the pits. `other` is the player who gets them by Rest::opponent, `stuck` by Rest::emptied.
std::string rest_words(Rest rest, std::string_view other, std::string_view stuck) {
  switch (rest) {
    case Rest::owner: return "each player takes the seeds on their own side";
    case Rest::none: return "the seeds left are nobody's";
    case Rest::opponent: return fmt::format("{} takes all the seeds left", other);
    case Rest::emptied: return fmt::format("{} takes all the seeds left", stuck);
    case Rest::split: return "the seeds left are shared equally; an odd one is nobody's";
  }
  return "";
}

std::string end_words(const Ruleset& rules) {
  std::string text;
  if (rules.few > 0)
    text += fmt::format("A move that leaves at most {} in the pits ends the game: {}.\n", plural(rules.few, "seed"),
                        rules.north_first ? "North, who began this round, takes them" : help_of(rules.few_to));
  if (rules.cleared)
    text += "A player whose turn leaves their own side empty takes all the seeds left, and the game ends.\n";
  if (rules.majority)
    text += "The game ends as soon as a player holds more than half of all the seeds, or both hold exactly half.\n";
  if (rules.when.side_empty)
    text +=
        fmt::format("The game ends when all pits of one side are empty: {}.\n",
                    rules.rest == Rest::owner ? "the other player takes what is left on their own side"
                                              : rest_words(rules.rest, "the other player", "the player of that side"));
  if (rules.stuck == Stuck::pass)
    text += fmt::format("A player who cannot move passes; when neither can move, the game ends: {}.\n",
                        rest_words(rules.rest, "the opponent of the player to move", "the player to move"));
  else if (rules.when.stuck && rules.stuck == Stuck::end)
    text += fmt::format("When the player to move has no legal move, the game ends: {}.\n",
                        rest_words(rules.rest, "the opponent", "that player"));
  else if (rules.when.stuck)
    text += fmt::format("A player to move who has no legal move {} the game, whatever is left on the board.\n",
                        rules.stuck == Stuck::lose ? "loses" : "wins");
  if (!rules.never_repeats()) {
    if (rules.repeat_count > 0)
      text += fmt::format("When a position comes a {} time, the game ends: {}.\n", ordinal(rules.repeat_count),
                          help_of(rules.repeat));
    if (rules.quiet > 0)
      text += fmt::format("After {} in a row without a capture the game ends: {}.\n", plies(rules.quiet),
                          help_of(rules.repeat));
  }
  return text + "Whoever has more seeds wins; equal numbers are a draw.\n";
}

std::string round_words(const Ruleset& rules) {
  const Rounds& rounds = rules.rounds;
  std::string text = fmt::format("In a match of rounds, after each round {}.\n", help_of(rounds.refill));
  const bool anew = rounds.refill == Refill::anew;
  if (!anew) text += "Seeds that nobody won are shared first, an odd one going to the player with fewer.\n";
  if (rounds.refill == Refill::own) text += fmt::format("Pits are filled {}.\n", help_of(rounds.from));
  text += fmt::format("The next round is begun by {}.\n", help_of(rounds.begins));
  if (rounds.most > 0) text += fmt::format("A match has {}{}.\n", anew ? "" : "at most ", plural(rounds.most, "round"));
  if (anew) return text;
  const std::string few = rounds.least == 1 ? "no pit" : fmt::format("fewer than {} pits", rounds.least);
  return text + fmt::format("A player who would have {} loses the match.\n", few);
}

}  // namespace

std::string pit_letters(const std::array<std::uint32_t, 2>& pits) {
  std::string text;
  for (std::size_t side = 0; side < 2; ++side)
    for (int i = 0; i < max_pits; ++i)
      if ((pits[side] >> i & 1) != 0) text += static_cast<char>((side == 0 ? 'A' : 'a') + i);
  return text;
}

std::string pit_list(const std::array<std::uint32_t, 2>& pits) {
  const std::string letters = pit_letters(pits);
  std::string list;
  for (std::size_t i = 0; i < letters.size(); ++i)
    list += fmt::format("{}{}", i == 0 ? "" : i + 1 == letters.size() ? " and " : ", ", letters[i]);
  return list;
}

std::string describe(const Ruleset& rules) {
  std::string text = fmt::format("The board has {} rows of {}, {}.\n", rules.rows, plural(rules.pits, "pit"),
                                 rules.has_stores() ? "and each player has a store" : "and no stores");
  if (rules.rows == 3) text += "Each player has the row on their side and half of the middle one.\n";
  text += rules.setup.listed
              ? "The start position is given pit by pit. South moves first.\n"
              : fmt::format("At the start each pit holds {}. South moves first.\n", plural(rules.setup.seeds, "seed"));
  if (rules.closes())
    text += fmt::format("Closed in this round, neither sown nor lifted: {}.\n", pit_list(rules.closed));
  text +=
      "A move lifts all the seeds of one of the mover's pits and drops them one by one into the holes that follow,\n";
  text += fmt::format("{}{}.\n", help_of(rules.direction),
                      rules.four_rows()   ? ", round the mover's own two rows only"
                      : rules.own_track() ? ", round the mover's own side only"
                                          : "");
  text += move_words(rules);
  if (rules.has_stores()) text += sentence(help_of(rules.store)) + "\n";
  text += rules.skip_origin ? "The pit that was lifted is passed over each time round.\n"
                            : "A sowing that comes round drops a seed in the pit that was lifted, too.\n";
  if (rules.skip != SkipAt::none)
    text += fmt::format("Seeds pass over {} that hold {}.\n",
                        rules.skip == SkipAt::any ? "pits" : "pits of the opponent", plural(rules.skip_count, "seed"));
  if (rules.before != Before::nothing) text += sentence(help_of(rules.before)) + "\n";
  for (int i = 0; i < rules.pass_count; ++i) text += pass_words(rules.passes[i]);
  for (int i = 0; i < rules.land_count; ++i) text += land_words(rules.lands[i]) + "\n";
  if (rules.land_count > 0) text += "In any other case the turn ends.\n";
  if (rules.owns()) text += own_words(rules);
  if (rules.opening.turns > 0) text += opening_words(rules);
  if (rules.relays())
    text += fmt::format("A turn has at most {}: when the last seed of the last lap has fallen, it ends.\n",
                        plural(rules.laps, "lap"));
  if (rules.again_once) text += "A further turn gives no further one.\n";
  if (rules.grand_slam != GrandSlam::allowed) text += sentence(help_of(rules.grand_slam)) + "\n";
  if (rules.feed == Feed::must || rules.feed == Feed::if_empty) text += sentence(help_of(rules.feed)) + "\n";
  if (rules.feed == Feed::if_possible)
    text += "A move that leaves the opponent without a seed is illegal unless every move does.\n";
  text += end_words(rules);
  if (rules.rounds.refill != Refill::no) text += round_words(rules);
  return text;
}

std::vector<std::string> rule_sentences(const Ruleset& rules) {
  std::vector<std::string> sentences;
  std::string sentence;
  for (const char c : describe(rules)) {
    if (c != '\n') {
      sentence += c;
    } else if (sentence.ends_with('.')) {
      sentences.push_back(std::move(sentence));
      sentence.clear();
    } else {
      sentence += ' ';
    }
  }
  return sentences;
}

std::string describe_limits(const Ruleset& rules) {
  if (rules.never_repeats()) return "";
  std::string turn, game;
  if (rules.relays()) turn = fmt::format("a turn ends after {} (end.laps), ", plural(rules.laps, "lap"));
  if (rules.repeat_count > 0)
    game = fmt::format("when a position comes a {} time (end.repeat_count)", ordinal(rules.repeat_count));
  if (rules.quiet > 0)
    game += fmt::format("{}after {} without a capture (end.quiet)", game.empty() ? "" : " or ", plies(rules.quiet));
  return fmt::format("It cannot go on for ever: {}the game ends {}.", turn, game);
}

}  // namespace sow
