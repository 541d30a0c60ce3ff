#include "game/explain.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "board/final_margin.h"
#include "board/names.h"
#include "board/notation.h"
#include "rules/description.h"

namespace sow {
namespace {

constexpr std::size_t max_listed_pits = 4;  // more are summed up

// "3 from b8 and 2 from a7", "12 from 6 pits".
std::string seeds_words(const Ruleset& rules, Player mover, const std::vector<SeedsAt>& list) {
  std::string text;
  int total = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += list.size() == 2 ? " and " : i + 1 == list.size() ? ", and " : ", ";
    text += fmt::format("{} from {}", list[i].seeds, hole_name(rules, mover, list[i].hole));
    total += list[i].seeds;
  }
  if (list.size() <= max_listed_pits) return text;
  return fmt::format("{} from {}", total, count_of(static_cast<int>(list.size()), "pit"));
}

// "a", "a, and b", "a, b, and c": clauses, so that two have a comma as well.
std::string clauses(const std::vector<std::string>& list) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == list.size() ? ", and " : ", ", list[i]);
  return text;
}
// The same for verbs with one subject: "a and b".
std::string verbs(const std::vector<std::string>& list) {
  return list.size() == 2 ? fmt::format("{} and {}", list[0], list[1]) : clauses(list);
}

std::string sowing_words(const Ruleset& rules, const MoveSummary& move) {
  std::string from = hole_name(rules, move.mover, move.from);
  if (move.forward) from += *move.forward ? ">" : "<";
  const std::string last = hole_name(rules, move.mover, move.last);
  if (move.exchange)
    return fmt::format("plays {} and shifts {}, ending in {}", from, count_of(move.sown, "seed"), last);
  const std::string laps = move.laps > 1 ? fmt::format(" in {}", count_of(move.laps, "lap")) : "";
  return fmt::format("sows {} from {}{}, ending in {}", count_of(move.sown, "seed"), from, laps, last);
}

std::string result_words(const Ending& ending) {
  const auto winner = ending.winner();
  if (!winner)
    return ending.reason == EndReason::agreement ? "" : fmt::format(" It is a draw, {0} to {0}.", ending.seeds[0]);
  if (is_forfeit(ending.reason)) return fmt::format(" {} wins.", player_name(*winner));
  return fmt::format(" {} wins {} to {}.", player_name(*winner), ending.seeds[index(*winner)],
                     ending.seeds[index(other(*winner))]);
}

std::string reason_words(const EndingSummary& sum) {
  const auto player = player_name(sum.player.value_or(Player::south));
  switch (sum.ending.reason) {
    case EndReason::side_empty: return fmt::format("{}'s side is empty", player);
    case EndReason::majority: return fmt::format("{} has more than half of the seeds", player);
    case EndReason::even: return "each player has half of the seeds";
    case EndReason::stuck: return fmt::format("{} has no legal move", player);
    case EndReason::repetition: return fmt::format("the position occurred {} times", sum.count);
    case EndReason::quiet: return fmt::format("{} in a row without a capture", count_of(sum.count, "move"));
    case EndReason::resigned: return fmt::format("{} resigned", player);
    case EndReason::time: return fmt::format("{} ran out of time", player);
    case EndReason::illegal_move: return fmt::format("{} made an illegal move", player);
    case EndReason::crash: return fmt::format("{} crashed", player);
    case EndReason::agreement: return "the players agreed to a draw";
  }
  return "";
}

std::string tenths(double seeds) {
  const double rounded = std::round(std::abs(seeds) * 10) / 10;
  return rounded == std::floor(rounded) ? fmt::format("{:.0f}", rounded) : fmt::format("{:.1f}", rounded);
}

}  // namespace

std::string count_of(int n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::string gain_text(int seeds) {
  if (seeds == 0) return "gains nothing";
  return fmt::format("{} {}", seeds > 0 ? "gains" : "loses", count_of(std::abs(seeds), "seed"));
}

std::string hole_name(const Ruleset& rules, Player mover, Hole hole) {
  if (hole.store) return "the store";
  const Player owner = hole.side == 0 ? mover : other(mover);
  return pit_label(rules, owner, hole.pit);
}

std::string explain_move(const Ruleset& rules, const Position& before, Move move, bool over) {
  return explain(rules, summarize(rules, before, move), over);
}

std::string explain(const Ruleset& rules, const MoveSummary& move, bool over) {
  const auto seeds = [&](const std::vector<SeedsAt>& list) { return seeds_words(rules, move.mover, list); };
  const auto mover = player_name(move.mover), opponent = player_name(other(move.mover));
  std::vector<std::string> actions = {sowing_words(rules, move)};
  if (!move.captured.empty()) actions.push_back("captures " + seeds(move.captured));
  if (!move.collected.empty()) actions.push_back("collects " + seeds(move.collected));
  if (!move.removed.empty()) actions.push_back(fmt::format("removes {} from the game", seeds(move.removed)));
  std::string text = fmt::format("{} {}.", mover, clauses(actions));
  if (!move.resown.empty()) text += fmt::format(" {} captures {} and sows them again.", mover, seeds(move.resown));
  if (move.vanished > 0)
    text += fmt::format(" {} the game.", count_of(move.vanished, "seed") + (move.vanished == 1 ? " leaves" : " leave"));
  if (!move.given.empty()) text += fmt::format(" {} receives {}.", opponent, seeds(move.given));
  for (const Hole hole : move.owned) text += fmt::format(" {} now owns {}.", mover, hole_name(rules, move.mover, hole));
  if (move.spared)
    text += fmt::format(" The capture would take all of {}'s seeds, so {}.", opponent,
                        rules.grand_slam == GrandSlam::no_capture ? "nothing is captured" : "one pit is spared");
  if (move.lap_limit) text += fmt::format(" The turn ends after {}.", count_of(rules.laps, "lap"));
  if (move.moves_again() && !over) text += fmt::format(" {} moves again.", mover);
  if (const auto stuck = move.passed()) text += fmt::format(" {} cannot move and passes.", player_name(*stuck));
  return text;
}

std::string explain_decision(Player winner) {
  return fmt::format("{} has more than half of the seeds and is certain to win.", player_name(winner));
}

std::string explain(const Ruleset& rules, const Position& position, Move move, Legality legality) {
  const Layout layout(rules);
  const auto choice = [&]() -> const Choice& { return layout.moves()[static_cast<std::size_t>(move)]; };
  const auto pit = [&] { return hole_name(rules, position.mover, choice().from); };
  const auto opponent = player_name(other(position.mover));
  switch (legality) {
    case Legality::ok: break;
    case Legality::over: return "the game is over";
    case Legality::no_such_pit: return "there is no such pit";
    case Legality::empty: return fmt::format("{} is empty", pit());
    case Legality::owned: return fmt::format("{} is an owned pit, which cannot be played", pit());
    case Legality::closed: return fmt::format("{} is closed in this round", pit());
    case Legality::single: return fmt::format("{} has a single seed: {}", pit(), clause(rules.singles));
    case Legality::two: return fmt::format("{} has two seeds: {}", pit(), clause(rules.twos));
    case Legality::facing: return fmt::format("{} faces a single seed and cannot be played", pit());
    case Legality::undo:
      return fmt::format("the seed in {} has just moved there and may not move straight back", pit());
    case Legality::opening:
      if (!rules.opening.reverse && choice().against(position.pits[0][choice().from.pit]))
        return "seeds are sown in the usual direction only in the opening";
      return fmt::format("{} cannot be played now: {}", pit(), clause(rules.opening.pits));
    case Legality::short_of_reach: return fmt::format("{} does not reach far enough: {}", pit(), clause(rules.reach));
    case Legality::must_capture:
      return fmt::format("{} captures nothing, and a player who can capture must do so", pit());
    case Legality::reverse:
      return fmt::format("{} captures nothing, and only captures can be sown in this direction", pit());
    case Legality::starves: return fmt::format("{} would leave {} without seeds", pit(), opponent);
    case Legality::slams: return fmt::format("{} would capture all of {}'s seeds", pit(), opponent);
  }
  return "the move is legal";
}

std::string explain_ending(const Game& game) {
  const EndingSummary sum = summarize_ending(game);
  return fmt::format("The {} is over: {}.{}", game.def().round > 0 ? "round" : "game", reason_words(sum),
                     result_words(sum.ending));
}

std::string explain(const Ruleset& rules, const Position& position, const MoveReasons& why) {
  const auto name = [&](Hole hole) { return hole_name(rules, position.mover, hole); };
  std::vector<std::string> actions;
  if (why.captures > 0) actions.push_back(fmt::format("captures {}", why.captures));
  if (why.saves)
    actions.push_back(fmt::format("saves the {} in {}", count_of(why.saves->seeds, "seed"), name(why.saves->hole)));
  switch (why.reply) {
    case MoveReasons::Reply::ends_game: actions.emplace_back("ends the game"); break;
    case MoveReasons::Reply::extra_turn: actions.emplace_back("earns an extra turn"); break;
    case MoveReasons::Reply::captures:
      actions.push_back(fmt::format("allows a capture of {}", why.reply_captures));
      break;
    case MoveReasons::Reply::captures_nothing:
      actions.push_back(fmt::format("leaves {} nothing to capture", player_name(other(position.mover))));
      break;
  }
  std::string text = fmt::format("{} {}", name(why.from), verbs(actions));
  if (why.follow_up) text += fmt::format("; next, {} captures {}", name(why.follow_up->hole), why.follow_up->seeds);
  return text;
}

std::string explain_margin(const Position& position, const Margin& margin) {
  const double end = final_margin(position, margin).seeds();
  const bool ahead = end >= 0;
  const auto mover = player_name(position.mover), opponent = player_name(other(position.mover));
  const auto leader = ahead ? mover : opponent, behind = ahead ? opponent : mover;
  const std::string by = tenths(end);
  const bool even = by == "0";
  // A lower bound is a guarantee for the mover, an upper bound one for the opponent.
  const bool for_mover = margin.kind() == MarginKind::lower;
  switch (margin.kind()) {
    case MarginKind::estimate: return even ? "about even" : fmt::format("{} leads by about {}", leader, by);
    case MarginKind::exact: return even ? "a draw (proven)" : fmt::format("{} wins by {} (proven)", leader, by);
    case MarginKind::lower:
    case MarginKind::upper: break;
  }
  if (even) return fmt::format("{} cannot lose (proven)", for_mover ? mover : opponent);
  if (ahead == for_mover) return fmt::format("{} wins by at least {} (proven)", leader, by);
  return fmt::format("{} loses by at most {} (proven)", behind, by);
}

}  // namespace sow
