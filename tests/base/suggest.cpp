#include "base/suggest.h"

#include <gtest/gtest.h>

namespace sow {
namespace {

const std::vector<std::string> words = {"analyze", "hint", "oware", "owari", "owela", "kalah", "kalah/empty-capture"};

TEST(Suggest, FindsSimilarWords) {
  EXPECT_EQ(did_you_mean("hnit", words), "; did you mean hint?");
  EXPECT_EQ(did_you_mean("owre", words), "; did you mean oware?");
  EXPECT_EQ(did_you_mean("OWARE", words), "; did you mean oware?");
  EXPECT_EQ(did_you_mean("analyse", words), "; did you mean analyze?");
  EXPECT_EQ(did_you_mean("kalah/emp", words), "; did you mean kalah/empty-capture?");
}

TEST(Suggest, IgnoresOtherWords) {
  for (const char* word : {"", "z", "ow", "chess", "dance", "\xff\xfe\xfd"})
    EXPECT_EQ(did_you_mean(word, words), "") << word;
  EXPECT_EQ(did_you_mean(std::string(100000, 'a'), words), "");
  EXPECT_EQ(did_you_mean("hint", {}), "");
}

}  // namespace
}  // namespace sow
