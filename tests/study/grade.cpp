// Grades: the seeds that a move gives away, and what is proven about them.
#include "study/grade.h"

#include <gtest/gtest.h>

namespace sow {
namespace {

Analysis analysis_of(std::vector<Margin> margins) {
  Analysis analysis;
  for (std::size_t i = 0; i < margins.size(); ++i)
    analysis.lines.push_back({static_cast<Move>(i), margins[i], true, {static_cast<Move>(i)}});
  return analysis;
}

TEST(Grade, IsProvenIfAllScoresAreExact) {
  const Analysis analysis = analysis_of({Margin::exactly(3), Margin::exactly(1)});
  EXPECT_EQ(grade_move(analysis, 0).loss, 0);
  EXPECT_TRUE(grade_move(analysis, 0).proven());
  EXPECT_EQ(grade_move(analysis, 1).loss, 2);
  EXPECT_TRUE(grade_move(analysis, 1).proven());
  EXPECT_EQ(grade_move(analysis, 1).best, 0);
}

TEST(Grade, OfAnEstimateHasBounds) {
  const Analysis analysis = analysis_of({Margin{.value = 250, .low = 100, .high = 500}, Margin::between(-2, 0)});
  const Grade grade = grade_move(analysis, 1);
  EXPECT_EQ(grade.loss, 4.5);
  EXPECT_EQ(grade.low, 1);
  EXPECT_EQ(grade.high, 7);
  EXPECT_FALSE(grade.proven());
}

TEST(Grade, OfAProvenBestMoveIsZeroEvenIfItsValueIsUnknown) {
  const Analysis analysis = analysis_of({Margin::between(2, 6), Margin::between(-4, 2)});
  EXPECT_EQ(grade_move(analysis, 0).loss, 0);
  EXPECT_TRUE(grade_move(analysis, 0).proven());
}

TEST(Grade, OfTheOnlyMoveIsZero) {
  const Grade grade = grade_move(analysis_of({Margin::estimate(-300)}), 0);
  EXPECT_EQ(grade.loss, 0);
  EXPECT_TRUE(grade.proven());
}

}  // namespace
}  // namespace sow
