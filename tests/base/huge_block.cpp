#include "base/huge_block.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace sow {
namespace {

TEST(HugeBlockTest, ReportsTheSizeItCannotAllocate) {
  try {
    make_huge_block<char>(std::size_t{1} << 62);
    FAIL();
  } catch (const std::bad_alloc& e) {
    EXPECT_STREQ(e.what(), "out of memory: cannot allocate a table of 4398046511104 MiB");
    EXPECT_STREQ(message_of(e), e.what());
  }
  EXPECT_STREQ(message_of(std::bad_alloc()), "out of memory");
}

}  // namespace
}  // namespace sow
