#include "match/match_summary.h"

#include <algorithm>
#include <numeric>

namespace sow {

MatchSummary::MatchSummary(std::string its_game, std::vector<MatchPlayer> its_players, const Standings& its_standings,
                           const std::optional<Sprt>& its_sprt, bool is_complete)
    : game(std::move(its_game)),
      players(std::move(its_players)),
      standings(its_standings),
      sprt(its_sprt),
      complete(is_complete),
      ratings_(its_standings) {}

std::vector<std::size_t> MatchSummary::ranking() const {
  std::vector<std::size_t> order(players.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    const Tally& tally = standings.players[i].tally;
    return std::pair(tally.games() > 0, tally.points());
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) > key(b); });
  return order;
}

std::optional<EloEstimate> MatchSummary::strength(std::size_t player) const {
  const Tally& tally = standings.players[player].tally;
  if (tally.games() == 0) return std::nullopt;
  if (!is_tournament()) return estimate_elo(tally.pairs);
  return EloEstimate{.elo = ratings_.elo(player), .error = ratings_.error(player), .los = 0.5};
}

std::optional<Tally> MatchSummary::between(std::size_t first, std::size_t second) const {
  for (const auto& pairing : standings.pairings) {
    if (pairing.tally.games() == 0) continue;
    if (pairing.first == first && pairing.second == second) return pairing.tally;
    if (pairing.first == second && pairing.second == first) return pairing.tally.mirrored();
  }
  return std::nullopt;
}

}  // namespace sow
