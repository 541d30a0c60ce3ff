// Elo, error, LOS and SPRT, compared with published values and hand calculations.
#include "match/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sow {
namespace {

// Pairs with 0, ½, 1, 1½, and 2 points.
Pentanomial pairs(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, std::int64_t e) {
  return {{a, b, c, d, e}};
}

TEST(Statistics, EloMatchesHandCalculation) {
  EXPECT_DOUBLE_EQ(elo_of_score(0.5), 0);
  EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);  // ten times the odds
  EXPECT_NEAR(elo_of_score(0.75), 190.848, 1e-3);
  EXPECT_TRUE(std::isinf(elo_of_score(1)) && elo_of_score(0) < 0);
  for (const double elo : {-300.0, -1.0, 0.0, 25.0, 700.0}) EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
}

TEST(Statistics, UncertaintyMatchesHandCalculation) {
  // Two pairs of 0 and two of 2 points: the mean is ½, each pair deviates by ½, and four pairs halve the uncertainty.
  const auto p = pairs(2, 0, 0, 0, 2);
  EXPECT_DOUBLE_EQ(p.score(), 0.5);
  EXPECT_DOUBLE_EQ(p.uncertainty(), 0.25);
  EXPECT_DOUBLE_EQ(estimate_elo(p)->los, 0.5);
  // More than one standard deviation above equality.
  const auto q = pairs(0, 0, 3, 0, 1);  // mean 5/8, variance 3/64, divided by four pairs: 3/256
  EXPECT_DOUBLE_EQ(q.score(), 0.625);
  EXPECT_DOUBLE_EQ(q.uncertainty(), std::sqrt(3.0 / 256));
  EXPECT_NEAR(estimate_elo(q)->los, 0.5 * std::erfc(-0.125 / std::sqrt(3.0 / 256) / std::sqrt(2)), 1e-12);
}

TEST(Statistics, NoEstimateWithoutInformation) {
  EXPECT_FALSE(estimate_elo(Pentanomial{}));
  EXPECT_FALSE(estimate_elo(pairs(0, 0, 8, 0, 0))->error);
  EXPECT_TRUE(std::isinf(estimate_elo(pairs(0, 0, 0, 0, 8))->elo));
}

// With a uniform prior, n pairs won in a row leave a probability of 1 / 2^(n+1) that the loser is stronger.
TEST(Statistics, LosIfAllPairsAreEqual) {
  EXPECT_DOUBLE_EQ(estimate_elo(pairs(0, 0, 0, 0, 1))->los, 0.75);
  EXPECT_DOUBLE_EQ(estimate_elo(pairs(0, 0, 0, 0, 8))->los, 1 - 1.0 / 512);
  EXPECT_DOUBLE_EQ(estimate_elo(pairs(0, 0, 0, 8, 0))->los, 1 - 1.0 / 512);
  EXPECT_DOUBLE_EQ(estimate_elo(pairs(8, 0, 0, 0, 0))->los, 1.0 / 512);
  EXPECT_DOUBLE_EQ(estimate_elo(pairs(0, 0, 8, 0, 0))->los, 0.5);
}

// Test values of fastchess, to its number of digits.
TEST(Statistics, EloMatchesFastchess) {
  const auto a = estimate_elo(pairs(34, 54, 31 + 32, 64, 75));
  EXPECT_NEAR(a->elo, 55.58, 0.005);
  EXPECT_NEAR(*a->error, 27.65, 0.005);
  EXPECT_NEAR(a->los, 1, 0.00005);
  const auto b = estimate_elo(pairs(332, 433, 457 + 41, 333, 334));
  EXPECT_NEAR(b->elo, -8.64, 0.005);
  EXPECT_NEAR(*b->error, 10.33, 0.005);
  EXPECT_NEAR(b->los, 0.0505, 0.00005);
}

TEST(Statistics, SprtMatchesFastchess) {
  EXPECT_NEAR((Sprt{0.5, 2.5}.llr(pairs(223, 9863, 20279 + 1000, 10037, 246))), -3.07, 0.01);
  EXPECT_NEAR((Sprt{0, 2}.llr(pairs(871, 26175, 55003 + 980, 26678, 821))), -4.98, 0.01);
}

// Values of LLR_logistic of fishtest.
TEST(Statistics, SprtMatchesFishtest) {
  const auto a = pairs(3, 20, 50, 22, 5), b = pairs(0, 10, 30, 12, 0), c = pairs(12, 40, 60, 30, 8);
  EXPECT_NEAR((Sprt{0, 20}.llr(a)), 0.04032037241670679, 1e-9);
  EXPECT_NEAR((Sprt{0, 5}.llr(a)), 0.17838022438188125, 1e-9);
  EXPECT_NEAR((Sprt{-10, 10}.llr(a)), 0.9344729113889829, 1e-9);
  EXPECT_NEAR((Sprt{0, 20}.llr(b)), -0.27041453628885204, 1e-9);
  EXPECT_NEAR((Sprt{0, 5}.llr(b)), 0.085226848211516, 1e-9);
  EXPECT_NEAR((Sprt{0, 20}.llr(c)), -2.9973011351582723, 1e-9);
  EXPECT_NEAR((Sprt{-10, 10}.llr(c)), -2.0579732004260216, 1e-9);
}

TEST(Statistics, SprtVerdicts) {
  EXPECT_NEAR((Sprt{0, 20}.upper()), 2.9444389791664403, 1e-12);
  EXPECT_NEAR((Sprt{0, 20}.lower()), -2.9444389791664403, 1e-12);
  // Wald's bounds: log(beta / (1 - alpha)) and log((1 - beta) / alpha).
  EXPECT_NEAR((Sprt{0, 20, 0.1, 0.2}.upper()), std::log(0.8 / 0.1), 1e-12);
  EXPECT_NEAR((Sprt{0, 20, 0.1, 0.2}.lower()), std::log(0.2 / 0.9), 1e-12);
  EXPECT_EQ((Sprt{0, 20, 0.2, 0.05}.verdict(pairs(0, 0, 0, 0, 28))), Sprt::Verdict::elo1);
  EXPECT_EQ((Sprt{0, 20}.verdict(pairs(0, 0, 0, 0, 28))), Sprt::Verdict::open);
  const Sprt sprt{0, 20};
  EXPECT_EQ(sprt.verdict({}), Sprt::Verdict::open);
  EXPECT_EQ(sprt.verdict(pairs(0, 0, 0, 0, 52)), Sprt::Verdict::open);
  EXPECT_EQ(sprt.verdict(pairs(0, 0, 0, 0, 53)), Sprt::Verdict::elo1);
  EXPECT_EQ(sprt.verdict(pairs(12, 40, 60, 30, 8)), Sprt::Verdict::elo0);
  // Symmetric from the view of the other player.
  const auto p = pairs(3, 20, 50, 22, 5);
  EXPECT_NEAR((Sprt{-20, 10}.llr(p)), -(Sprt{-10, 20}.llr(p.mirrored())), 1e-9);
}

}  // namespace
}  // namespace sow
