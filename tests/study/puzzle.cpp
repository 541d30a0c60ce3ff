#include "study/puzzle.h"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>

#include "board/notation.h"
#include "rules/catalog.h"
#include "search/solver.h"
#include "support/never.h"

namespace sow {
namespace {

std::vector<Puzzle> some(const std::string& name, int count, std::uint64_t seed = 1) {
  std::vector<Puzzle> puzzles;
  make_puzzles(find_game(name), {.seed = seed, .count = count, .stop = &never},
               [&](const Puzzle& puzzle) { puzzles.push_back(puzzle); });
  return puzzles;
}

// Solved again from nothing, by another program than the one that made them.
TEST(Puzzle, HasOneBestMove) {
  const GameDef def = find_game("kalah");
  for (const Puzzle& puzzle : some("kalah", 6)) {
    const Game game(def, puzzle.position);
    SCOPED_TRACE(diagram(def.rules, puzzle.position));
    SolveOptions options;
    options.memory_bytes = mebibytes(32);
    const Analysis solved = make_solver(def, puzzle.position.total(), options)->solve(game, {}, nullptr);
    ASSERT_TRUE(solved.complete);
    const int lead = puzzle.position.store[0] - puzzle.position.store[1];
    EXPECT_EQ(solved.lines[0].move, puzzle.line.front());
    EXPECT_EQ(lead + solved.lines[0].margin.value / seed_value, puzzle.margin);
    EXPECT_EQ(lead + solved.lines[1].margin.value / seed_value, puzzle.next);
    EXPECT_TRUE(puzzle.wins() || puzzle.margin - puzzle.next >= puzzle_gain);
    EXPECT_GE(puzzle.plies, 1);
  }
}

TEST(Puzzle, IsMadeAgainFromTheSameSeed) {
  const auto one = some("owari", 4, 7), two = some("owari", 4, 7), other = some("owari", 4, 8);
  ASSERT_EQ(one.size(), 4u);
  bool differs = false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].position, two[i].position);
    EXPECT_EQ(one[i].plies, two[i].plies);
    differs |= one[i].position != other[i].position;
  }
  EXPECT_TRUE(differs);
}

// Those of web/public/puzzles are what scripts/puzzles makes.
TEST(Puzzle, ShippedOnesAreProven) {
  for (const std::string name : {"owari", "kalah"}) {
    std::ifstream file(std::string(SOW_TEST_DATA "/../../web/public/puzzles/") + name + ".json");
    const auto shipped = nlohmann::json::parse(file);
    const GameDef def = find_game(name);
    const auto made = some(name, 12);
    ASSERT_GE(shipped["puzzles"].size(), 100u);
    for (std::size_t i = 0; i < made.size(); ++i) {
      const auto& kept = shipped["puzzles"][i];
      EXPECT_EQ(kept["position"], diagram(def.rules, made[i].position));
      EXPECT_EQ(kept["line"][0], move_text(def.rules, made[i].position, made[i].line.front()));
      EXPECT_EQ(kept["margin"], made[i].margin);
      EXPECT_EQ(kept["plies"], made[i].plies);
    }
  }
}

}  // namespace
}  // namespace sow
