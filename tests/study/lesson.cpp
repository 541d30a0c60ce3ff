#include "study/lesson.h"

#include <gtest/gtest.h>

#include <set>

#include "game/explain.h"
#include "rules/catalog.h"
#include "support/effort.h"

namespace sow {
namespace {

std::set<std::string> topics_of(const std::string& name) {
  Budget budget(nullptr, std::chrono::minutes(10), UINT64_MAX);
  std::set<std::string> topics;
  for (const LessonStep& step : lesson(find_game(name), budget)) topics.emplace(step.topic);
  return topics;
}

TEST(Lesson, TeachesWhatTheGameHas) {
  EXPECT_EQ(topics_of("kalah"), (std::set<std::string>{"sow", "again", "capture", "win", "end"}));
  EXPECT_EQ(topics_of("oware"), (std::set<std::string>{"sow", "capture", "win", "end"}));
  EXPECT_TRUE(topics_of("hus").contains("relay"));
  EXPECT_TRUE(topics_of("toguz-kumalak").contains("own"));
  EXPECT_TRUE(topics_of("je-ki-n-je").contains("direction"));
  EXPECT_FALSE(topics_of("kalah").contains("direction") || topics_of("kalah").contains("own"));
}

// Each asked-for move does what the step asks for, another does not, and the rule behind it is told.
TEST(Lesson, AsksForWhatCanBeDone) {
  const auto names = builtin_names();
  for (std::size_t i = 0; i < names.size(); i += tests::thorough ? 1 : 6) {
    const std::string& name = names[i];
    const GameDef def = find_game(name);
    Budget budget(nullptr, std::chrono::minutes(10), UINT64_MAX);
    for (const LessonStep& step : lesson(def, budget)) {
      SCOPED_TRACE(name + " " + std::string(step.topic));
      EXPECT_EQ(step.position.mover, Player::south);
      const Game game(def, step.position);
      EXPECT_EQ(step.good & game.moves(), step.good);
      if (step.topic == "end") continue;
      EXPECT_FALSE(game.ending());
      EXPECT_NE(step.good, 0u);
      EXPECT_GT(step.text.size(), 60u) << step.text;  // a task, and a sentence of the rules
      for (MoveSet rest = game.moves(); rest != 0 && step.topic == "again"; rest &= rest - 1) {
        const Move move = std::countr_zero(rest);
        const Summary sum = sum_up(trace_of(def.rules, step.position, move));
        EXPECT_EQ(sum.again && !sum.pass, has(step.good, move));
      }
    }
  }
}

TEST(Lesson, IsTheSameEveryTime) {
  Budget one, two;
  const auto first = lesson(find_game("owari"), one), second = lesson(find_game("owari"), two);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].position, second[i].position);
}

}  // namespace
}  // namespace sow
