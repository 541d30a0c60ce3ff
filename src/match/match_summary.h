// What is told of a match when it is over, in whatever form: text, JSON, CSV or a page.
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

  std::string game;  // its name
  std::vector<MatchPlayer> players;
  Standings standings;
  std::optional<Sprt> sprt;
  bool complete = true;
  std::vector<std::string> notes = {};  // sentences about what was left out

  // With two players everything follows from their pairs; with more it is fitted jointly (ratings.h).
  bool is_tournament() const { return players.size() > 2; }

  // Players by points, those who did not play last.
  std::vector<std::size_t> ranking() const;

  // None for a player without a game. With more than two players there is no LOS but against each.
  std::optional<EloEstimate> strength(std::size_t player) const;
  double los(std::size_t first, std::size_t second) const { return ratings_.los(first, second); }

  // From the view of the first; none if they have not met.
  std::optional<Tally> between(std::size_t first, std::size_t second) const;

 private:
  Ratings ratings_;
};

}  // namespace sow
