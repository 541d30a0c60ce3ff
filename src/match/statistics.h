// What the results of a match say about the strength of two players, as the chess world reckons it.
//
// The two games from one opening are not independent, but pairs of them are; so everything is computed from how many
// pairs brought the first player 0, ½, 1, 1½ and 2 points: the pentanomial.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace sow {

struct Pentanomial {
  std::array<std::int64_t, 5> pairs{};  // by half points of the first player

  std::int64_t count() const;
  double score() const;        // points a game, from 0 to 1; of at least one pair
  double uncertainty() const;  // standard deviation of the score; 0 if all pairs were alike
  Pentanomial mirrored() const;
  Pentanomial& operator+=(const Pentanomial& other);
  bool operator==(const Pentanomial&) const = default;
};

// The difference in Elo at which a player scores so much, and the other way round. Infinite at 0 and 1.
double elo_of_score(double score);
double score_of_elo(double elo);

inline constexpr double confidence_95 = 1.959963984540054;  // standard deviations of the normal distribution

// How much of the normal distribution lies below so many standard deviations.
double below(double deviations);

struct EloEstimate {
  double elo = 0;
  std::optional<double> error;  // half the width of the interval that holds the true value in 95 of 100 matches
  double los = 0.5;             // likelihood of superiority: that the first player is the stronger one
};
// None without a pair.
std::optional<EloEstimate> estimate_elo(const Pentanomial& results);

// A sequential test: is the first player `elo1` stronger rather than `elo0`? Both are logistic Elo.
struct Sprt {
  double elo0 = 0, elo1 = 0;
  double alpha = 0.05;  // how often elo1 is accepted although elo0 is true
  double beta = 0.05;   // how often elo0 is accepted although elo1 is true

  static constexpr const char* model = "logistic Elo, pentanomial";

  // log(likelihood of elo1 / likelihood of elo0): the generalized ratio, each hypothesis taking the distribution of pairs
  // that explains the results best among those with its expected score.
  double llr(const Pentanomial& results) const;

  // Decided when the ratio is at one of these: elo0 at the lower one, elo1 at the upper one.
  double lower() const;
  double upper() const;
  enum class Verdict { open, elo0, elo1 };
  Verdict verdict(const Pentanomial& results) const;
};

}  // namespace sow
