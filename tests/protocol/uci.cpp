// `sow uci`: scripted dialogues (data/*.uci), and cases that need code.
#include "protocol/uci.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "base/text_file.h"
#include "support/dialogue.h"

namespace sow {
namespace {

class UciDialogue : public testing::TestWithParam<std::string> {};

TEST_P(UciDialogue, MatchesScript) {
  tests::Heard heard;
  UciSession session({}, [&](const std::string& line) { heard.add(line); });
  tests::run_dialogue(
      SOW_TEST_DATA "/../protocol/data/" + GetParam() + ".uci",
      [&](const std::string& line) { EXPECT_TRUE(session.handle_line(line)); }, [&] { session.finish(); }, heard);
}
INSTANTIATE_TEST_SUITE_P(Uci, UciDialogue, testing::Values("basics", "positions", "searching", "options", "errors"),
                         [](const auto& name) { return name.param; });

TEST(Uci, QuitStopsSearch) {
  tests::Heard heard;
  UciSession session({}, [&](const std::string& line) { heard.add(line); });
  session.handle_line("go infinite");
  EXPECT_FALSE(session.handle_line("quit"));
  session.finish();
  std::string last;
  while (!heard.empty()) last = heard.next();
  EXPECT_TRUE(last.starts_with("bestmove ")) << last;
}

TEST(Uci, RejectsGarbageWithoutSideEffects) {
  std::string answer;
  int answers = 0;
  UciSession session({}, [&](const std::string& line) {
    ++answers;
    answer = line;
  });
  std::mt19937_64 random(1);
  const std::string letters =
      "go position stop setoption name value 0123456789 moves FfEa startpos fen-\t\x01\xff\"'{}";
  for (int i = 0; i < 10'000; ++i) {
    std::string line = "x";  // no command starts with x
    for (auto length = random() % 60; length > 0; --length) line += letters[random() % letters.size()];
    session.handle_line(line);
    ASSERT_TRUE(answer.starts_with("info string error: ")) << answer;
  }
  EXPECT_EQ(answers, 10'000);
  session.handle_line(std::string(1 << 20, 'x'));
  EXPECT_LT(answer.size(), 100u);
  session.handle_line("position startpos moves " + std::string(1 << 20, 'E'));
  EXPECT_TRUE(answer.starts_with("info string error: move 2: ") && answer.size() < 200) << answer;
  session.handle_line("position fen " + std::string(1 << 20, '3'));
  EXPECT_TRUE(answer.starts_with("info string error: ") && answer.size() < 200) << answer;
  session.reject_long_line(1000);
  EXPECT_TRUE(answer.starts_with("info string error: ")) << answer;
  session.handle_line("d");
  EXPECT_EQ(answer, "owari 3-3-3-3-3-3-3-3-3-3-3-3-0-0-S");
}

TEST(Uci, OptionsAreDocumented) {
  const std::string page = read_text_file(SOW_TEST_DATA "/../../docs/protocols.md");
  EXPECT_NE(page.find(uci_options_markdown()), std::string::npos) << uci_options_markdown();
}

}  // namespace
}  // namespace sow
