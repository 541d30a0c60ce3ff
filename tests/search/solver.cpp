// Compares solved margins with exhaustive minimax: with and without endgame tables, one and two threads, small and
// large transposition tables.
#include "search/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "board/notation.h"
#include "rules/catalog.h"
#include "support/effort.h"
#include "support/random_position.h"
#include "support/true_margins.h"

namespace sow {
namespace {

struct Variation {
  int threads;
  std::size_t hash;
  int tables;
};

// Any game with this many seeds in the pits.
Game game_of(const GameDef& def, int total) {
  for (tests::Choices choose(1);;)
    if (const Position p = tests::random_position(def.rules, total, choose); p.seeds_in_pits() == total)
      return {def, p};
}

void compare(const std::string& name, int total, int rounds, const Variation& v) {
  SCOPED_TRACE(name);
  const GameDef game = find_game(name);
  tests::TrueMargins truth(game.rules);
  tests::Choices choose(7);
  const auto solver =
      make_solver(game_of(game, total), {.threads = v.threads, .memory_bytes = v.hash, .table_seeds = v.tables});
  ASSERT_NE(solver, nullptr);
  for (int round = 0; round < rounds; ++round) {
    const Position p = tests::random_position(game.rules, total, choose);
    const Game start(game, p);
    if (start.ending()) continue;
    const Analysis a = solver->solve(start, {}, {});
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
  compare("sungka:pits=4,seeds=3,round=2,closed=Acd", 12, 60, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Solver, SolverTest,
                         testing::Values(Variation{1, 1 << 12, -1}, Variation{1, 1 << 24, 0}, Variation{2, 1 << 14, 0},
                                         Variation{2, 1 << 24, 6}));

// South's final margin by minimax on whole positions, which include marks and the player who started.
int final_margin(const ReferenceKernel& kernel, const Position& p, std::map<std::string, int>& known) {
  if (const auto ending = kernel.ending(p)) return ending->margin(Player::south);
  const auto [found, is_new] = known.try_emplace(diagram(kernel.rules(), p));
  if (!is_new) return found->second;
  const int sign = p.mover == Player::south ? 1 : -1;
  int best = -max_seeds;
  for (MoveSet rest = kernel.moves(p); rest != 0; rest &= rest - 1) {
    Position after = p;
    kernel.play_unchecked(after, std::countr_zero(rest));
    best = std::max(best, sign * final_margin(kernel, after, known));
  }
  return found->second = sign * best;
}

TEST(Solver, RespectsMarksAndTheStartingPlayer) {
  GameDef once = find_game("kalah:pits=3,seeds=2"), first = once;
  once.rules.again_once = true;
  first.rules.few = 5;
  first.rules.few_to = FewTo::first;
  for (const GameDef& game : {once, first}) {
    const ReferenceKernel kernel(game.rules);
    std::map<std::string, int> known;
    for (const char* position : {"2-2-2-2-2-2-0-0-", "3-0-1-2-2-1-2-1-", "1-1-1-2-2-3-0-2-"})
      for (const char* mover : {"S", "N"}) {
        const std::string mark = game.rules.has_marks() ? "0-" : "";
        const Game start(game, parse_position(position + mark + mover, game.rules));
        const Position& p = start.position();
        const int now = p.store_of(Player::south) - p.store_of(Player::north), sign = p.mover == Player::south ? 1 : -1;
        const auto solver = make_solver(start, {.memory_bytes = 1 << 20});
        EXPECT_EQ(solver->solve(start, {}, {}).lines.front().margin.value,
                  seed_value * sign * (final_margin(kernel, p, known) - now))
            << position << mover;
      }
  }
}

TEST(Solver, SolvesKalahVariants) {
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
    const auto solver = make_solver(start, {.memory_bytes = 1 << 24});
    EXPECT_EQ(solver->solve(start, {}, {}).lines.front().margin.value, seed_value * margin) << name;
  }
}

// Large enough for BusyBoards to be used.
TEST(Solver, TwoThreadsFindTheSameMargins) {
  for (const auto* name : {"kalah", "owari"}) {
    const GameDef game = find_game(name);
    const auto solver = [&](int threads) {
      return make_solver(game_of(game, 26), {.threads = threads, .memory_bytes = 1 << 20, .table_seeds = 6});
    };
    const auto one = solver(1), two = solver(2);
    tests::Choices choose(11);
    for (int round = 0; round < 6; ++round) {
      const Game start(game, tests::random_position(game.rules, 26, choose));
      if (start.ending()) continue;
      const Analysis a = one->solve(start, {}, {}), b = two->solve(start, {}, {});
      std::map<Move, int> margins;
      for (const Line& line : a.lines) margins[line.move] = line.margin.value;
      for (const Line& line : b.lines) EXPECT_EQ(line.margin.value, margins.at(line.move)) << name;
    }
  }
}

TEST(Solver, StopsOnRequest) {
  const GameDef game = find_game("kalah");
  const auto solver = make_solver(Game(game), {.memory_bytes = 1 << 20, .table_seeds = 4});
  std::atomic<bool> stop{false};
  Limits limits;
  limits.stop = &stop;
  const Analysis a = solver->solve(Game(game), limits, [&](const SolveProgress& p) { stop = !p.tables; });
  EXPECT_FALSE(a.complete);
  EXPECT_EQ(a.lines.size(), 6u);
}

TEST(Solver, BoundsAreCorrectWhenStoppedAnywhere) {
  const GameDef def = find_game(tests::thorough ? "kalah:pits=4,seeds=3" : "kalah:pits=3,seeds=4");
  const Game game(def);
  tests::TrueMargins truth(def.rules);
  int bounds = 0;
  for (std::uint64_t nodes = 1024; nodes < 40'000; nodes += tests::thorough ? 4096 : 32768) {
    Limits limits;
    limits.nodes = nodes;
    const auto solver = make_solver(game, {.memory_bytes = 1 << 20, .table_seeds = 4});
    Interval last{-24, 24};
    const Analysis a = solver->solve(game, limits, [&](const SolveProgress& p) {
      EXPECT_GE(p.position.low, last.low);
      EXPECT_LE(p.position.high, last.high);
      last = p.position;
    });
    ASSERT_TRUE(a.margin);
    EXPECT_LE(a.margin->low, seed_value * truth(game.position()));
    EXPECT_GE(a.margin->high, seed_value * truth(game.position()));
    for (const Line& line : a.lines) {
      EXPECT_LE(line.margin.low, seed_value * truth.of_move(game.position(), line.move));
      EXPECT_GE(line.margin.high, seed_value * truth.of_move(game.position(), line.move));
      bounds += line.searched && !line.margin.exact();
    }
    EXPECT_TRUE(std::is_sorted(a.lines.begin(), a.lines.end(),
                               [](const Line& x, const Line& y) { return x.margin.low > y.margin.low; }));
    EXPECT_EQ(a.depth, 0);
  }
  EXPECT_GT(bounds, 0);
}

TEST(Solver, StopsAtTheTimeLimit) {
  const GameDef game = find_game("kalah");
  Limits limits;
  limits.time_ms = 20;
  const auto solver = make_solver(Game(game), {.threads = 2, .memory_bytes = 1 << 24});
  const Analysis a = solver->solve(Game(game), limits, {});
  EXPECT_FALSE(a.complete);
  EXPECT_GE(a.time_ms, 20);
}

// If there is no time even for the first guess, the score is the static evaluation.
TEST(Solver, HasAnEstimateWhenStoppedAtOnce) {
  const GameDef game = find_game("kalah");
  const std::atomic<bool> stop{true};
  Limits limits;
  limits.stop = &stop;
  for (int round = 0; round < 20; ++round) {
    const Analysis a =
        make_solver(Game(game), {.memory_bytes = 1 << 20, .table_seeds = 0})->solve(Game(game), limits, {});
    EXPECT_FALSE(a.complete);
    ASSERT_TRUE(a.margin);
    EXPECT_EQ(a.margin->kind(), MarginKind::estimate);
  }
}

TEST(Solver, ValueOnlyNeedsFewerNodes) {
  const GameDef def = find_game("kalah:pits=5,seeds=3");
  const Game game(def);
  const auto solve = [&](bool value_only) {
    return make_solver(game, {.memory_bytes = 1 << 24, .value_only = value_only})->solve(game, {}, {});
  };
  const Analysis one = solve(true), all = solve(false);
  EXPECT_TRUE(one.complete);
  EXPECT_EQ(one.margin, Margin::exactly(6));
  EXPECT_EQ(one.margin, all.margin);
  EXPECT_LE(one.lines.size(), 1u);
  EXPECT_LT(one.nodes, all.nodes);
}

TEST(Solver, LinesLeadToTheirMargins) {
  const GameDef def = find_game("kalah:pits=4,seeds=3");
  const Game game(def);
  const Analysis a = make_solver(game, {.memory_bytes = 1 << 24})->solve(game, {}, {});
  for (const Line& line : a.lines) {
    Game played = game;
    for (const Move move : line.pv) ASSERT_EQ(played.play(move), Legality::ok);
    ASSERT_TRUE(played.ending()) << line.pv.size();
    EXPECT_EQ(seed_value * played.ending()->margin(Player::south), line.margin.value);
  }
}

TEST(Solver, StaysWithinItsMemoryLimit) {
  const GameDef def = find_game("kalah");
  for (const std::size_t mib : {1, 16, 100, 1000, 4000, 100'000}) {
    const SolveMemory memory = solve_memory(mib << 20);
    EXPECT_EQ(memory.all(), mib << 20);
    if (mib > 4000) continue;
    const SolveMemory used = make_solver(Game(def), {.memory_bytes = mib << 20})->memory();
    EXPECT_LE(used.all(), mib << 20);
    EXPECT_GT(used.boards, 0u);
  }
  // A small game needs only a small part of the limit.
  const GameDef small = find_game("kalah:pits=3,seeds=2");
  EXPECT_LT(make_solver(Game(small), {.memory_bytes = std::size_t{1} << 30})->memory().all(), std::size_t{4} << 20);
}

// After the capture there is nothing left to search, but the move belongs in the result.
TEST(Solver, ReportsAMoveThatCapturesEverySeed) {
  const GameDef def = find_game("kalah:pits=1");
  const Game game(def, parse_position("3-1-0-0-S", def.rules));
  const Analysis a = make_solver(game, {.memory_bytes = 1 << 20})->solve(game, {}, {});
  EXPECT_TRUE(a.complete);
  ASSERT_EQ(a.lines.size(), 1u);
  EXPECT_TRUE(a.lines[0].searched);
  EXPECT_EQ(a.lines[0].margin, Margin::exactly(4));
}

TEST(Solver, FinishedGameHasItsResult) {
  const GameDef def = find_game("owari");
  const Game game(def, parse_position("0-0-0-0-0-0-1-0-0-0-0-0-20-15-S", def.rules));
  const Analysis a = make_solver(game, {.memory_bytes = 1 << 20})->solve(game, {}, {});
  EXPECT_TRUE(a.complete);
  EXPECT_EQ(a.margin, Margin::exactly(-1));
}

}  // namespace
}  // namespace sow
