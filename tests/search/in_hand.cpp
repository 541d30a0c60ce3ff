#include "search/in_hand.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace sow {
namespace {

TEST(InHand, HasABoardAsLongAsItIsMarked) {
  InHand in_hand;
  EXPECT_FALSE(in_hand.has(1));
  {
    const InHand::Mark mark(&in_hand, 1);
    EXPECT_TRUE(in_hand.has(1));
    EXPECT_FALSE(in_hand.has(2));
  }
  EXPECT_FALSE(in_hand.has(1));
}

TEST(InHand, WithoutOneNothingIsNoted) {
  const InHand in_hand;
  const InHand::Mark mark(nullptr, 1);
  EXPECT_FALSE(in_hand.has(1));
}

// Of two boards in the same slot the later one is found, and the earlier one ends without taking it away.
TEST(InHand, ALaterBoardMayTakeTheSlot) {
  InHand in_hand;
  auto first = std::make_unique<InHand::Mark>(&in_hand, 1);
  Table::Key other = 2;
  std::vector<std::unique_ptr<InHand::Mark>> marks;
  while (in_hand.has(1)) marks.push_back(std::make_unique<InHand::Mark>(&in_hand, other++));
  first.reset();
  EXPECT_TRUE(in_hand.has(other - 1));
}

}  // namespace
}  // namespace sow
