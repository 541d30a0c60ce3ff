#include "base/huge_block.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace sow {
namespace {

TEST(HugeBlockTest, SaysHowMuchMemoryThereIsNot) {
  try {
    make_huge_block<char>(std::size_t{1} << 62);
    FAIL();
  } catch (const std::bad_alloc& e) {
    EXPECT_STREQ(e.what(), "there is no memory for a table of 4398046511104 MiB on this machine");
    EXPECT_STREQ(words_of(e), e.what());
  }
  EXPECT_STREQ(words_of(std::bad_alloc()), "there is no memory left");
}

}  // namespace
}  // namespace sow
