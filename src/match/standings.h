// The results of a match per player and per pairing.
#pragma once

#include <vector>

#include "match/game_result.h"
#include "match/statistics.h"

namespace sow {

// From the view of a player, or of the first player of a pairing.
struct Tally {
  int wins = 0, draws = 0, losses = 0;
  Pentanomial pairs;

  int games() const { return wins + draws + losses; }
  double points() const { return wins + 0.5 * draws; }
  Tally mirrored() const { return {losses, draws, wins, pairs.mirrored()}; }
};

struct Standings {
  struct Player {
    Tally tally;
    Effort effort;
    int illegal_moves = 0, time_losses = 0, crashes = 0;
  };
  struct Pairing {
    std::size_t first = 0, second = 0;
    Tally tally;
  };

  // A round robin, or a gauntlet: the first player against all others.
  explicit Standings(std::size_t players, bool gauntlet = false);

  // Adds a pair of games. The first player of the pairing is South in the first game and North in the second.
  void add(std::size_t pairing, const std::array<GameResult, 2>& games);

  std::vector<Player> players;
  std::vector<Pairing> pairings;
};

}  // namespace sow
