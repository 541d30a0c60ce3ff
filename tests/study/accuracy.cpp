#include "study/accuracy.h"

#include <gtest/gtest.h>

namespace sow {
namespace {

TEST(Accuracy, MarksAreSharesOfTheSeeds) {
  const Grader owari(36), hus(200);
  EXPECT_EQ(owari.threshold(Mark::inaccuracy), 1);
  EXPECT_EQ(owari.threshold(Mark::mistake), 2);
  EXPECT_EQ(owari.threshold(Mark::blunder), 4);
  EXPECT_EQ(hus.threshold(Mark::inaccuracy), 4);
  EXPECT_EQ(hus.threshold(Mark::blunder), 24);
  EXPECT_EQ(owari.mark(0.9), std::nullopt);
  EXPECT_EQ(owari.mark(1), Mark::inaccuracy);
  EXPECT_EQ(owari.mark(3.9), Mark::mistake);
  EXPECT_EQ(owari.mark(30), Mark::blunder);
  EXPECT_EQ(hus.mark(3.9), std::nullopt);
}

TEST(Accuracy, MarksDifferOnSmallBoards) {
  const Grader tiny(4);
  EXPECT_EQ(tiny.mark(1), Mark::inaccuracy);
  EXPECT_EQ(tiny.mark(2), Mark::mistake);
  EXPECT_EQ(tiny.mark(3), Mark::blunder);
}

TEST(Accuracy, HalvesForEveryHalfShareLost) {
  const Grader grader(100);
  EXPECT_DOUBLE_EQ(grader.accuracy(0), 100);
  EXPECT_DOUBLE_EQ(grader.accuracy(100 * half_share), 50);
  EXPECT_DOUBLE_EQ(grader.accuracy(200 * half_share), 25);
}

}  // namespace
}  // namespace sow
