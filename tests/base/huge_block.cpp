#include "base/huge_block.h"

#include <gtest/gtest.h>

namespace sow {
namespace {

TEST(HugeBlockTest, SaysHowMuchMemoryThereIsNot) {
  try {
    make_huge_block<char>(std::size_t{1} << 62);
    FAIL();
  } catch (const std::bad_alloc& e) {
    EXPECT_STREQ(e.what(), "there is no memory for a table of 4398046511104 MiB on this machine");
  }
}

}  // namespace
}  // namespace sow
