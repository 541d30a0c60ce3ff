#include "game/summary.h"

#include <algorithm>
#include <utility>

#include "board/layout.h"

namespace sow {
namespace {

// The direction of a move from a pit that can be sown both ways.
std::optional<bool> chosen_direction(const Ruleset& rules, Player mover, const Trace& trace) {
  if (rules.reverse == Reverse::never && rules.direction != Direction::split) return std::nullopt;
  const Hole from = trace.front().hole;
  const Layout layout(rules, mover == Player::north);
  const Choice& choice = layout.moves()[layout.move_of(from.pit, false)];
  if (!choice.one_of_two) return std::nullopt;
  // The first drop shows the direction, unless it goes to the store or back into the pit that was played.
  const auto drops = [](const Event& event) { return event.kind == Event::Kind::drop; };
  auto first = std::find_if(trace.begin(), trace.end(), drops);
  if (first->hole.store && rules.before == Before::one_seed) first = std::find_if(first + 1, trace.end(), drops);
  if (first->hole == from) first = std::find_if(first + 1, trace.end(), drops);
  return layout.next(from, choice.way(trace.front().seeds)) == first->hole;
}

}  // namespace

MoveSummary summarize(const Ruleset& rules, Player mover, const Trace& trace) {
  MoveSummary sum{.mover = mover,
                  .from = trace.front().hole,
                  .forward = chosen_direction(rules, mover, trace),
                  .exchange = trace.front().seeds == 0};
  bool lifted = false;  // since the last drop: the next one starts a lap
  for (const Event& event : trace) {
    const SeedsAt seeds{event.hole, event.seeds};
    switch (event.kind) {
      case Event::Kind::lift: lifted = true; break;
      case Event::Kind::join:
        lifted = true;
        sum.resown.push_back(seeds);
        break;
      case Event::Kind::capture: sum.captured.push_back(seeds); break;
      case Event::Kind::collect: sum.collected.push_back(seeds); break;
      case Event::Kind::give: sum.given.push_back(seeds); break;
      case Event::Kind::remove: sum.removed.push_back(seeds); break;
      case Event::Kind::vanish: sum.vanished += event.seeds; break;
      case Event::Kind::own: sum.owned.push_back(event.hole); break;
      case Event::Kind::drop:
        sum.laps += std::exchange(lifted, false);
        ++sum.sown;
        sum.last = event.hole;
        break;
      case Event::Kind::spared: sum.spared = true; break;
      case Event::Kind::again: sum.again = true; break;
      case Event::Kind::lap_limit: sum.lap_limit = true; break;
      case Event::Kind::pass: sum.pass = true; break;
    }
  }
  return sum;
}

MoveSummary summarize(const Ruleset& rules, const Position& before, Move move) {
  return summarize(rules, before.mover, trace_of(rules, before, move));
}

EndingSummary summarize_ending(const Game& game) {
  EndingSummary sum{.ending = *game.ending()};
  const Position& position = game.position();
  switch (sum.ending.reason) {
    case EndReason::side_empty: sum.player = position.seeds_on(0) == 0 ? position.mover : other(position.mover); break;
    case EndReason::majority: sum.player = sum.ending.winner(); break;
    case EndReason::stuck: sum.player = position.mover; break;
    case EndReason::repetition: sum.count = game.occurrences(); break;
    case EndReason::quiet: sum.count = game.quiet_plies(); break;
    case EndReason::resigned:
    case EndReason::time:
    case EndReason::illegal_move:
    case EndReason::crash: sum.player = other(sum.ending.winner().value_or(Player::south)); break;
    case EndReason::even:
    case EndReason::agreement: break;
  }
  return sum;
}

std::optional<Player> decided_by_last_move(const Game& game) {
  // Seeds of an unfinished match count for the next round, so no single round is decided early.
  const bool every_seed_counts = game.def().round > 0 && game.rules().rounds.refill != Refill::anew;
  if (game.plies().empty() || game.ending() || every_seed_counts) return std::nullopt;
  for (const Player player : {Player::south, Player::north}) {
    const auto has_majority = [&](const Position& p) { return 2 * p.store_of(player) > p.total(); };
    if (has_majority(game.position()) && !has_majority(game.plies().back().before)) return player;
  }
  return std::nullopt;
}

}  // namespace sow
