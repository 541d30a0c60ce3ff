// The cost of replays is bounded, and they can be stopped.
#include "game/budget.h"

#include <gtest/gtest.h>

#include "game/record.h"
#include "rules/catalog.h"

namespace sow {
namespace {

const std::string text = "[Variant \"owari\"]\n\n1. E (1. F a) (1. D) a 2. B *\n";

std::string error_of(Budget budget) {
  try {
    read_ogn(text, "x.ogn", find_game, nullptr, &budget);
    return "";
  } catch (const Error& e) {
    return e.what();
  }
}

TEST(BudgetTest, CountsEveryPly) {
  // The record, six moves, and five moves to undo.
  constexpr auto long_enough = std::chrono::hours(1);
  EXPECT_EQ(error_of(Budget(nullptr, long_enough, 12)), "");
  EXPECT_EQ(error_of(Budget(nullptr, long_enough, 11)), "x.ogn:3:27: replaying the moves takes too long");
  EXPECT_EQ(error_of(Budget(nullptr, long_enough, 3)), "x.ogn:3:10: replaying the moves takes too long");
}

TEST(BudgetTest, LimitsTime) {
  EXPECT_EQ(error_of(Budget(nullptr, std::chrono::milliseconds(0))), "x.ogn:1:1: replaying the moves takes too long");
}

TEST(BudgetTest, CanBeStopped) {
  const std::atomic<bool> stop = true;
  EXPECT_EQ(error_of(Budget(&stop)), "x.ogn:1:1: stopped");
}

TEST(BudgetTest, LimitsWriting) {
  const Record record = read_ogn(text, "x.ogn", find_game).at(0);
  Budget none(nullptr, std::chrono::hours(1), 3);
  EXPECT_THROW(to_ogn(record, &none), Error);
  EXPECT_NE(to_ogn(record).find("2. B"), std::string::npos);
}

}  // namespace
}  // namespace sow
