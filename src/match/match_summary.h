// The results of a match, from which the text, JSON, CSV, and HTML reports are generated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/ratings.h"
#include "match/standings.h"

namespace sow {

struct MatchPlayer {
  std::string name, spec;
};

class MatchSummary {
 public:
  MatchSummary(std::string game, std::vector<MatchPlayer> players, const Standings& standings,
               const std::optional<Sprt>& sprt, bool complete);

  std::string game;  // name of the game
  std::vector<MatchPlayer> players;
  Standings standings;
  std::optional<Sprt> sprt;
  bool complete = true;
  std::vector<std::string> notes = {};  // remarks about skipped games and players

  // With more than two players, ratings are estimated jointly (ratings.h).
  bool is_tournament() const { return players.size() > 2; }

  // Players by points; players without games come last.
  std::vector<std::size_t> ranking() const;

  // Empty for a player without games. In a tournament, `los` is only meaningful between two players: see los().
  std::optional<EloEstimate> strength(std::size_t player) const;
  double los(std::size_t first, std::size_t second) const { return ratings_.los(first, second); }

  // The result from the view of `first`; empty if the two have not met.
  std::optional<Tally> between(std::size_t first, std::size_t second) const;

 private:
  Ratings ratings_;
};

}  // namespace sow
