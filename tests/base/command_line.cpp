#include "base/command_line.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace sow {
namespace {

using testing::ElementsAre;

TEST(CommandLine, IsSplitAsAShellWould) {
  EXPECT_THAT(split_command("./bot"), ElementsAre("./bot"));
  EXPECT_THAT(split_command("  python3   bot.py\t-d 5 "), ElementsAre("python3", "bot.py", "-d", "5"));
  EXPECT_THAT(split_command("'my bot' \"an \\\" and a '\" ''"), ElementsAre("my bot", "an \" and a '", ""));
  EXPECT_THAT(split_command(R"(a\ b 'c\d' e"f g"h)"), ElementsAre("a b", "c\\d", "ef gh"));
}

TEST(CommandLine, NothingElseOfAShellIsThere) {
  EXPECT_THAT(split_command("echo $HOME `ls` *; rm >x"), ElementsAre("echo", "$HOME", "`ls`", "*;", "rm", ">x"));
}

TEST(CommandLine, Errors) {
  for (const char* text : {"", "   ", "''", "a 'b", "a \"b"}) EXPECT_THROW(split_command(text), Error) << text;
}

}  // namespace
}  // namespace sow
