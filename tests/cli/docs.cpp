// Pages that quote other files: docs/rules.md ends with the output of `sow rules vocabulary`, docs/bots.md contains two
// example bots.
#include <gtest/gtest.h>

#include "base/text_file.h"
#include "rules/game_def.h"

namespace sow {
namespace {

TEST(Docs, RulesPageQuotesVocabulary) {
  const std::string page = read_text_file(SOW_TEST_DATA "/../../docs/rules.md");
  EXPECT_TRUE(page.ends_with("`sow rules vocabulary`.\n" + vocabulary_markdown()));
}

TEST(Docs, BotsPageQuotesExamples) {
  const std::string page = read_text_file(SOW_TEST_DATA "/../../docs/bots.md");
  for (const std::string name : {"bot.py", "any_game.py"}) {
    const std::string bot = read_text_file(SOW_TEST_DATA "/../../examples/" + name);
    EXPECT_NE(page.find("```python " + name + "\n" + bot + "```\n"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace sow
