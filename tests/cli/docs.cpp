// Pages that quote other files: docs/rules.md ends with the output of `sow rules vocabulary`, docs/bots.md contains two
// example bots.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

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

// docs/api.md has a section for every route of the schema, and no others.
TEST(Docs, ApiPageHasEveryRoute) {
  const auto schema = nlohmann::json::parse(read_text_file(SOW_TEST_DATA "/../../web/api.schema.json"));
  std::set<std::string> routes, sections;
  for (const auto& [path, route] : schema["$defs"]["Routes"]["properties"].items())
    if (!path.starts_with("/api/db/"))  // another form of /api/db
      routes.insert(route["properties"]["method"]["const"].get<std::string>() + " " + path);
  std::istringstream page(read_text_file(SOW_TEST_DATA "/../../docs/api.md"));
  for (std::string line; std::getline(page, line);)
    if (line.starts_with("## GET ") || line.starts_with("## POST "))
      sections.insert(line.substr(3, line.find('?') - 3));
  EXPECT_EQ(sections, routes);
}

// Packages of the page must not run programs when they are installed.
TEST(Docs, PackagesOfThePageAreInstalledWithoutScripts) {
  const std::string install = read_text_file(SOW_TEST_DATA "/../../cmake/npm_install.cmake");
  EXPECT_NE(install.find("COMMAND ${NPM} ci --ignore-scripts "), std::string::npos);
}

}  // namespace
}  // namespace sow
