#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rules/game_def.h"
#include "rules/vocabulary.h"

namespace sow {
namespace {

// Keeps the first problem for each key: later ones are often consequences of it.
struct ProblemList {
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

void check_board(const Ruleset& rules, ProblemList& found) {
  constexpr std::array row_counts = {"two", "three", "four"};
  if (rules.rows == 3 && rules.pits % 2 == 1)
    found.add("board", "pits", "board.pits must be even on three rows: each player has half of the middle row");
  if (rules.pits_per_player() > max_pits)
    found.add("board", "pits",
              fmt::format("board.pits must be at most {} on {} rows", 2 * max_pits / rules.rows,
                          row_counts[rules.rows - 2u]));
  if (rules.has_state() && rules.pits_per_player() > max_pits_with_state)
    found.add("board", "pits",
              fmt::format("a player can have at most {} pits in a game with owned pits, opening rules, or other state",
                          max_pits_with_state));
}

void check_setup(const Ruleset& rules, ProblemList& found) {
  if (rules.pits_per_player() > max_pits) return;
  int total = 0;
  for (int i = 0; i < rules.pits_per_player(); ++i)
    total += rules.setup.listed ? rules.setup.south[i] + rules.setup.north[i] : 2 * rules.setup.seeds;
  if (total > max_seeds)
    found.add("setup", "seeds", fmt::format("{} seeds in total; at most {} are supported", total, max_seeds));
  if (total == 0) found.add("setup", "seeds", "the game has no seeds");
  for (int i = rules.pits_per_player(); i < max_pits; ++i)
    if (rules.setup.listed && (rules.setup.south[i] || rules.setup.north[i]))
      found.add("board", "pits", "the start position has more pits than the board");
}

void check_sowing(const Ruleset& rules, ProblemList& found) {
  const bool by_pit = rules.direction == Direction::split || rules.direction == Direction::opposed;
  if (by_pit && rules.rows != 2)
    found.add("sow", "direction", fmt::format("sow.direction = \"{}\" needs two rows", text_of(rules.direction)));
  if (rules.reverse == Reverse::never && rules.reverse_pits != 0)
    found.add("sow", "reverse_pits", "sow.reverse_pits has no effect without sow.reverse");
  if (rules.sows_store() && rules.four_rows())
    found.add("sow", "store",
              fmt::format("sow.store = \"{}\" needs a board of two or three rows", text_of(rules.store)));
  if (rules.store_out && !rules.sows_store())
    found.add("sow", "store_out", "sow.store_out has no effect without sow.store");
  if (rules.store_out && rules.has_stores())
    found.add("sow", "store_out", "sow.store_out does not support rules that put other seeds into a store");
  if (rules.track == Track::own && rules.rows != 2)
    found.add("sow", "track", "sow.track = \"own\" needs two rows; on four rows seeds never leave the mover's side");
  if ((rules.skip == SkipAt::none) != (rules.skip_count == 0))
    found.add("sow", "skip_count", "sow.skip and sow.skip_count must be used together");
  if (rules.skip == SkipAt::theirs && rules.own_track())
    found.add("sow", "skip", "seeds never reach the opponent's pits in this game");
  if (rules.before != Before::nothing && rules.rows != 2)
    found.add("sow", "before", fmt::format("sow.before = \"{}\" needs two rows", text_of(rules.before)));
  if (rules.first != First::next && rules.skip_origin)
    found.add("sow", "first",
              fmt::format("sow.first = \"{}\" and sow.skip_origin contradict each other", text_of(rules.first)));
  if (rules.first == First::origin_every_lap && !rules.relays())
    found.add("sow", "first", "sow.first = \"origin-every-lap\" needs turns of several laps; use \"origin\"");
}

void check_pass(const Ruleset& rules, int index, ProblemList& found) {
  const Pass& pass = rules.passes[index];
  const auto bad = [&](std::string key, std::string message) {
    found.add({"pass", std::move(key), std::move(message), index});
  };
  if (rules.four_rows()) bad("at", "[[pass]] rules need a board of two or three rows");
  if (pass.at != LandAt::any && pass.at != LandAt::mine && pass.at != LandAt::theirs)
    bad("at", "pass.at must be \"any\", \"mine\" or \"theirs\"");
  if (rules.track == Track::own) bad("at", "[[pass]] rules need seeds that are sown around the whole board");
  if (pass.count.any() || pass.count.matches(1))
    bad("count", "pass.count must not match 1: single seeds stay where they land");
}

void check_land(const Ruleset& rules, int index, ProblemList& found) {
  const Land& land = rules.lands[index];
  const auto bad = [&](std::string key, std::string message) {
    found.add({"land", std::move(key), std::move(message), index});
  };
  const CountTest no_test;
  const TakeSet& take = land.take;
  const bool needs_four_rows = land.at == LandAt::inner || land.at == LandAt::outer;
  if (!rules.four_rows() && needs_four_rows)
    bad("at", fmt::format("land.at = \"{}\" needs a board of four rows", text_of(land.at)));
  if (rules.track == Track::own && land.at == LandAt::theirs)
    bad("at", "seeds never land on the opponent's side in this game");
  if (rules.four_rows() && (land.at == LandAt::theirs || land.at == LandAt::mine || land.at == LandAt::last))
    bad("at", "land.at must be \"inner\", \"outer\" or \"any\" on four rows: players only sow their own holes");
  if (land.at == LandAt::store && !rules.sows_store()) bad("at", "land.at = \"store\" needs sow.store = \"own\"");
  const bool uses_facing = land.opposite != no_test || land.outer != no_test || land.same || take.facing();
  const bool uses_neighbors =
      land.next != no_test || land.beyond != no_test || land.behind != no_test || take.ahead() || take.beyond_opposite;
  const bool plain_then = land.then == AfterLand::end || land.then == AfterLand::again;
  if (land.at == LandAt::store && (uses_facing || uses_neighbors || land.count != no_test || land.sown != no_test ||
                                   land.if_owner || land.captures() || !plain_then))
    bad("at", "land.at = \"store\" supports only land.then: a seed in the store captures nothing");
  if (land.at == LandAt::owned && !(rules.owns() && rules.own.keep))
    bad("at", "land.at = \"owned\" needs owned pits that keep their seeds (own.keep = true)");
  if (take.two != (land.at == LandAt::owned && take.any()))
    bad("take", "take = [\"two\"] and land.at = \"owned\" must be used together");
  if (land.at == LandAt::owned && (land.own || land.then == AfterLand::relay || land.sows_captured()))
    bad("at", "an owned pit cannot be lifted");
  if (rules.rows == 3 && (uses_facing || take.beyond_opposite))
    bad(take.any() ? "take" : "opposite", "on three rows no pit faces another");
  if (!rules.four_rows() && (land.outer != no_test || land.take.outer))
    bad(land.take.outer ? "take" : "outer", "outer holes exist only on four rows");
  if (rules.four_rows() && uses_facing && land.at != LandAt::inner)
    bad("at", "land.at must be \"inner\" here: only inner holes face the opponent");
  if (!take.any() && (land.chain != Chain::none || land.to != CaptureTo::store))
    bad("take", "land.chain and land.to have no effect without land.take");
  if (land.chain == Chain::back && take.ahead())
    bad("chain", "land.chain must be \"forward\" to capture following pits");
  if (land.chain != Chain::none && take.two) bad("chain", "take = [\"two\"] does not support land.chain");
  if (land.chain == Chain::none && land.max_chain > 0)
    bad("chain_most", "land.chain_most has no effect without land.chain");
  if (take.beyond_opposite && !take.beyond) bad("take", "take = [\"beyond-opposite\"] also needs \"beyond\"");
  if (land.sows_captured() && take.pit) bad("take", "the hole just reached cannot be captured and then sown");
  if (land.sows_captured() && land.then != AfterLand::end)
    bad("then", fmt::format("land.then has no effect with land.to = \"{}\"", text_of(land.to)));
  const bool without_origin = land.sows_captured() && land.to != CaptureTo::resow;
  if (rules.skip_origin && without_origin)
    bad("to", "sow.skip_origin does not support sowing captured seeds: they have no origin");
  if (rules.first == First::origin_every_lap && without_origin)
    bad("to", "sow.first = \"origin-every-lap\" does not support sowing captured seeds: they have no origin");
  if (land.sows_captured() && rules.grand_slam == GrandSlam::opponent_rest)
    bad("to", "captured seeds cannot be sown with turn.grand_slam = \"opponent-rest\"");
  const bool leaves_pit = rules.grand_slam == GrandSlam::spare_first || rules.grand_slam == GrandSlam::spare_last;
  if (land.then == AfterLand::next && land.chain == Chain::forward && leaves_pit)
    bad("then", "land.then = \"next\" is ambiguous when a grand slam leaves a pit of the chain");
  if (land.then == AfterLand::relay && take.pit)
    bad("then", "land.then = \"relay\" has nothing to sow: the hole itself was captured");
  if (land.closes() && (rules.own.keep || land.own_with != OwnWith::none))
    bad("then", "land.own with land.then = \"relay\" does not support own.keep or land.own_with");
  if (land.own && rules.own.out && !land.closes())
    bad("then", "own.out needs land.then = \"relay\": the seeds of a newly owned hole are sown");
  if (land.own_with != OwnWith::none && (!land.own || rules.own.max_pits == 1 || rules.pits < 2))
    bad("own_with", "land.own_with needs land.own = true and a limit of at least two owned holes");
  if (land.own_with == OwnWith::opposite && rules.rows != 2) bad("own_with", "pits face each other only on two rows");
  if (take.each != (land.each != no_test)) bad("each", "land.each and take = [\"each\"] must be used together");
  if (take.each && (land.chain != Chain::none || land.sows_captured() || rules.four_rows()))
    bad("each", "take = [\"each\"] needs two or three rows and does not support land.chain or sowing captured seeds");
  if (land.chain_over != ChainOver::like && (land.chain == Chain::none || take.ahead()))
    bad("chain_over", "land.chain_over needs a chain that captures the pit itself or the facing pits");
  if (land.chain != Chain::none && land.behind != no_test) bad("behind", "land.behind does not support land.chain");
  if (land.sown != no_test && rules.opening.sow == OpeningSow::exchange)
    bad("sown", "land.sown does not support opening.sow = \"exchange\"");
  if (land.own && (take.any() || land.then == AfterLand::next))
    bad("own", "land.own does not support land.take or land.then = \"next\"");
  if (land.own && land.at == LandAt::owned) bad("own", "the pit is already owned");
  if (land.if_owner && !rules.owns()) bad("if_owner", "the rule never applies: no land.own = true");
  if (rules.four_rows() && (take.pit || take.ahead() || land.own))
    bad("take", "on four rows only the opponent's holes can be captured");
}

void check_owning(const Ruleset& rules, ProblemList& found) {
  const Owning no_owning;
  if (!rules.owns() && rules.own != no_owning) found.add("own", "most", "[own] has no effect without land.own = true");
  if (rules.own.keep && rules.own.out) found.add("own", "out", "own.keep and own.out contradict each other");
  if (rules.own.skip && rules.skip_origin)
    found.add("own", "skip", "own.skip and sow.skip_origin together can leave no hole to sow");
  if (rules.rows == 3 && rules.own.apart == Apart::facing)
    found.add("own", "apart", "on three rows no pit faces another");
}

bool has_extra_turns(const Ruleset& rules) {
  return rules.grand_slam == GrandSlam::again ||
         rules.any_land([](const Land& land) { return land.then == AfterLand::again; });
}

void check_turn(const Ruleset& rules, ProblemList& found) {
  const Opening no_opening;
  if (rules.opening.turns == 0 && rules.opening != no_opening)
    found.add("opening", "turns", "[opening] has no effect without opening.turns");
  if (!rules.opening.reverse && !rules.reverses())
    found.add("opening", "reverse", "opening.reverse has no effect without sow.reverse");
  if (!rules.opening.skips && rules.skip == SkipAt::none)
    found.add("opening", "skips", "opening.skips has no effect without sow.skip");
  if (rules.opening.sow != OpeningSow::plain && (rules.rows != 2 || rules.track == Track::own))
    found.add("opening", "sow",
              fmt::format("opening.sow = \"{}\" needs two rows and seeds that are sown around the whole board",
                          text_of(rules.opening.sow)));
  if (rules.opening.sow == OpeningSow::cross && rules.sows_store())
    found.add("opening", "sow", "opening.sow = \"cross\" needs sow.store = \"none\"");
  if (rules.opening.sow == OpeningSow::exchange &&
      (rules.reach != Reach::any || rules.feed != Feed::no || rules.before != Before::nothing || !rules.undo))
    found.add("opening", "sow",
              "opening.sow = \"exchange\" does not support move.reach, move.undo, turn.feed, or sow.before");
  if (rules.again_once && !has_extra_turns(rules))
    found.add("turn", "again_once", "turn.again_once has no effect without extra turns");
  if (!rules.undo &&
      (rules.rows != 2 || !rules.two_ways() || rules.own_track() || rules.direction == Direction::opposed))
    found.add("move", "undo", "move.undo = false needs two rows and seeds that are sown both ways around the board");
  if (rules.facing != Facing::any && rules.rows != 2)
    found.add("move", "facing", fmt::format("move.facing = \"{}\" needs two rows", text_of(rules.facing)));
  if (rules.four_rows() && (rules.feed != Feed::no || rules.grand_slam != GrandSlam::allowed))
    found.add("turn", "feed", "turn.feed and turn.grand_slam need two or three rows");
  if (!rules.when.stuck && rules.stuck != Stuck::end)
    found.add("turn", "stuck", fmt::format("turn.stuck = \"{}\" needs end.when = [\"stuck\"]", text_of(rules.stuck)));
  if ((rules.stuck == Stuck::lose || rules.stuck == Stuck::win) && rules.has_stores())
    found.add("turn", "stuck",
              fmt::format("turn.stuck = \"{}\" needs a game without stores: seeds in a store are already won",
                          text_of(rules.stuck)));
}

void check_end(const Ruleset& rules, ProblemList& found) {
  if (!rules.when.stuck && !rules.when.side_empty)
    found.add("end", "when", "end.when must not be empty, or the game would never end");
  if (!rules.when.stuck && (rules.singles == Singles::never || rules.singles == Singles::onto_empty ||
                            rules.singles == Singles::last_onto_empty || rules.reach != Reach::any ||
                            rules.feed != Feed::no || rules.facing != Facing::any || !rules.undo ||
                            rules.grand_slam == GrandSlam::illegal || rules.opening.pits != OpeningPits::any))
    found.add("end", "when", "end.when needs \"stuck\": a player can have seeds but no legal move");
  if (rules.majority && !rules.has_stores()) found.add("end", "majority", "end.majority needs captures into a store");
  if (rules.owns() && rules.own.keep && rules.grand_slam != GrandSlam::allowed)
    found.add("turn", "grand_slam", "turn.grand_slam must be \"allowed\" if owned pits keep their seeds");
  if (rules.majority && rules.any_land([](const Land& l) { return l.to == CaptureTo::out; }))
    found.add("end", "majority", "end.majority does not support captured seeds that leave the game");
  if (rules.owns() && rules.own.keep && rules.majority)
    found.add("end", "majority", "end.majority does not support own.keep: it counts only the stores");
  if (rules.few == 0 && rules.few_to == FewTo::first)
    found.add("end", "few_to", "end.few_to has no effect without end.few");
  if (rules.cleared && rules.four_rows()) found.add("end", "cleared", "end.cleared needs two or three rows");
  if (rules.majority && rules.own.out)
    found.add("end", "majority", "end.majority does not support seeds that leave the game");
  if (rules.few > 0 && rules.four_rows()) found.add("end", "few", "end.few needs two or three rows");
  if (rules.repeat_count == 1) found.add("end", "repeat_count", "end.repeat_count must be 0 or at least 2");
  const bool endless = rules.repeat_count == 0 && rules.quiet == 0 && !rules.never_repeats();
  if (endless) found.add("end", "repeat_count", "positions can repeat: set end.repeat_count or end.quiet");
  if (rules.repeat_agreed && !endless && (rules.repeat_count == 0 || rules.never_repeats()))
    found.add("end", "repeat_agreed", "end.repeat_agreed has no effect: no repetition ends the game");
  if (!endless && rules.repeat_count == 0 && rules.any_land([](const Land& l) { return l.sows_captured(); }))
    found.add("end", "repeat_count", "captured seeds can be sown forever: set end.repeat_count");
  if (rules.quiet > 0 && rules.never_repeats())
    found.add("end", "quiet", "end.quiet has no effect: positions cannot repeat in this game");
}

void check_closed_pits(const Ruleset& rules, ProblemList& found) {
  if (rules.opening.pits != OpeningPits::any)
    found.add("opening", "pits", "opening.pits must be \"any\": pits can be closed in later rounds");
  if (rules.opening.sow != OpeningSow::plain)
    found.add("opening", "sow", "opening.sow must be \"plain\": pits can be closed in later rounds");
  if (!rules.undo) found.add("move", "undo", "move.undo must be true: pits can be closed in later rounds");
}

void check_independent_rounds(const Ruleset& rules, ProblemList& found) {
  const Rounds& rounds = rules.rounds;
  if (rounds.max_rounds == 0)
    found.add("rounds", "refill", "rounds.refill = \"anew\" needs rounds.most, or the match would never end");
  if (rounds.from != FillFrom::first) found.add("rounds", "from", "rounds.from has no effect if all pits are filled");
  if (rounds.min_pits != 1) found.add("rounds", "least", "rounds.least has no effect if all pits are filled");
  if (rules.closes()) found.add("rounds", "refill", "rounds.refill = \"anew\" does not support closed pits");
}

void check_rounds(const Ruleset& rules, ProblemList& found) {
  const Rounds& rounds = rules.rounds;
  if (rounds.refill == Refill::no) {
    if (rules.closes()) check_closed_pits(rules, found);
    if (rounds != Rounds{}) found.add("rounds", "refill", "[rounds] has no effect without rounds.refill");
    return;
  }
  if (rounds.refill == Refill::anew) return check_independent_rounds(rules, found);
  if (rules.four_rows()) found.add("rounds", "refill", "rounds.refill must be \"anew\" on four rows");
  if (rules.setup.listed)
    found.add("rounds", "refill", "rounds.refill needs setup.seeds: every pit is filled with the same number of seeds");
  if (!rules.has_stores()) found.add("rounds", "refill", "rounds.refill needs captures into a store");
  check_closed_pits(rules, found);
  if (rounds.refill != Refill::share) return;
  if (rules.rows != 2) found.add("rounds", "refill", "rounds.refill = \"share\" needs two rows");
  if (rounds.from != FillFrom::first) found.add("rounds", "from", "rounds.from has no effect if all pits are filled");
  if (rules.direction != Direction::ccw && rules.direction != Direction::cw)
    found.add("rounds", "refill", "rounds.refill = \"share\" needs sow.direction = \"ccw\" or \"cw\"");
  const bool uses_facing = rules.any_land(
      [](const Land& l) { return !l.opposite.any() || l.same || l.take.facing() || l.take.beyond_opposite; });
  if (uses_facing) found.add("rounds", "refill", "rounds.refill = \"share\" does not support rules about facing pits");
}

}  // namespace

std::vector<Problem> find_problems(const Ruleset& rules) {
  ProblemList found;
  check_board(rules, found);
  check_setup(rules, found);
  check_sowing(rules, found);
  for (int i = 0; i < rules.pass_count; ++i) check_pass(rules, i, found);
  for (int i = 0; i < rules.land_count; ++i) check_land(rules, i, found);
  check_owning(rules, found);
  check_turn(rules, found);
  check_end(rules, found);
  check_rounds(rules, found);
  return std::move(found.list);
}

}  // namespace sow
