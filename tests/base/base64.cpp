#include "base/base64.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace sow {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(Base64, EncodesKnownBytes) {
  EXPECT_EQ(to_base64(Bytes{}), "");
  EXPECT_EQ(to_base64(Bytes{'f'}), "Zg==");
  EXPECT_EQ(to_base64(Bytes{'f', 'o'}), "Zm8=");
  EXPECT_EQ(to_base64(Bytes{'f', 'o', 'o'}), "Zm9v");
  EXPECT_EQ(to_base64(Bytes{0xff, 0xfe, 0xfd}), "//79");
}

RC_GTEST_PROP(Base64, RoundTrips, (const Bytes& bytes)) {
  std::string text = to_base64(bytes);
  text.insert(text.size() / 2, "\n");
  RC_ASSERT(from_base64(text) == bytes);
}

TEST(Base64, RejectsInvalidText) {
  for (const char* text : {"Z", "Zg", "Zg=", "Zg===", "=Zg=", "Z===", "Zg==Zg==", "Zm8 ", "Zm9\xc3\xa4"})
    EXPECT_FALSE(from_base64(text)) << text;
}

}  // namespace
}  // namespace sow
