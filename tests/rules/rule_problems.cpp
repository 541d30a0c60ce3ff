// Rule files with several problems: all are reported at once, without consequential errors.
#include <gtest/gtest.h>

#include "rules/catalog.h"

namespace sow {
namespace {

std::string problems_of(const std::string& toml) {
  try {
    parse_game(toml, "x.toml", find_game);
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

TEST(RuleProblems, ReportsAllProblemsInFileOrder) {
  const std::string toml =
      "name = \"two words\"\n"
      "titel = \"X\"\n"
      "[board]\n"
      "pits = 99\n"
      "rows = 2\n"
      "[setup]\n"
      "south = [1]\n"  // the board is unknown: the length is not checked
      "north = [1]\n"
      "[sow]\n"
      "stroe = \"owm\"\n"
      "[[land]]\n"
      "at = \"store\"\n"  // sow.store is unknown: not checked
      "then = \"agian\"\n"
      "[[land]]\n"
      "at = \"inner\"\n"
      "count = \"odd\"\n"
      "[end]\n"
      "repeat_count = 1\n";
  EXPECT_EQ(problems_of(toml),
            "x.toml:1:8: name may contain only letters, digits, and - _ / .\n"
            "x.toml:2:1: unknown key \"titel\"; did you mean \"title\"?\n"
            "x.toml:4:8: board.pits must be a number from 1 to 26\n"
            "x.toml:10:1: unknown key \"sow.stroe\"; did you mean \"sow.store\"?\n"
            "x.toml:10:9: sow.store must be one of \"none\", \"own\", \"own-first\"; did you mean \"own\"?\n"
            "x.toml:13:8: land.then must be one of \"end\", \"relay\", \"again\", \"next\"; did you mean \"again\"?\n"
            "x.toml:15:6: land.at = \"inner\" needs a board of four rows\n"
            "x.toml:16:9: land.count must be a number, a list of numbers, \">N\" or \"even\"\n"
            "x.toml:17:1: end.when must not be empty, or the game would never end\n"
            "x.toml:18:16: end.repeat_count must be 0 or at least 2");
}

// Without the extended game, the board is unknown and combinations of keys cannot be checked.
TEST(RuleProblems, ReportsNoConsequencesOfAMissingGame) {
  EXPECT_EQ(
      problems_of("name = \"x\"\nextends = \"owarri\"\n[setup]\nsouth = [1]\nnorth = [1]\n[turn]\nfeeed = 1\n"),
      "x.toml:2:11: extends: no game 'owarri'; did you mean owari?\n"
      "x.toml:7:1: unknown key \"turn.feeed\"; did you mean \"turn.feed\"?\n"
      "x.toml:7:9: turn.feed must be one of \"no\", \"must\", \"if-possible\", \"if-empty\", \"if-empty-possible\"");
}

TEST(RuleProblems, ListsProblemsWithLocations) {
  try {
    parse_game("nam = \"x\"\n[end]\nwhen = [\"stuck\", \"bored\", \"side-emty\"]\n", "x.toml", find_game);
    FAIL();
  } catch (const RuleFileError& e) {
    ASSERT_EQ(e.problems().size(), 3u);
    EXPECT_EQ(e.location().line, 1);
    EXPECT_EQ(e.problems()[0].message(), "unknown key \"nam\"; did you mean \"name\"?");
    EXPECT_EQ(e.problems()[1].location().column, 18);
    EXPECT_EQ(e.problems()[2].message(),
              "end.when must contain only \"stuck\", \"side-empty\"; did you mean \"side-empty\"?");
  }
}

}  // namespace
}  // namespace sow
