// Pages that quote something else: docs/rules.md ends with the vocabulary as the program prints it, `sow rules vocabulary`;
// docs/bots.md holds a bot.
#include <gtest/gtest.h>

#include "base/text_file.h"
#include "rules/game_def.h"

namespace sow {
namespace {

TEST(Docs, RulesAreUpToDate) {
  const std::string page = read_text_file(SOW_TEST_DATA "/../../docs/rules.md");
  EXPECT_TRUE(page.ends_with("`sow rules vocabulary`.\n" + vocabulary_markdown()));
}

TEST(Docs, TheBotIsTheExample) {
  const std::string page = read_text_file(SOW_TEST_DATA "/../../docs/bots.md");
  const std::string bot = read_text_file(SOW_TEST_DATA "/../../examples/bot.py");
  EXPECT_NE(page.find("```python bot.py\n" + bot + "```\n"), std::string::npos);
}

}  // namespace
}  // namespace sow
