// The rules of a game in words, made from its data.
#include <fmt/format.h>

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
  std::string list;
  unsigned last = 0;
  for (unsigned i = 0; i <= max_listed; ++i) {
    if (!test.matches(i)) continue;
    list += fmt::format("{}{}", list.empty() ? "" : " or ", i);
    last = i;
  }
  return list + (last == 1 ? " seed" : " seeds");
}

std::string where_words(const Land& land) {
  std::string text = land.at == LandAt::any ? "in a pit" : fmt::format("in {}", help_of(land.at));
  if (land.count == CountTest{.kind = CountTest::Kind::list, .listed = 2})
    text += " that was empty";
  else if (land.count == CountTest{.kind = CountTest::Kind::above, .bound = 1})
    text += " that was not empty";
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
  return text;
}

std::string take_words(const Land& land) {
  std::string what;
  const auto add = [&](bool taken, std::string_view name) {
    if (taken) what += fmt::format("{}{}", what.empty() ? "" : " and ", name);
  };
  add(land.take.pit, land.take.opposite ? "that seed" : "the seeds there");
  add(land.take.opposite, "the seeds of the facing pit");
  add(land.take.outer,
      land.take.opposite ? "those of the pit behind it" : "the seeds of the pit behind the facing one");
  if (land.chain == Chain::back)
    what += fmt::format(", with those of the unbroken run of such pits behind it{},",
                        land.at == LandAt::theirs ? " on the opponent's side" : "");
  if (land.to == CaptureTo::resow)
    return what + " are taken, joined to those of the pit just reached, and all are sown on from the next";
  if (land.to == CaptureTo::sow)
    return what + " are taken and sown on from the next pit, while the pit just reached keeps its own";
  return what + " go to the mover's store";
}

std::string land_words(const Land& land) {
  std::string text = fmt::format("Last seed {}: ", where_words(land));
  if (land.take.any()) text += take_words(land);
  if (land.to != CaptureTo::store) return text + ".";
  if (land.take.any()) text += land.then == AfterLand::end ? " and " : "; ";
  return text + std::string(help_of(land.then)) + ".";
}

std::string sentence(std::string_view help) {
  std::string text(help);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

std::string end_words(const Ruleset& rules) {
  std::string text;
  if (rules.majority)
    text += "The game ends as soon as a player holds more than half of all the seeds, or both hold exactly half.\n";
  if (rules.when.side_empty) {
    text += "The game ends when all pits of one side are empty";
    text += rules.rest == Rest::owner ? ": the other player takes what is left on the own side.\n"
                                      : fmt::format("; the seeds left: {}.\n", help_of(rules.rest));
  }
  if (rules.stuck == Stuck::pass) {
    text += fmt::format("A player who cannot move passes; when neither can, the game ends; the seeds left: {}.\n",
                        help_of(rules.rest));
  } else if (rules.when.stuck) {
    text += "A player to move who has no legal move ";
    text += rules.stuck == Stuck::lose ? "loses the game, whatever is left on the board.\n"
                                       : fmt::format("ends the game; the seeds left: {}.\n", help_of(rules.rest));
  }
  if (!rules.never_repeats()) {
    constexpr std::array ordinals = {"third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"};
    if (rules.repeat_count > 0)
      text +=
          fmt::format("When a position comes a {} time, the game ends: {}.\n",
                      rules.repeat_count == 2 ? "second" : ordinals[rules.repeat_count - 3u], help_of(rules.repeat));
    if (rules.quiet > 0)
      text += fmt::format("After {} in a row without a capture the game ends: {}.\n",
                          rules.quiet == 1 ? "1 ply" : fmt::format("{} plies", rules.quiet), help_of(rules.repeat));
  }
  return text + "Whoever has more seeds wins; equal numbers are a draw.\n";
}

}  // namespace

std::string describe(const Ruleset& rules) {
  std::string text = fmt::format("The board has {} rows of {}, {}.\n", rules.rows, plural(rules.pits, "pit"),
                                 rules.has_stores() ? "and each player has a store" : "and no stores");
  text += rules.setup.listed
              ? "The start position is given pit by pit. South moves first.\n"
              : fmt::format("At the start each pit holds {}. South moves first.\n", plural(rules.setup.seeds, "seed"));
  text +=
      "A move lifts all the seeds of one of the mover's pits and drops them one by one into the holes that follow,\n";
  text += fmt::format("{}{}.\n", help_of(rules.direction),
                      rules.four_rows() ? ", round the mover's own two rows only" : "");
  if (rules.singles != Singles::ok) text += sentence(help_of(rules.singles)) + "\n";
  if (rules.has_stores()) text += sentence(help_of(rules.store)) + "\n";
  text += rules.skip_origin ? "The pit that was lifted is passed over each time round.\n"
                            : "A sowing that comes round drops a seed in the pit that was lifted, too.\n";
  for (int i = 0; i < rules.land_count; ++i) text += land_words(rules.lands[i]) + "\n";
  if (rules.land_count > 0) text += "In any other case the turn ends.\n";
  if (rules.relays())
    text += fmt::format("A turn has at most {}: when the last seed of the last lap has fallen, it ends.\n",
                        plural(rules.laps, "lap"));
  if (rules.grand_slam != GrandSlam::allowed) text += sentence(help_of(rules.grand_slam)) + "\n";
  if (rules.feed == Feed::must || rules.feed == Feed::if_empty) text += sentence(help_of(rules.feed)) + "\n";
  if (rules.feed == Feed::if_possible)
    text += "A move that leaves the opponent without a seed is illegal unless every move does.\n";
  return text + end_words(rules);
}

}  // namespace sow
