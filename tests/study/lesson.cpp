#include "study/lesson.h"

#include <gtest/gtest.h>

#include <set>

#include "game/summary.h"
#include "rules/catalog.h"
#include "support/effort.h"

namespace sow {
namespace {

using Task = LessonStep::Task;

std::set<Task> tasks_of(const std::string& name) {
  Budget budget(nullptr, std::chrono::minutes(10), UINT64_MAX);
  std::set<Task> tasks;
  for (const LessonStep& step : make_lesson(find_game(name), budget)) tasks.insert(step.task);
  return tasks;
}

TEST(Lesson, TeachesWhatTheGameHas) {
  EXPECT_EQ(tasks_of("kalah"), (std::set{Task::sow, Task::aim, Task::again, Task::capture, Task::most, Task::defend,
                                         Task::win, Task::end}));
  EXPECT_EQ(tasks_of("oware"),
            (std::set{Task::sow, Task::aim, Task::capture, Task::most, Task::defend, Task::win, Task::end}));
  EXPECT_TRUE(tasks_of("hus").contains(Task::relay));
  EXPECT_TRUE(tasks_of("toguz-kumalak").contains(Task::own));
  EXPECT_TRUE(tasks_of("je-ki-n-je").contains(Task::direction));
  EXPECT_FALSE(tasks_of("kalah").contains(Task::direction) || tasks_of("kalah").contains(Task::own));
}

bool cites_rules(Task task) { return task != Task::aim && task != Task::most && task != Task::defend; }

// Whether the move does what the step asks for, by the rules.
bool solves(const LessonStep& step, const Game& game, Move move) {
  const MoveSummary sum = summarize(game.rules(), step.position, move);
  Game after = game;
  after.play(move);
  switch (step.task) {
    case Task::aim: return sum.last == step.goal.at;
    case Task::again: return sum.moves_again();
    case Task::capture: return has(captured_pits(trace_of(game.rules(), step.position, move)), step.goal.at->pit);
    case Task::most: return after.plies().back().taken == step.goal.seeds;
    case Task::own: return !sum.owned.empty();
    case Task::defend: return !largest_capture(game, after.position());
    case Task::win:
      return step.goal.seeds == 0 ? after.ending() && after.ending()->margin(Player::south) > 0
                                  : after.position().store_of(Player::south) >= step.goal.seeds;
    case Task::sow:
    case Task::relay:
    case Task::direction:
    case Task::end: break;
  }
  return has(step.good, move);
}

// Exactly the good moves solve the task, at least one other does not, and steps about rules cite them.
TEST(Lesson, StepsCanBeSolved) {
  const auto names = builtin_names();
  for (std::size_t i = 0; i < names.size(); i += tests::thorough ? 1 : 6) {
    const std::string& name = names[i];
    const GameDef def = find_game(name);
    Budget budget(nullptr, std::chrono::minutes(10), UINT64_MAX);
    for (const LessonStep& step : make_lesson(def, budget)) {
      SCOPED_TRACE(name + " " + std::string(task_word(step.task)));
      EXPECT_EQ(step.position.mover, Player::south);
      EXPECT_TRUE(!step.rules.empty() || !cites_rules(step.task));
      const Game game(def, step.position);
      EXPECT_EQ(step.good & game.moves(), step.good);
      if (step.task == Task::end) continue;
      EXPECT_FALSE(game.ending());
      EXPECT_NE(step.good, 0u);
      EXPECT_TRUE(step.task == Task::sow || step.good != game.moves());
      EXPECT_EQ(step.task == Task::defend, step.goal.prevent.has_value());
      for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1) {
        const Move move = std::countr_zero(rest);
        EXPECT_EQ(solves(step, game, move), has(step.good, move)) << move;
        const bool refuted = std::ranges::any_of(step.refuted, [&](const auto& one) { return one.move == move; });
        EXPECT_EQ(refuted, step.task == Task::defend && !has(step.good, move)) << move;
      }
    }
  }
}

// In a game in which a player without a legal move loses, a count of seeds decides only what else can end it.
TEST(Lesson, EndMatchesWhatEndsTheGame) {
  for (const auto& name : builtin_names()) {
    SCOPED_TRACE(name);
    const Ruleset rules = find_game(name).rules;
    int endings = 0, scorings = 0;
    for (const RuleText& rule : rule_texts(rules)) {
      endings += rule.is_about(RuleTopic::ending);
      scorings += rule.is_about(RuleTopic::scoring);
    }
    EXPECT_GT(endings, 0);
    const bool only_stuck = rules.when.stuck && rules.stuck == Stuck::lose && !rules.when.side_empty &&
                            !rules.majority && !rules.cleared && rules.few == 0 && rules.repeat == Repeat::most;
    const bool won_by_clearing = rules.rest == Rest::emptied && !rules.has_stores();
    EXPECT_EQ(scorings, only_stuck || won_by_clearing ? 0 : 1);
  }
}

// The first rules say what wins.
TEST(Lesson, BeginsWithTheAimOfTheGame) {
  Budget one, two;
  EXPECT_TRUE(make_lesson(find_game("kalah"), one).front().rules.front().is_about(RuleTopic::scoring));
  EXPECT_TRUE(make_lesson(find_game("hus"), two).front().rules.front().is_about(RuleTopic::ending));
  Budget three;
  EXPECT_TRUE(make_lesson(find_game("waurie"), three).front().rules.front().is_about(RuleTopic::ending));
}

TEST(Lesson, IsDeterministic) {
  Budget one, two;
  const auto first = make_lesson(find_game("owari"), one), second = make_lesson(find_game("owari"), two);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].position, second[i].position);
}

}  // namespace
}  // namespace sow
