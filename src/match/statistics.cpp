#include "match/statistics.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace sow {
namespace {

constexpr double scale = 400;  // Elo for ten times the odds

// Points per game of a pair.
double points(std::size_t half_points) { return half_points / 4.0; }

// The frequency of each pair result. Results that have not occurred count as a thousandth of a pair, since they are not
// impossible.
struct Shares {
  std::array<double, 5> share{};
  double pairs = 0;
};
Shares shares_of(const Pentanomial& results) {
  Shares s;
  for (std::size_t i = 0; i < 5; ++i) {
    s.share[i] = results.pairs[i] > 0 ? results.pairs[i] : 1e-3;
    s.pairs += s.share[i];
  }
  for (double& share : s.share) share /= s.pairs;
  return s;
}

// The maximum-likelihood distribution with the expected score `mean`: share / (1 + t (points - mean)), where t is
// chosen so that the expectation is `mean`. Found by bisection, since the expectation decreases with t.
std::array<double, 5> most_likely(const std::array<double, 5>& share, double mean) {
  double low = -1 / (points(4) - mean), high = 1 / (mean - points(0));  // where a denominator becomes 0
  for (int i = 0; i < 200; ++i) {
    const double t = (low + high) / 2;
    double excess = 0;
    for (std::size_t k = 0; k < 5; ++k) excess += share[k] * (points(k) - mean) / (1 + t * (points(k) - mean));
    (excess > 0 ? low : high) = t;
  }
  std::array<double, 5> p{};
  for (std::size_t k = 0; k < 5; ++k) p[k] = share[k] / (1 + (low + high) / 2 * (points(k) - mean));
  return p;
}

}  // namespace

std::int64_t Pentanomial::count() const { return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0}); }

double Pentanomial::score() const {
  double sum = 0;
  for (std::size_t i = 0; i < 5; ++i) sum += pairs[i] * points(i);
  return sum / count();
}

double Pentanomial::uncertainty() const {
  const double mean = score(), n = count();
  double variance = 0;
  for (std::size_t i = 0; i < 5; ++i) variance += pairs[i] * std::pow(points(i) - mean, 2) / n;
  return std::sqrt(variance / n);
}

Pentanomial Pentanomial::mirrored() const { return {{pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]}}; }

Pentanomial& Pentanomial::operator+=(const Pentanomial& other) {
  for (std::size_t i = 0; i < 5; ++i) pairs[i] += other.pairs[i];
  return *this;
}

double elo_of_score(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return scale * std::log10(score / (1 - score));
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / scale)); }

double normal_cdf(double deviations) { return (1 + std::erf(deviations / std::sqrt(2.0))) / 2; }

std::optional<EloEstimate> estimate_elo(const Pentanomial& results) {
  if (results.count() == 0) return std::nullopt;
  const double score = results.score(), uncertainty = results.uncertainty();
  EloEstimate estimate{.elo = elo_of_score(score), .error = {}, .los = 0.5};
  if (uncertainty == 0) {
    // All pairs had the same result, so their variance is unknown. With a uniform prior, n equal results in a row leave
    // a probability of 1 in 2^(n+1) that the other player is stronger.
    const double doubt = std::pow(0.5, static_cast<double>(results.count() + 1));
    if (score != 0.5) estimate.los = score > 0.5 ? 1 - doubt : doubt;
    return estimate;
  }
  const double low = score - confidence_95 * uncertainty, high = score + confidence_95 * uncertainty;
  if (low > 0 && high < 1) estimate.error = (elo_of_score(high) - elo_of_score(low)) / 2;
  estimate.los = normal_cdf((score - 0.5) / uncertainty);
  return estimate;
}

double Sprt::llr(const Pentanomial& results) const {
  if (results.count() == 0) return 0;
  const Shares s = shares_of(results);
  const auto p0 = most_likely(s.share, score_of_elo(elo0)), p1 = most_likely(s.share, score_of_elo(elo1));
  double sum = 0;
  for (std::size_t i = 0; i < 5; ++i) sum += s.share[i] * std::log(p1[i] / p0[i]);
  return s.pairs * sum;
}

double Sprt::lower() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper() const { return std::log((1 - beta) / alpha); }

Sprt::Verdict Sprt::verdict(const Pentanomial& results) const {
  const double ratio = llr(results);
  return ratio >= upper() ? Verdict::elo1 : ratio <= lower() ? Verdict::elo0 : Verdict::open;
}

}  // namespace sow
