#include "base/command_line.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace sow {
namespace {

using Words = std::vector<std::string>;

TEST(CommandLine, SplitsLikeAShell) {
  EXPECT_EQ(split_command("./bot"), (Words{"./bot"}));
  EXPECT_EQ(split_command("  python3   bot.py\t-d 5 "), (Words{"python3", "bot.py", "-d", "5"}));
  EXPECT_EQ(split_command("'my bot' \"an \\\" and a '\" ''"), (Words{"my bot", "an \" and a '", ""}));
  EXPECT_EQ(split_command(R"(a\ b 'c\d' e"f g"h)"), (Words{"a b", "c\\d", "ef gh"}));
}

TEST(CommandLine, DoesNotExpandAnything) {
  EXPECT_EQ(split_command("echo $HOME `ls` *; rm >x"), (Words{"echo", "$HOME", "`ls`", "*;", "rm", ">x"}));
}

TEST(CommandLine, RejectsEmptyCommandsAndOpenQuotes) {
  for (const char* text : {"", "   ", "''", "a 'b", "a \"b"}) EXPECT_THROW(split_command(text), Error) << text;
}

}  // namespace
}  // namespace sow
