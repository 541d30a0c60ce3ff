#include "base/wrap.h"

#include <gtest/gtest.h>

namespace sow {
namespace {

TEST(Wrap, BreaksBetweenWords) {
  EXPECT_EQ(wrapped("South plays E4: 3 seeds, the last in a7.\n", 20), "South plays E4: 3\nseeds, the last in\na7.\n");
  EXPECT_EQ(wrapped("fits", 4), "fits");
  EXPECT_EQ(wrapped("one\n\ntwo three\n", 5), "one\n\ntwo\nthree\n");
  EXPECT_EQ(wrapped("no limit at all", 0), "no limit at all");
}

TEST(Wrap, IndentsContinuationLinesLikeTheLastColumn) {
  EXPECT_EQ(wrapped("  save  keep the game so far, and the rest", 28),
            "  save  keep the game so\n        far, and the rest");
  EXPECT_EQ(wrapped("  save  keep the game so far", 20), "  save  keep the\n  game so far");
  EXPECT_EQ(wrapped("  an indented line", 12), "  an\n  indented\n  line");
}

TEST(Wrap, KeepsLongWordsWhole) {
  EXPECT_EQ(wrapped("a/very/long/path here", 8), "a/very/long/path\nhere");
  EXPECT_EQ(wrapped("  a  one two three a/word/that/is/long", 26), "  a  one two three\n     a/word/that/is/long");
  EXPECT_EQ(wrapped("  a  one two three a/word/that/is/longest", 26), "  a  one two three\n    a/word/that/is/longest");
  EXPECT_EQ(wrapped("longest words", 1), "longest\nwords");
}

TEST(Wrap, CountsCharactersNotBytes) {
  EXPECT_EQ(text_width("≥ ½"), 3u);
  EXPECT_EQ(wrapped("≥≥≥ ½½½", 7), "≥≥≥ ½½½");
}

TEST(Wrap, ClipsLines) {
  EXPECT_EQ(clipped("≥½x", 2), "≥½");
  EXPECT_EQ(clipped("≥½x", 3), "≥½x");
  EXPECT_EQ(clipped("≥½x", 9), "≥½x");
  EXPECT_EQ(clipped("≥½x", 0), "≥½x");
}

}  // namespace
}  // namespace sow
