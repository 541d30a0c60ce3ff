// Maximum-likelihood Elo ratings of all players of a tournament.
//
// The model is logistic (Bradley-Terry): a player who is d Elo stronger scores 1 / (1 + 10^(-d/400)) points per game on
// average. The mean rating is 0. One drawn game is added to each pairing, so that a player who has won every game gets
// a finite rating. Errors are computed from the variance of game pairs, since the two games of a pair are not
// independent.
#pragma once

#include <optional>
#include <vector>

#include "match/standings.h"

namespace sow {

class Ratings {
 public:
  static constexpr const char* model = "logistic (Bradley-Terry), estimated jointly; mean 0; 95 % errors from pairs";

  explicit Ratings(const Standings& standings);

  double elo(std::size_t player) const { return elo_[player]; }
  // Half the width of the 95 % confidence interval. Empty if all pairs had the same result, so that the variance is
  // unknown.
  std::optional<double> error(std::size_t player) const;
  // Likelihood of superiority of the first player over the second.
  double los(std::size_t first, std::size_t second) const;

 private:
  double& covariance(std::size_t a, std::size_t b) { return covariance_[a * elo_.size() + b]; }
  double covariance(std::size_t a, std::size_t b) const { return covariance_[a * elo_.size() + b]; }

  std::vector<double> elo_, covariance_;
};

}  // namespace sow
