// Solved margins against exhaustive minimax, with and without tables, with one thread and two, with a tiny hash table
// and a large one.
#include "search/solver.h"

#include <gtest/gtest.h>

#include <map>

#include "board/notation.h"
#include "rules/catalog.h"
#include "support/random_position.h"
#include "support/true_margins.h"

namespace sow {
namespace {

const std::atomic<bool> go_on{false};

struct Variation {
  int threads;
  std::size_t hash;
  int tables;
};

void compare(const std::string& name, int total, int rounds, const Variation& v) {
  SCOPED_TRACE(name);
  const GameDef game = find_game(name);
  tests::TrueMargins truth(game.rules);
  tests::Choices choose(7);
  const auto solver = make_solver(game, total, {.threads = v.threads, .hash_bytes = v.hash, .table_seeds = v.tables});
  ASSERT_NE(solver, nullptr);
  for (int round = 0; round < rounds; ++round) {
    const Position p = tests::random_position(game.rules, total, choose);
    const Game start(game, p);
    if (start.ending()) continue;
    const Analysis a = solver->solve(start, {}, go_on);
    ASSERT_TRUE(a.complete);
    for (const Line& line : a.lines) {
      ASSERT_TRUE(line.margin.exact());
      ASSERT_EQ(line.margin.value, seed_value * truth.of_move(start.position(), line.move))
          << diagram(game.rules, start.position()) << " " << move_text(game.rules, start.position(), line.move);
    }
    ASSERT_EQ(a.lines.front().margin.value, seed_value * truth(start.position()));
  }
}

class SolverTest : public testing::TestWithParam<Variation> {};

TEST_P(SolverTest, AgreesWithExhaustiveMinimax) {
  compare("kalah:pits=3,seeds=3", 14, 150, GetParam());
  compare("kalah:pits=4,seeds=3", 12, 150, GetParam());
  compare("kalah/empty-capture:pits=4,seeds=3", 11, 100, GetParam());
  compare("owari", 9, 100, GetParam());
  compare("owari:pits=3,seeds=3", 16, 100, GetParam());
  compare("sungka:pits=3,seeds=3", 12, 100, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Solver, SolverTest,
                         testing::Values(Variation{1, 1 << 12, -1}, Variation{1, 1 << 24, 0}, Variation{2, 1 << 14, 0},
                                         Variation{2, 1 << 24, 6}));

TEST(Solver, KnownMarginsOfKalah) {
  struct Case {
    const char* game;
    int margin;
  };
  for (const auto& [name, margin] : {Case{"kalah:pits=4,seeds=3", 6}, Case{"kalah/empty-capture:pits=4,seeds=3", 8},
                                     Case{"kalah:pits=5,seeds=2", 2}, Case{"kalah/empty-capture:pits=5,seeds=2", 0},
                                     Case{"kalah:pits=5,seeds=3", 6}, Case{"kalah/empty-capture:pits=5,seeds=3", 8},
                                     Case{"kalah:pits=6,seeds=2", 6}, Case{"kalah/empty-capture:pits=6,seeds=2", 10}}) {
    const GameDef game = find_game(name);
    const Game start(game);
    const auto solver = make_solver(game, start.position().total(), {.hash_bytes = 1 << 24});
    EXPECT_EQ(solver->solve(start, {}, go_on).lines.front().margin.value, seed_value * margin) << name;
  }
}

// Large enough for threads to tell each other what they search.
TEST(Solver, TwoThreadsFindWhatOneFinds) {
  for (const auto* name : {"kalah", "owari"}) {
    const GameDef game = find_game(name);
    const auto solver = [&](int threads) {
      return make_solver(game, 26, {.threads = threads, .hash_bytes = 1 << 20, .table_seeds = 6});
    };
    const auto one = solver(1), two = solver(2);
    tests::Choices choose(11);
    for (int round = 0; round < 6; ++round) {
      const Game start(game, tests::random_position(game.rules, 26, choose));
      if (start.ending()) continue;
      const Analysis a = one->solve(start, {}, go_on), b = two->solve(start, {}, go_on);
      std::map<Move, int> margins;
      for (const Line& line : a.lines) margins[line.move] = line.margin.value;
      for (const Line& line : b.lines) EXPECT_EQ(line.margin.value, margins.at(line.move)) << name;
    }
  }
}

TEST(Solver, StopsWhenTold) {
  const GameDef game = find_game("kalah");
  const auto solver = make_solver(game, 48, {.hash_bytes = 1 << 20, .table_seeds = 4});
  std::atomic<bool> stop{false};
  const Analysis a = solver->solve(
      Game(game), [&](const SolveProgress& p) { stop = !p.tables; }, stop);
  EXPECT_FALSE(a.complete);
  EXPECT_EQ(a.lines.size(), 6u);
}

}  // namespace
}  // namespace sow
