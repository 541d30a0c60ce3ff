#include "match/standings.h"

namespace sow {
namespace {

void count(Tally& tally, int half_points) {
  ++(half_points == 2 ? tally.wins : half_points == 1 ? tally.draws : tally.losses);
}

}  // namespace

Standings::Standings(std::size_t count, bool gauntlet) : players(count) {
  for (std::size_t first = 0; first < (gauntlet ? 1 : count); ++first)
    for (std::size_t second = first + 1; second < count; ++second) pairings.push_back({first, second, {}});
}

void Standings::add(std::size_t which, const std::array<GameResult, 2>& games) {
  Pairing& pairing = pairings[which];
  std::array<Player*, 2> both = {&players[pairing.first], &players[pairing.second]};
  std::size_t sum = 0;  // half points of the first
  for (std::size_t game = 0; game < 2; ++game) {
    const GameResult& result = games[game];
    const int south = result.half_points(), first = game == 0 ? south : 2 - south;
    sum += first;
    count(pairing.tally, first);
    count(both[0]->tally, first);
    count(both[1]->tally, 2 - first);
    for (std::size_t side = 0; side < 2; ++side) {
      Player& player = *both[side ^ game];
      player.effort += result.effort[side];
      if (!result.forfeit || result.loser() != side) continue;
      switch (*result.forfeit) {
        case EndReason::illegal_move: ++player.illegal_moves; break;
        case EndReason::time: ++player.time_losses; break;
        case EndReason::crash: ++player.crashes; break;
        default: break;
      }
    }
  }
  ++pairing.tally.pairs.pairs[sum];
  ++both[0]->tally.pairs.pairs[sum];
  ++both[1]->tally.pairs.pairs[4 - sum];
}

}  // namespace sow
