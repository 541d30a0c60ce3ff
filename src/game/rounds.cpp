#include "game/rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "board/notation.h"
#include "game/explain.h"
#include "rules/catalog.h"

namespace sow {
namespace {

// Pits per side at the start of the match: later rounds with Refill::share can have more.
int initial_pits(const Ruleset& rules) {
  if (rules.rounds.refill != Refill::share) return rules.pits_per_player();
  return (2 * rules.pits - std::popcount(rules.closed[0]) - std::popcount(rules.closed[1])) / 2;
}

std::array<int, 2> pits_of_next(const Ruleset& rules, const std::array<int, 2>& seeds) {
  const int initial = initial_pits(rules), each = rules.setup.seeds;
  if (rules.rounds.refill == Refill::anew) return {initial, initial};
  if (rules.rounds.refill == Refill::own)
    return {std::min(initial, seeds[0] / each), std::min(initial, seeds[1] / each)};
  const int all = std::min(2 * initial, (seeds[0] + seeds[1]) / each);
  const std::size_t richer = seeds[0] >= seeds[1] ? 0 : 1;
  std::array<int, 2> pits{};
  pits[richer] = std::min(all, (2 * seeds[richer] + each) / (2 * each));
  pits[1 - richer] = all - pits[richer];
  return pits;
}

Player starting_player(const Rounds& rounds, const RoundResult& result) {
  const auto [south, north] = result.seeds;
  switch (rounds.begins) {
    case Begins::alternate: break;
    case Begins::loser:
      if (south != north) return south < north ? Player::south : Player::north;
      break;
    case Begins::last_mover: return result.moved_last;
  }
  return other(result.started);
}

// The pits that are not filled, with `width` pits per side.
std::array<std::uint32_t, 2> closed_pits(const Rounds& rounds, int width, const std::array<int, 2>& pits) {
  std::array<std::uint32_t, 2> closed{};
  for (std::size_t side = 0; side < 2; ++side)
    for (int i = 0; i < width - pits[side]; ++i)
      closed[side] |= 1u << (rounds.from == FillFrom::last ? i : width - 1 - i);
  return closed;
}

RoundEnd::Next set_up_next(const GameDef& round, const RoundResult& result, const RoundEnd& end) {
  const Ruleset& rules = round.rules;
  const Refill refill = rules.rounds.refill;
  const int side = refill == Refill::share ? std::max(end.pits[0], end.pits[1]) : initial_pits(rules);
  const bool north = starting_player(rules.rounds, result) == Player::north;
  const RoundSetup setup{.closed = closed_pits(rules.rounds, side, end.pits),
                         .won = end.won,
                         .north_first = north && rules.depends_on_first()};
  RoundEnd::Next next{round_of(round, round.round + 1, 2 * side / rules.rows, setup), {}};
  next.start = start_position(next.def.rules);
  if (refill == Refill::own)
    for (const Player player : both_players)
      next.start.store_of(player) =
          static_cast<std::uint8_t>(result.seeds[index(player)] - end.pits[index(player)] * rules.setup.seeds);
  if (north) next.start.turn();
  return next;
}

std::array<int, 2> rounds_won(const GameDef& round, const std::array<int, 2>& seeds) {
  std::array<int, 2> won = round.won;
  if (round.rules.rounds.refill == Refill::anew && seeds[0] != seeds[1]) ++won[seeds[0] > seeds[1] ? 0 : 1];
  return won;
}

// How a player's side is set up for the next round.
std::string setup_text(const Ruleset& rules, const RoundEnd& end, Player player) {
  const std::size_t side = index(player);
  const int each = rules.setup.seeds;
  if (rules.rounds.refill == Refill::share)
    return fmt::format("{} has {} with {} each.\n", player_name(player), count_of(end.pits[side], "pit"),
                       count_of(each, "seed"));
  std::string text = fmt::format("{} fills {} with {} each", player_name(player), count_of(end.pits[side], "pit"),
                                 count_of(each, "seed"));
  if (const int store = end.next->start.store_of(player); store > 0)
    text += fmt::format("; {} {} in the store", count_of(store, "seed"), store == 1 ? "stays" : "stay");
  std::array<std::uint32_t, 2> mine{};
  mine[side] = end.next->def.rules.closed[side];
  if (mine[side] != 0)
    text += fmt::format("; {} {} closed", pit_list(mine), std::popcount(mine[side]) == 1 ? "is" : "are");
  return text + ".\n";
}

}  // namespace

GameDef first_round(const GameDef& game) { return round_of(game, 1, game.rules.pits, {}); }

// If the seeds are used again, those that nobody won are shared; an odd one goes to the player with fewer seeds.
RoundResult round_result(const Game& round) {
  std::array<int, 2> seeds = round.ending()->seeds;
  const bool reused = round.rules().rounds.refill != Refill::anew;
  const int left = reused ? round.position().total() - seeds[0] - seeds[1] : 0;
  const std::size_t fewer = seeds[0] < seeds[1] ? 0 : 1;
  seeds[fewer] += left - left / 2;
  seeds[1 - fewer] += left / 2;
  const auto& plies = round.plies();
  const Player started = round.start().mover;
  return {seeds, started, plies.empty() ? other(started) : plies.back().before.mover};
}

RoundEnd end_round(const GameDef& round, const RoundResult& result, std::optional<int> max_rounds) {
  RoundEnd end{
      .seeds = result.seeds, .pits = pits_of_next(round.rules, result.seeds), .won = rounds_won(round, result.seeds)};
  const Rounds& rounds = round.rules.rounds;
  const int min_pits = rounds.min_pits, last = max_rounds.value_or(rounds.max_rounds);  // 0: no limit
  if (end.pits[0] < min_pits || end.pits[1] < min_pits)
    end.loser = end.pits[0] < end.pits[1] ? Player::south : Player::north;
  if (!end.loser && (last == 0 || round.round < last)) end.next = set_up_next(round, result, end);
  return end;
}

RoundEnd end_round(const Game& round, std::optional<int> max_rounds) {
  return end_round(round.def(), round_result(round), max_rounds);
}

std::string explain_round(const Ruleset& rules, const RoundEnd& end) {
  const bool by_rounds = rules.rounds.refill == Refill::anew;
  const auto [south, north] = by_rounds ? end.won : end.seeds;
  const std::string score = by_rounds ? fmt::format("South has won {}, North {}.\n", count_of(south, "round"), north)
                                      : fmt::format("South has {}, North {}.\n", count_of(south, "seed"), north);
  if (end.next) {
    std::string text =
        by_rounds ? score : fmt::format("South has {} for the next round, North {}.\n", count_of(south, "seed"), north);
    if (!by_rounds)
      for (const Player player : both_players) text += setup_text(rules, end, player);
    return text + fmt::format("{} starts round {}.\n", player_name(end.next->start.mover), end.next->def.round);
  }
  const std::string text = "The match is over: " + score;
  if (end.loser)
    return text + fmt::format("{} would have {} in the next round, so {} wins the match.\n", player_name(*end.loser),
                              count_of(end.pits[index(*end.loser)], "pit"), player_name(other(*end.loser)));
  if (south == north) return text + "It is a draw.\n";
  return text + fmt::format("{} wins the match.\n", player_name(south > north ? Player::south : Player::north));
}

}  // namespace sow
