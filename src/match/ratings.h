// The strength of all players of a tournament at once: the Elo numbers under which its results are likeliest.
//
// The model is the logistic one (Bradley and Terry): a player who is d Elo stronger expects 1 / (1 + 10^(-d/400)) points a
// game. The average is 0. Every pairing counts one drawn game more than was played, so that whoever has won everything gets
// a number, too. Errors come from how the pairs of games differ, as the two games from one opening are not independent.
#pragma once

#include <optional>
#include <vector>

#include "match/standings.h"

namespace sow {

class Ratings {
 public:
  static constexpr const char* model = "logistic (Bradley-Terry), fitted jointly; average 0; 95 % errors from pairs";

  explicit Ratings(const Standings& standings);

  double elo(std::size_t player) const { return elo_[player]; }
  // Half the width of the interval that holds the true value in 95 of 100 tournaments. None if all pairs were alike, which
  // says nothing about what else might happen.
  std::optional<double> error(std::size_t player) const;
  // That the first is stronger than the second.
  double los(std::size_t first, std::size_t second) const;

 private:
  double& covariance(std::size_t a, std::size_t b) { return covariance_[a * elo_.size() + b]; }
  double covariance(std::size_t a, std::size_t b) const { return covariance_[a * elo_.size() + b]; }

  std::vector<double> elo_, covariance_;
};

}  // namespace sow
