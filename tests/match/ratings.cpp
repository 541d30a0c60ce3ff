// Joint Elo ratings of a tournament: compared with hand calculations and with general properties.
#include "match/ratings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "match/match_summary.h"

namespace sow {
namespace {

GameResult result(int half_points_of_south) {
  GameResult result;
  result.seeds = {half_points_of_south * 10, 20 - half_points_of_south * 10};
  return result;
}

// Adds pairs in which the first player scored 0, ½, 1, 1½, and 2 points.
void add(Standings& standings, std::size_t pairing, const std::array<int, 5>& pairs) {
  for (int half_points = 0; half_points < 5; ++half_points)
    for (int i = 0; i < pairs[half_points]; ++i) {
      const int first = std::min(half_points, 2), second = half_points - first;
      standings.add(pairing, {result(first), result(2 - second)});
    }
}

TEST(Ratings, OfTwoPlayersFollowFromTheirScorePlusOneDraw) {
  Standings standings(2);
  add(standings, 0, {1, 2, 3, 4, 10});
  const Ratings ratings(standings);
  // 20 pairs with 30 points plus a drawn game: 30½ of 41 points.
  const double elo = elo_of_score(30.5 / 41);
  EXPECT_NEAR(ratings.elo(0) - ratings.elo(1), elo, 1e-6);
  EXPECT_NEAR(ratings.elo(0) + ratings.elo(1), 0, 1e-6);
  // The pentanomial error by hand: the deviation of the mean score divided by the slope of the curve. Each player gets
  // half of it, since the mean rating is fixed.
  const double score = 30.5 / 41;
  double variance = 0.5 * std::pow(0.5 - score, 2);
  const std::array<int, 5> pairs = {1, 2, 3, 4, 10};
  for (int i = 0; i < 5; ++i) variance += pairs[i] * std::pow(i / 4.0 - score, 2);
  const double deviation = std::sqrt(variance) / 20.5, slope = std::log(10) / 400 * score * (1 - score);
  EXPECT_NEAR(*ratings.error(0), confidence_95 * deviation / slope / 2, 1e-6);
  EXPECT_NEAR(ratings.los(0, 1), normal_cdf(elo / (deviation / slope)), 1e-9);
}

TEST(Ratings, ReproduceThePoints) {
  Standings standings(4);
  const std::vector<std::array<int, 5>> results = {{1, 2, 3, 4, 5}, {0, 0, 1, 2, 9}, {5, 0, 5, 0, 0},
                                                   {3, 3, 3, 3, 3}, {9, 0, 0, 0, 0}, {0, 1, 7, 1, 0}};
  for (std::size_t i = 0; i < results.size(); ++i) add(standings, i, results[i]);
  const Ratings ratings(standings);
  // At the maximum of the likelihood, each player's expected points equal the points scored, including the drawn games.
  std::array<double, 4> expected{}, scored{};
  for (const auto& pairing : standings.pairings) {
    const double games = pairing.tally.games() + 1,
                 score = score_of_elo(ratings.elo(pairing.first) - ratings.elo(pairing.second));
    expected[pairing.first] += games * score;
    expected[pairing.second] += games * (1 - score);
    scored[pairing.first] += pairing.tally.points() + 0.5;
    scored[pairing.second] += pairing.tally.games() - pairing.tally.points() + 0.5;
  }
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(expected[i], scored[i], 1e-6);
    EXPECT_GT(*ratings.error(i), 0);
    sum += ratings.elo(i);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(ratings.los(i, k) + ratings.los(k, i), 1, 1e-9);
  }
  EXPECT_NEAR(sum, 0, 1e-6);
}

TEST(Ratings, AreFiniteForAPlayerWhoWonEverything) {
  Standings standings(3);
  add(standings, 0, {0, 0, 0, 0, 500});
  add(standings, 1, {0, 0, 0, 0, 500});
  const Ratings ratings(standings);
  EXPECT_TRUE(std::isfinite(ratings.elo(0)) && std::isfinite(*ratings.error(0)));
  EXPECT_GT(ratings.elo(0), 500);
  EXPECT_GT(ratings.los(0, 1), 0.99);
  EXPECT_NEAR(ratings.los(1, 2), 0.5, 1e-9);
}

TEST(Ratings, HaveNoErrorIfAllPairsAreEqual) {
  Standings standings(3);
  for (std::size_t i = 0; i < 3; ++i) add(standings, i, {0, 0, 9, 0, 0});
  const Ratings ratings(standings);
  EXPECT_NEAR(ratings.elo(1), 0, 1e-9);
  EXPECT_FALSE(ratings.error(1));
  EXPECT_EQ(ratings.los(0, 1), 0.5);
}

TEST(Ratings, ComparePlayersOfAGauntletWhoHaveNotMet) {
  Standings standings(3, true);
  ASSERT_EQ(standings.pairings.size(), 2u);
  add(standings, 0, {20, 0, 10, 0, 5});
  add(standings, 1, {5, 0, 10, 0, 20});
  const MatchSummary match("owari", {{"a", ""}, {"b", ""}, {"c", ""}}, standings, std::nullopt, true);
  EXPECT_GT(match.los(1, 2), 0.95);
  EXPECT_FALSE(match.between(1, 2));
  EXPECT_EQ(match.between(1, 0)->wins, standings.pairings[0].tally.losses);
  EXPECT_EQ(match.ranking().front(), 0u);
}

TEST(Ratings, SupportManyPlayers) {
  Standings standings(64);
  for (std::size_t i = 0; i < standings.pairings.size(); ++i)
    add(standings, i, {static_cast<int>(i % 3), 0, 1, 0, static_cast<int>(i % 5)});
  const Ratings ratings(standings);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_TRUE(std::isfinite(ratings.elo(i)) && *ratings.error(i) > 0);
}

}  // namespace
}  // namespace sow
