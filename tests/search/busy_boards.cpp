#include "search/busy_boards.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace sow {
namespace {

TEST(BusyBoards, ContainsABoardWhileItIsMarked) {
  BusyBoards busy;
  EXPECT_FALSE(busy.has(1));
  {
    const BusyBoards::Mark mark(&busy, 1);
    EXPECT_TRUE(busy.has(1));
    EXPECT_FALSE(busy.has(2));
  }
  EXPECT_FALSE(busy.has(1));
}

TEST(BusyBoards, NullMarksNothing) {
  const BusyBoards busy;
  const BusyBoards::Mark mark(nullptr, 1);
  EXPECT_FALSE(busy.has(1));
}

TEST(BusyBoards, ALaterBoardReplacesAnEarlierOneInItsSlot) {
  BusyBoards busy;
  auto first = std::make_unique<BusyBoards::Mark>(&busy, 1);
  Table::Key other = 2;
  std::vector<std::unique_ptr<BusyBoards::Mark>> marks;
  while (busy.has(1)) marks.push_back(std::make_unique<BusyBoards::Mark>(&busy, other++));
  first.reset();
  EXPECT_TRUE(busy.has(other - 1));
}

}  // namespace
}  // namespace sow
