// Elo, likelihood of superiority, and SPRT from the results of a match between two players.
//
// The two games from one opening are not independent, but pairs are. All statistics are therefore computed from the
// pentanomial: the number of pairs in which the first player scored 0, ½, 1, 1½, and 2 points.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace sow {

struct Pentanomial {
  std::array<std::int64_t, 5> pairs{};  // number of pairs by half points of the first player

  std::int64_t count() const;
  double score() const;        // points per game, from 0 to 1; requires at least one pair
  double uncertainty() const;  // standard deviation of the score; 0 if all pairs had the same result
  Pentanomial mirrored() const;
  Pentanomial& operator+=(const Pentanomial& other);
  bool operator==(const Pentanomial&) const = default;
};

// Conversion between an expected score and a difference in Elo, which is infinite for the scores 0 and 1.
double elo_of_score(double score);
double score_of_elo(double elo);

inline constexpr double confidence_95 = 1.959963984540054;  // in standard deviations

// Cumulative distribution function of the standard normal distribution.
double normal_cdf(double deviations);

struct EloEstimate {
  double elo = 0;
  std::optional<double> error;  // half the width of the 95 % confidence interval
  double los = 0.5;             // likelihood of superiority of the first player
};
// Empty if there are no pairs.
std::optional<EloEstimate> estimate_elo(const Pentanomial& results);

// Sequential probability ratio test: is the first player stronger by `elo1` rather than by `elo0` (logistic Elo)?
struct Sprt {
  double elo0 = 0, elo1 = 0;
  double alpha = 0.05;  // probability of accepting elo1 if elo0 is true
  double beta = 0.05;   // probability of accepting elo0 if elo1 is true

  static constexpr const char* model = "logistic Elo, pentanomial";

  // The generalized log-likelihood ratio of elo1 and elo0: for each hypothesis, the likelihood of the most likely
  // distribution with its expected score.
  double llr(const Pentanomial& results) const;

  // elo0 is accepted at the lower bound of the ratio, elo1 at the upper bound.
  double lower() const;
  double upper() const;
  enum class Verdict { open, elo0, elo1 };
  Verdict verdict(const Pentanomial& results) const;
};

}  // namespace sow
