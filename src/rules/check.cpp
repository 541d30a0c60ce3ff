#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rules/game_def.h"
#include "rules/vocabulary.h"

namespace sow {
namespace {

// A key has one problem at a time: what is wrong with it besides is often the same seen from another side.
struct Findings {
  std::vector<Problem> list;

  void add(Problem problem) {
    const bool known = std::any_of(list.begin(), list.end(), [&](const Problem& other) {
      return other.section == problem.section && other.key == problem.key && other.index == problem.index;
    });
    if (!known) list.push_back(std::move(problem));
  }
  void add(std::string section, std::string key, std::string message) {
    add(Problem{std::move(section), std::move(key), std::move(message)});
  }
};

void look_at_board(const Ruleset& rules, Findings& found) {
  constexpr std::array numbers = {"two", "three", "four"};
  if (rules.rows == 3 && rules.pits % 2 == 1)
    found.add("board", "pits", "on three rows board.pits is even: each player has half of the middle row");
  if (rules.pits_per_player() > max_pits)
    found.add("board", "pits",
              fmt::format("board.pits is at most {} on {} rows", 2 * max_pits / rules.rows, numbers[rules.rows - 2u]));
  if (rules.has_state() && rules.pits_per_player() > max_pits_with_state)
    found.add(
        "board", "pits",
        fmt::format("a player has at most {} pits in a game whose positions are more than seeds", max_pits_with_state));
}

void look_at_setup(const Ruleset& rules, Findings& found) {
  if (rules.pits_per_player() > max_pits) return;
  int total = 0;
  for (int i = 0; i < rules.pits_per_player(); ++i)
    total += rules.setup.listed ? rules.setup.south[i] + rules.setup.north[i] : 2 * rules.setup.seeds;
  if (total > max_seeds) found.add("setup", "seeds", fmt::format("{} seeds in all are more than {}", total, max_seeds));
  if (total == 0) found.add("setup", "seeds", "there are no seeds");
  for (int i = rules.pits_per_player(); i < max_pits; ++i)
    if (rules.setup.listed && (rules.setup.south[i] || rules.setup.north[i]))
      found.add("board", "pits", "the start position has more pits than the board");
}

void look_at_sowing(const Ruleset& rules, Findings& found) {
  const bool by_pit = rules.direction == Direction::split || rules.direction == Direction::opposed;
  if (by_pit && rules.rows != 2)
    found.add("sow", "direction", fmt::format("sow.direction = \"{}\" needs two rows", text_of(rules.direction)));
  if (rules.reverse == Reverse::never && rules.reverse_pits != 0)
    found.add("sow", "reverse_pits", "sow.reverse_pits says nothing without sow.reverse");
  if (rules.sows_store() && rules.four_rows())
    found.add("sow", "store",
              fmt::format("sow.store = \"{}\" needs a board of two or three rows", text_of(rules.store)));
  if (rules.track == Track::own && rules.rows != 2)
    found.add("sow", "track", "sow.track = \"own\" needs two rows: on four, seeds never leave the mover's side");
  if ((rules.skip == SkipAt::none) != (rules.skip_count == 0))
    found.add("sow", "skip_count", "sow.skip and sow.skip_count go together");
  if (rules.skip == SkipAt::theirs && rules.own_track())
    found.add("sow", "skip", "seeds never come to the opponent's pits here");
  if (rules.before != Before::nothing && rules.rows != 2)
    found.add("sow", "before", fmt::format("sow.before = \"{}\" needs two rows", text_of(rules.before)));
  if (rules.first == First::origin && rules.skip_origin)
    found.add("sow", "first", "sow.first = \"origin\" and sow.skip_origin contradict each other");
}

void look_at_pass(const Ruleset& rules, int index, Findings& found) {
  const Pass& pass = rules.passes[index];
  const auto bad = [&](std::string key, std::string message) {
    found.add({"pass", std::move(key), std::move(message), index});
  };
  if (rules.four_rows()) bad("at", "[[pass]] rules are for boards of two or three rows");
  if (pass.at != LandAt::any && pass.at != LandAt::mine && pass.at != LandAt::theirs)
    bad("at", "pass.at is \"any\", \"mine\" or \"theirs\"");
  if (rules.track == Track::own) bad("at", "[[pass]] rules need seeds that go round the board");
  if (pass.count.any() || pass.count.matches(1)) bad("count", "pass.count must leave single seeds where they fall");
}

void look_at_land(const Ruleset& rules, int index, Findings& found) {
  const Land& land = rules.lands[index];
  const auto bad = [&](std::string key, std::string message) {
    found.add({"land", std::move(key), std::move(message), index});
  };
  const CountTest no_test;
  const TakeSet& take = land.take;
  const bool row_of_four = land.at == LandAt::inner || land.at == LandAt::outer;
  if (!rules.four_rows() && row_of_four)
    bad("at", fmt::format("land.at = \"{}\" needs a board of four rows", text_of(land.at)));
  if (rules.track == Track::own && land.at == LandAt::theirs) bad("at", "seeds never fall on the opponent's side here");
  if (rules.four_rows() && (land.at == LandAt::theirs || land.at == LandAt::mine || land.at == LandAt::last))
    bad("at", "on four rows each player sows their own holes only: land.at is \"inner\", \"outer\" or \"any\"");
  if (land.at == LandAt::store && !rules.sows_store()) bad("at", "land.at = \"store\" needs sow.store = \"own\"");
  const bool faces = land.opposite != no_test || land.outer != no_test || take.facing();
  const bool leads =
      land.next != no_test || land.beyond != no_test || land.behind != no_test || take.ahead() || take.beyond_opposite;
  const bool plain_then = land.then == AfterLand::end || land.then == AfterLand::again;
  if (land.at == LandAt::store &&
      (faces || leads || land.count != no_test || land.sown != no_test || land.captures() || !plain_then))
    bad("at", "a seed in the store takes nothing: only `then` goes with land.at = \"store\"");
  if (land.at == LandAt::owned && !(rules.owns() && rules.own.keep))
    bad("at", "land.at = \"owned\" needs pits that are owned and keep their seeds (own.keep)");
  if (take.two != (land.at == LandAt::owned && take.any()))
    bad("take", "take = [\"two\"] is what goes with land.at = \"owned\"");
  if (land.at == LandAt::owned && (land.own || land.then == AfterLand::relay || land.sows_captured()))
    bad("at", "a pit that is owned is not lifted");
  if (rules.rows == 3 && (faces || take.beyond_opposite))
    bad(take.any() ? "take" : "opposite", "on three rows no pit faces another");
  if (!rules.four_rows() && (land.outer != no_test || land.take.outer))
    bad(land.take.outer ? "take" : "outer", "outer holes exist on a board of four rows only");
  if (rules.four_rows() && faces && land.at != LandAt::inner)
    bad("at", "only inner holes face the opponent: land.at must be \"inner\" here");
  if (!take.any() && (land.chain != Chain::none || land.to != CaptureTo::store))
    bad("take", "land.chain and land.to say nothing without land.take");
  if (land.chain == Chain::back && take.ahead()) bad("chain", "pits that follow are taken by a chain forward");
  if (land.chain != Chain::none && take.two) bad("chain", "take = [\"two\"] makes no chain");
  if (land.chain == Chain::none && land.chain_most > 0)
    bad("chain_most", "land.chain_most says nothing without land.chain");
  if (take.beyond_opposite && !take.beyond) bad("take", "take = [\"beyond-opposite\"] goes with \"beyond\"");
  if (land.sows_captured() && take.pit) bad("take", "the hole just reached is never captured to be sown on");
  if (land.sows_captured() && land.then != AfterLand::end)
    bad("then", fmt::format("land.to = \"{}\" says itself how the turn goes on", text_of(land.to)));
  if (rules.skip_origin && (land.to == CaptureTo::sow || land.to == CaptureTo::restart))
    bad("to", "captured seeds that are sown on were lifted nowhere: sow.skip_origin does not go with that");
  if (land.sows_captured() && rules.grand_slam == GrandSlam::opponent_rest)
    bad("to", "captured seeds cannot be sown on where a grand slam gives the rest to the opponent");
  const bool leaves = rules.grand_slam == GrandSlam::leave_first || rules.grand_slam == GrandSlam::leave_last;
  if (land.then == AfterLand::next && land.chain == Chain::forward && leaves)
    bad("then", "which pit is next is not clear where a grand slam leaves one of the chain");
  if (land.then == AfterLand::relay && take.pit)
    bad("then", "nothing is left to relay after the hole itself was taken");
  if (land.closes() && (rules.own.keep || land.own_with != OwnWith::none))
    bad("then", "a hole that becomes owned and is sown on keeps no seeds, and no other becomes owned with it");
  if (land.own && rules.own.out && !land.closes())
    bad("then", "own.out needs land.then = \"relay\": the seeds of a hole that becomes owned are sown on");
  if (land.own_with != OwnWith::none && (!land.own || rules.own.most == 1 || rules.pits < 2))
    bad("own_with", "land.own_with needs land.own = true, and two holes that a player may own");
  if (land.own_with == OwnWith::opposite && rules.rows != 2) bad("own_with", "only pits of two rows face each other");
  if (take.each != (land.each != no_test)) bad("each", "land.each and take = [\"each\"] go together");
  if (take.each && (land.chain != Chain::none || land.sows_captured() || rules.four_rows()))
    bad("each", "take = [\"each\"] makes no chain, is not sown on, and is for boards of two or three rows");
  if (land.chain_over != ChainOver::like && (land.chain == Chain::none || take.ahead()))
    bad("chain_over", "land.chain_over needs a chain of the pit itself or of those that face it");
  if (land.chain != Chain::none && land.behind != no_test) bad("behind", "land.behind makes no chain");
  if (land.sown != no_test && rules.opening.sow == OpeningSow::exchange)
    bad("sown", "an exchange of seeds is no lap of which the seeds are counted");
  if (land.own && (take.any() || land.then == AfterLand::next))
    bad("own", "land.own takes the hole's own seeds and nothing else, and the turn ends or the mover has another");
  if (land.own && land.at == LandAt::owned) bad("own", "the pit is owned already");
  if (rules.four_rows() && (take.pit || take.ahead() || land.own))
    bad("take", "on four rows only the opponent's holes are taken");
}

void look_at_owning(const Ruleset& rules, Findings& found) {
  const Owning no_owning;
  if (!rules.owns() && rules.own != no_owning) found.add("own", "most", "[own] says nothing without land.own = true");
  if (rules.own.keep && rules.own.out) found.add("own", "out", "own.keep and own.out contradict each other");
  if (rules.own.skip && rules.skip_origin)
    found.add("own", "skip", "own.skip and sow.skip_origin together may leave no hole for a seed");
  if (rules.rows == 3 && rules.own.apart == Apart::facing)
    found.add("own", "apart", "on three rows no pit faces another");
}

bool gives_turns(const Ruleset& rules) {
  return rules.grand_slam == GrandSlam::again ||
         rules.any_land([](const Land& land) { return land.then == AfterLand::again; });
}

void look_at_turn(const Ruleset& rules, Findings& found) {
  const Opening no_opening;
  if (rules.opening.turns == 0 && rules.opening != no_opening)
    found.add("opening", "turns", "[opening] says nothing without opening.turns");
  if (!rules.opening.reverse && !rules.reverses())
    found.add("opening", "reverse", "opening.reverse says nothing without sow.reverse");
  if (!rules.opening.skips && rules.skip == SkipAt::none)
    found.add("opening", "skips", "opening.skips says nothing without sow.skip");
  if (rules.opening.sow != OpeningSow::plain && (rules.rows != 2 || rules.track == Track::own))
    found.add("opening", "sow",
              fmt::format("opening.sow = \"{}\" needs two rows and seeds that go round the board",
                          text_of(rules.opening.sow)));
  if (rules.opening.sow == OpeningSow::cross && rules.sows_store())
    found.add("opening", "sow", "opening.sow = \"cross\" needs stores that are not sown");
  if (rules.opening.sow == OpeningSow::exchange &&
      (rules.reach != Reach::any || rules.feed != Feed::no || rules.before != Before::nothing || !rules.undo))
    found.add("opening", "sow",
              "opening.sow = \"exchange\" goes without move.reach, move.undo, turn.feed and sow.before");
  if (rules.again_once && !gives_turns(rules))
    found.add("turn", "again_once", "turn.again_once says nothing where no further turns are given");
  if (!rules.undo &&
      (rules.rows != 2 || !rules.two_ways() || rules.own_track() || rules.direction == Direction::opposed))
    found.add("move", "undo", "move.undo = false needs two rows and seeds that travel both ways round the board");
  if (rules.facing != Facing::any && rules.rows != 2)
    found.add("move", "facing", fmt::format("move.facing = \"{}\" needs two rows", text_of(rules.facing)));
  if (rules.four_rows() && (rules.feed != Feed::no || rules.grand_slam != GrandSlam::allowed))
    found.add("turn", "feed", "turn.feed and turn.grand_slam are for boards of two rows");
  if (!rules.when.stuck && rules.stuck != Stuck::end)
    found.add("turn", "stuck", fmt::format("turn.stuck = \"{}\" needs end.when = [\"stuck\"]", text_of(rules.stuck)));
  if ((rules.stuck == Stuck::lose || rules.stuck == Stuck::win) && rules.has_stores())
    found.add("turn", "stuck",
              fmt::format("turn.stuck = \"{}\" is for games without stores: what is in a store is won",
                          text_of(rules.stuck)));
}

void look_at_end(const Ruleset& rules, Findings& found) {
  if (!rules.when.stuck && !rules.when.side_empty)
    found.add("end", "when", "the game would never end: end.when is empty");
  if (!rules.when.stuck && (rules.singles == Singles::never || rules.singles == Singles::onto_empty ||
                            rules.singles == Singles::last_onto_empty || rules.reach != Reach::any ||
                            rules.feed != Feed::no || rules.facing != Facing::any || !rules.undo ||
                            rules.grand_slam == GrandSlam::illegal || rules.opening.pits != OpeningPits::any))
    found.add("end", "when", "a player may have seeds and no legal move: end.when needs \"stuck\"");
  if (rules.majority && !rules.has_stores())
    found.add("end", "majority", "end.majority needs captures that go to a store");
  if (rules.owns() && rules.own.keep && rules.grand_slam != GrandSlam::allowed)
    found.add("turn", "grand_slam", "where owned pits keep their seeds, grand slams are allowed");
  if (rules.majority && rules.any_land([](const Land& l) { return l.to == CaptureTo::out; }))
    found.add("end", "majority", "end.majority is of all the seeds, and captured seeds leave the game here");
  if (rules.owns() && rules.own.keep && rules.majority)
    found.add("end", "majority", "end.majority counts the stores, and owned pits keep their seeds here");
  if (rules.few == 0 && rules.few_to == FewTo::first)
    found.add("end", "few_to", "end.few_to says nothing without end.few");
  if (rules.cleared && rules.four_rows()) found.add("end", "cleared", "end.cleared is for boards of two or three rows");
  if (rules.majority && rules.own.out)
    found.add("end", "majority", "end.majority is of all the seeds, and seeds leave the game here");
  if (rules.few > 0 && rules.four_rows()) found.add("end", "few", "end.few is for boards of two or three rows");
  if (rules.repeat_count == 1) found.add("end", "repeat_count", "end.repeat_count is 0 or at least 2");
  if (rules.repeat_count == 0 && rules.quiet == 0 && !rules.never_repeats())
    found.add("end", "repeat_count", "positions can repeat: give end.repeat_count or end.quiet");
  else if (rules.repeat_count == 0 && rules.any_land([](const Land& l) { return l.sows_captured(); }))
    found.add("end", "repeat_count", "captured seeds are sown again without end: give end.repeat_count");
  if (rules.quiet > 0 && rules.never_repeats())
    found.add("end", "quiet", "no position of this game can repeat: end.quiet has no use");
}

void look_at_closed_pits(const Ruleset& rules, Findings& found) {
  if (rules.opening.pits != OpeningPits::any)
    found.add("opening", "pits", "in rounds pits can be closed: opening.pits is \"any\"");
  if (rules.opening.sow != OpeningSow::plain)
    found.add("opening", "sow", "in rounds pits can be closed: opening.sow is \"plain\"");
  if (!rules.undo) found.add("move", "undo", "in rounds pits can be closed: move.undo is true");
}

// Nothing of a round is left in the next one: any board will do.
void look_at_new_starts(const Ruleset& rules, Findings& found) {
  const Rounds& rounds = rules.rounds;
  if (rounds.most == 0) found.add("rounds", "refill", "rounds that are begun anew have no end: give rounds.most");
  if (rounds.from != FillFrom::first) found.add("rounds", "from", "rounds.from says nothing where all pits are filled");
  if (rounds.least != 1) found.add("rounds", "least", "rounds.least says nothing where all pits are filled");
  if (rules.closes()) found.add("rounds", "refill", "no pit is closed where each round is begun anew");
}

void look_at_rounds(const Ruleset& rules, Findings& found) {
  const Rounds& rounds = rules.rounds;
  if (rounds.refill == Refill::no) {
    if (rules.closes()) look_at_closed_pits(rules, found);
    if (rounds != Rounds{}) found.add("rounds", "refill", "[rounds] says nothing without rounds.refill");
    return;
  }
  if (rounds.refill == Refill::anew) return look_at_new_starts(rules, found);
  if (rules.four_rows()) found.add("rounds", "refill", "on four rows rounds are begun anew: rounds.refill is \"anew\"");
  if (rules.setup.listed) found.add("rounds", "refill", "rounds fill every pit with the same number: give setup.seeds");
  if (!rules.has_stores()) found.add("rounds", "refill", "rounds need captures that go to a store");
  look_at_closed_pits(rules, found);
  if (rounds.refill != Refill::share) return;
  if (rules.rows != 2) found.add("rounds", "refill", "pits are shared on boards of two rows");
  if (rounds.from != FillFrom::first) found.add("rounds", "from", "rounds.from says nothing where all pits are filled");
  if (rules.direction != Direction::ccw && rules.direction != Direction::cw)
    found.add("rounds", "refill", "pits are shared where both players sow one way: sow.direction is \"ccw\" or \"cw\"");
  const bool faces =
      rules.any_land([](const Land& l) { return !l.opposite.any() || l.take.facing() || l.take.beyond_opposite; });
  if (faces) found.add("rounds", "refill", "where pits are shared, no rule may ask which pit faces another");
}

}  // namespace

std::vector<Problem> find_problems(const Ruleset& rules) {
  Findings found;
  look_at_board(rules, found);
  look_at_setup(rules, found);
  look_at_sowing(rules, found);
  for (int i = 0; i < rules.pass_count; ++i) look_at_pass(rules, i, found);
  for (int i = 0; i < rules.land_count; ++i) look_at_land(rules, i, found);
  look_at_owning(rules, found);
  look_at_turn(rules, found);
  look_at_end(rules, found);
  look_at_rounds(rules, found);
  return std::move(found.list);
}

}  // namespace sow
