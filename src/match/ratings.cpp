#include "match/ratings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sow {
namespace {

using Row = std::vector<double>;
using Matrix = std::vector<Row>;

constexpr double slope = std::numbers::ln10 / 400;  // log odds per Elo
constexpr double min_variance = 1e-12;              // smaller values are rounding errors
constexpr double drawn_pairs = 0.5;                 // prior: one drawn game per pairing

// Gauss-Jordan elimination. The matrix must be symmetric and positive definite.
Matrix inverse(Matrix m) {
  const std::size_t n = m.size();
  Matrix result(n, Row(n, 0));
  for (std::size_t i = 0; i < n; ++i) result[i][i] = 1;
  for (std::size_t i = 0; i < n; ++i) {
    const double pivot = m[i][i];
    for (std::size_t k = 0; k < n; ++k) {
      m[i][k] /= pivot;
      result[i][k] /= pivot;
    }
    for (std::size_t j = 0; j < n; ++j) {
      const double factor = m[j][i];
      if (j == i || factor == 0) continue;
      for (std::size_t k = 0; k < n; ++k) {
        m[j][k] -= factor * m[i][k];
        result[j][k] -= factor * result[i][k];
      }
    }
  }
  return result;
}

Matrix product(const Matrix& a, const Matrix& b) {
  const std::size_t n = a.size();
  Matrix result(n, Row(n, 0));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) result[i][j] += a[i][k] * b[k][j];
  return result;
}

// Adds the contribution of a pairing to the matrix of differences between players.
void add_difference(Matrix& m, const Standings::Pairing& pairing, double value) {
  const auto [a, b] = std::pair(pairing.first, pairing.second);
  m[a][a] += value;
  m[b][b] += value;
  m[a][b] -= value;
  m[b][a] -= value;
}

struct Sums {
  double pairs = drawn_pairs, points = drawn_pairs / 2;  // points per game
  double spread = 0;                                     // sum of squared deviations from `expected`
};
Sums sums_of(const Pentanomial& results, double expected) {
  Sums sums;
  sums.spread = drawn_pairs * std::pow(0.5 - expected, 2);
  for (std::size_t half_points = 0; half_points < 5; ++half_points) {
    const double count = static_cast<double>(results.pairs[half_points]), points = static_cast<double>(half_points) / 4;
    sums.pairs += count;
    sums.points += count * points;
    sums.spread += count * std::pow(points - expected, 2);
  }
  return sums;
}

}  // namespace

Ratings::Ratings(const Standings& standings)
    : elo_(standings.players.size(), 0), covariance_(elo_.size() * elo_.size(), 0) {
  const std::size_t n = elo_.size();
  Matrix information, spread;
  // Newton's method with limited step size, since the curve is too flat far from the solution.
  for (int round = 0; round < 200; ++round) {
    // Only differences are determined. Adding a constant to all elements fixes the sum and makes the matrix invertible.
    information.assign(n, Row(n, slope * slope));
    spread.assign(n, Row(n, 0));
    Row gradient(n, 0);
    for (const auto& pairing : standings.pairings) {
      const double expected = score_of_elo(elo_[pairing.first] - elo_[pairing.second]);
      const Sums sums = sums_of(pairing.tally.pairs, expected);
      const double pull = 2 * slope * (sums.points - sums.pairs * expected);  // a pair is two games
      gradient[pairing.first] += pull;
      gradient[pairing.second] -= pull;
      add_difference(information, pairing, 2 * slope * slope * sums.pairs * expected * (1 - expected));
      add_difference(spread, pairing, 4 * slope * slope * sums.spread);
    }
    information = inverse(std::move(information));
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double step = 0;
      for (std::size_t k = 0; k < n; ++k) step += information[i][k] * gradient[k];
      elo_[i] += std::clamp(step, -200.0, 200.0);
      largest = std::max(largest, std::abs(step));
    }
    double mean = 0;
    for (const double elo : elo_) mean += elo / static_cast<double>(n);
    for (double& elo : elo_) elo -= mean;
    if (largest < 1e-9) break;
  }
  // Values below a thousandth of an Elo are rounding errors and could be printed as -0.0 or +0.0.
  for (double& elo : elo_)
    if (std::abs(elo) < 0.001) elo = 0;
  const Matrix c = product(product(information, spread), information);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) covariance(i, k) = c[i][k];
}

std::optional<double> Ratings::error(std::size_t player) const {
  const double variance = covariance(player, player);
  return variance > min_variance ? std::optional(confidence_95 * std::sqrt(variance)) : std::nullopt;
}

double Ratings::los(std::size_t first, std::size_t second) const {
  const double variance = covariance(first, first) + covariance(second, second) - 2 * covariance(first, second);
  return variance > min_variance ? normal_cdf((elo_[first] - elo_[second]) / std::sqrt(variance)) : 0.5;
}

}  // namespace sow
