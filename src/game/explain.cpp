#include "game/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "board/names.h"
#include "board/notation.h"
#include "rules/vocabulary.h"

namespace sow {
namespace {

constexpr int longest_list = 4;  // holes that are named one by one

// Seeds taken from some holes.
struct Taken {
  int holes = 0, seeds = 0;
  std::string from;  // "3 from b8 and 2 from a7"

  void add(int n, const std::string& hole) {
    from += fmt::format("{}{} from {}", holes == 0 ? "" : " and ", n, hole);
    ++holes;
    seeds += n;
  }
  std::string words() const {
    return holes > longest_list ? fmt::format("{} from {}", seeds, count_of(holes, "pit")) : from;
  }
};

Taken all_of(const Ruleset& rules, Player mover, const Trace& trace, Event::Kind kind) {
  Taken taken;
  for (const Event& event : trace)
    if (event.kind == kind) taken.add(event.seeds, hole_name(rules, mover, event.hole));
  return taken;
}

// The pit that was played, and which way if there was a choice.
std::string played_words(const Ruleset& rules, Player mover, const Trace& trace) {
  const Hole from = trace.front().hole;
  const Layout layout(rules, mover == Player::north);
  const Choice& choice = layout.moves()[layout.move_of(from.pit, false)];
  const std::string name = hole_name(rules, mover, from);
  if (!choice.one_of_two) return name;
  // The first seed to fall shows the way, or the second if the first falls where it was lifted.
  const auto drops = [](const Event& event) { return event.kind == Event::Kind::drop; };
  auto first = std::find_if(trace.begin(), trace.end(), drops);
  if (first->hole.store && rules.before == Before::one_seed) first = std::find_if(first + 1, trace.end(), drops);
  if (first->hole == from) first = std::find_if(first + 1, trace.end(), drops);
  const bool forward = layout.next(from, choice.way(trace.front().seeds)) == first->hole;
  return name + (forward ? ">" : "<");
}

std::string winner_words(const Ending& ending) {
  const int south = ending.seeds[index(Player::south)], north = ending.seeds[index(Player::north)];
  if (south == north) return fmt::format("A draw, {} to {}.", south, north);
  return south > north ? fmt::format("South wins {} to {}.", south, north)
                       : fmt::format("North wins {} to {}.", north, south);
}

}  // namespace

std::string count_of(int n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::string hole_name(const Ruleset& rules, Player mover, Hole hole) {
  if (hole.store) return "the store";
  const Player owner = hole.side == 0 ? mover : other(mover);
  return pit_label(rules, owner, hole.pit);
}

Summary sum_up(const Trace& trace) {
  Summary sum;
  bool lifted = false;  // seeds since the last one fell: the next begins a lap
  for (const Event& event : trace) {
    switch (event.kind) {
      case Event::Kind::lift:
      case Event::Kind::join: lifted = true; break;
      case Event::Kind::capture:
      case Event::Kind::collect:
      case Event::Kind::give:
      case Event::Kind::remove:
      case Event::Kind::vanish:
      case Event::Kind::own: break;
      case Event::Kind::drop:
        sum.laps += std::exchange(lifted, false);
        ++sum.dropped;
        sum.last = event.hole;
        break;
      case Event::Kind::spared: sum.spared = true; break;
      case Event::Kind::again: sum.again = true; break;
      case Event::Kind::lap_limit: sum.cut = true; break;
      case Event::Kind::pass: sum.pass = true; break;
    }
  }
  return sum;
}

std::string explain_move(const Ruleset& rules, const Position& before, Move move, bool over) {
  return explain(rules, before.mover, trace_of(rules, before, move), over);
}

std::string explain(const Ruleset& rules, Player mover, const Trace& trace, bool over) {
  const Summary sum = sum_up(trace);
  const Taken captured = all_of(rules, mover, trace, Event::Kind::capture);
  const Taken joined = all_of(rules, mover, trace, Event::Kind::join);
  const Taken given = all_of(rules, mover, trace, Event::Kind::give);
  const Taken removed = all_of(rules, mover, trace, Event::Kind::remove);
  const Taken vanished = all_of(rules, mover, trace, Event::Kind::vanish);
  std::string text = fmt::format("{} plays {}: ", player_name(mover), played_words(rules, mover, trace));
  text += count_of(sum.dropped, "seed");
  const bool exchanged = trace.front().seeds == 0;  // an opening that lifts single seeds round the board
  if (exchanged) text += " moved on";
  if (sum.laps > 1 && !exchanged) text += fmt::format(" sown in {}", count_of(sum.laps, "lap"));
  text += fmt::format(", {} {}", sum.dropped == 1 ? "falling in" : "the last in", hole_name(rules, mover, sum.last));
  if (joined.holes > 0) text += fmt::format("; takes {}, sown on", joined.words());
  if (captured.holes > 0) text += fmt::format("; captures {}", captured.words());
  const Taken collected = all_of(rules, mover, trace, Event::Kind::collect);
  if (collected.holes > 0) text += fmt::format("; collects {}", collected.words());
  if (removed.holes > 0) text += fmt::format("; takes {} out of the game", removed.words());
  if (vanished.holes > 0) text += fmt::format("; {} left the game", count_of(vanished.seeds, "seed"));
  text += ".";
  if (given.holes > 0) text += fmt::format(" {} gets {}.", player_name(other(mover)), given.words());
  for (const Event& event : trace)
    if (event.kind == Event::Kind::own)
      text += fmt::format(" {} owns {} now.", player_name(mover), hole_name(rules, mover, event.hole));
  if (sum.spared)
    text += fmt::format(" A capture would take all of {}'s seeds, so it takes {}.", player_name(other(mover)),
                        rules.grand_slam == GrandSlam::no_capture ? "nothing" : "fewer");
  if (sum.cut) text += fmt::format(" The turn ends after {}.", count_of(rules.laps, "lap"));
  if (sum.again && !sum.pass && !over) text += fmt::format(" {} moves again.", player_name(mover));
  if (const auto stuck = sum.passed(mover)) text += fmt::format(" {} cannot move and passes.", player_name(*stuck));
  return text;
}

std::string explain_decision(const Game& game) {
  const bool each_counts = game.def().round > 0 && game.rules().rounds.refill != Refill::anew;
  if (game.plies().empty() || game.ending() || each_counts) return "";
  for (const Player player : {Player::south, Player::north}) {
    const auto more_than_half = [&](const Position& p) { return 2 * p.store_of(player) > p.total(); };
    if (more_than_half(game.position()) && !more_than_half(game.plies().back().before))
      return fmt::format("{} has more than half of the seeds and has won, whatever follows.", player_name(player));
  }
  return "";
}

std::string explain(const Ruleset& rules, const Position& position, Move move, Legality legality) {
  const auto pit = [&] { return hole_name(rules, position.mover, Layout(rules).moves()[move].from); };
  const auto opponent = player_name(other(position.mover));
  switch (legality) {
    case Legality::ok: break;
    case Legality::over: return "the game is over";
    case Legality::no_such_pit: return "there is no such pit";
    case Legality::empty: return fmt::format("{} is empty", pit());
    case Legality::owned: return fmt::format("{} is owned by a player and is never lifted", pit());
    case Legality::closed: return fmt::format("{} is closed in this round", pit());
    case Legality::single:
      if (rules.singles == Singles::never)
        return fmt::format("{} has a single seed, which cannot start a move in this game", pit());
      return fmt::format("{} has a single seed: {}", pit(), help_of(rules.singles));
    case Legality::two: return fmt::format("{} has two seeds: {}", pit(), help_of(rules.twos));
    case Legality::facing: return fmt::format("{} faces a single seed and cannot be lifted", pit());
    case Legality::undo:
      return fmt::format("the seed in {} has just come over the end and may not go straight back", pit());
    case Legality::opening:
      if (!rules.opening.reverse &&
          Layout(rules).moves()[move].against(position.pits[0][Layout(rules).moves()[move].from.pit]))
        return "moves of the opening go the given direction";
      return fmt::format("{} cannot be lifted now: {}", pit(), help_of(rules.opening.pits));
    case Legality::short_of_reach: return fmt::format("{} does not get far enough: {}", pit(), help_of(rules.reach));
    case Legality::no_capture:
      return fmt::format("{} captures nothing{}", pit(),
                         rules.must_capture ? ", and a move that captures must be played if there is one"
                                            : "; against the direction only captures are allowed");
    case Legality::starves: return fmt::format("{} would leave {} without a seed", pit(), opponent);
    case Legality::slams: return fmt::format("{} would capture all of {}'s seeds", pit(), opponent);
  }
  return "it is legal";
}

std::string explain_ending(const Game& game, std::string_view gave_up) {
  const Ending& ending = *game.ending();
  const Position& position = game.position();
  const auto why = [&]() -> std::string {
    switch (ending.reason) {
      case EndReason::side_empty: {
        const Player empty = position.seeds_on(0) == 0 ? position.mover : other(position.mover);
        return fmt::format("{}'s pits are empty", player_name(empty));
      }
      case EndReason::majority: {
        const Player ahead = ending.margin(Player::south) > 0 ? Player::south : Player::north;
        return fmt::format("{} has more than half of the seeds", player_name(ahead));
      }
      case EndReason::even: return "each player has half of the seeds";
      case EndReason::stuck: return fmt::format("{} cannot move", player_name(position.mover));
      case EndReason::repetition: return fmt::format("the position has come {}", count_of(game.occurrences(), "time"));
      case EndReason::quiet:
        return fmt::format("{} have passed without a capture", count_of(game.quiet_plies(), "turn"));
      case EndReason::resigned:
        return fmt::format("{} {}", player_name(ending.margin(Player::south) < 0 ? Player::south : Player::north),
                           gave_up);
    }
    return "";
  };
  return fmt::format("The {} is over: {}. {}", game.def().round > 0 ? "round" : "game", why(), winner_words(ending));
}

}  // namespace sow
