#include "study/puzzle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "board/notation.h"
#include "rules/catalog.h"
#include "search/solver.h"
#include "support/effort.h"
#include "support/never.h"

namespace sow {
namespace {

std::vector<Puzzle> find(const std::string& name, int count, std::uint64_t seed = 1) {
  std::vector<Puzzle> puzzles;
  make_puzzles(find_game(name), {.seed = seed, .count = count, .stop = &never},
               [&](const Puzzle& puzzle) { puzzles.push_back(puzzle); });
  return puzzles;
}

// The value of one move over the next plies.
int value_within(const Game& game, Move move, int plies) {
  return make_minimax(game.shared_kernel())->search_among(set_of(move), game.position(), plies, never).value;
}

// Checks the proof move by move, or with the exact solver, which the puzzle finder does not use.
TEST(Puzzle, HasOneBestMove) {
  const GameDef def = find_game("kalah");
  for (const Puzzle& puzzle : find("kalah", 2)) {
    const Game game(def, puzzle.position);
    SCOPED_TRACE(diagram(def.rules, puzzle.position));
    const BestMove& proof = puzzle.proof;
    EXPECT_EQ(puzzle.line.front(), proof.move);
    EXPECT_GE(proof.margin - proof.second, min_puzzle_gain);
    if (!proof.plies) {
      SolveOptions options;
      options.memory_bytes = mebibytes(32);
      const Analysis solved = make_solver(game, options)->solve(game, {}, nullptr);
      ASSERT_TRUE(solved.complete);
      EXPECT_EQ(solved.lines[0].move, proof.move);
      EXPECT_EQ(solved.lines[0].margin.value / seed_value, proof.margin);
      EXPECT_EQ(solved.lines[1].margin.value / seed_value, proof.second);
      continue;
    }
    int second = -1000;
    for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1)
      if (const Move move = std::countr_zero(rest); move != proof.move)
        second = std::max(second, value_within(game, move, *proof.plies));
    EXPECT_EQ(second, proof.second);
    EXPECT_EQ(value_within(game, proof.move, *proof.plies), proof.margin);
  }
}

TEST(Puzzle, IsNotSolvedByTheLargestCapture) {
  const GameDef def = find_game("oware");
  for (const Puzzle& puzzle : find("oware", 3)) {
    const auto taken = [&](Move move) { return seeds_taken(trace_of(def.rules, puzzle.position, move)); };
    if (puzzle.tempting)
      EXPECT_GT(taken(*puzzle.tempting), taken(puzzle.line.front()));
    else
      EXPECT_EQ(taken(puzzle.line.front()), 0);
  }
}

TEST(Puzzle, IsReproducibleFromItsSeed) {
  const auto one = find("owari", 3, 7), two = find("owari", 3, 7), other = find("owari", 3, 8);
  ASSERT_EQ(one.size(), 3u);
  bool differs = false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].position, two[i].position);
    EXPECT_EQ(one[i].line, two[i].line);
    EXPECT_EQ(one[i].rating, two[i].rating);
    differs |= one[i].position != other[i].position;
  }
  EXPECT_TRUE(differs);
}

TEST(Puzzle, HasTheRequestedThemeAndRating) {
  make_puzzles(find_game("kalah"),
               {.count = 1, .theme = Theme::extra_turns, .min_rating = 900, .max_rating = 1900, .stop = &never},
               [](const Puzzle& puzzle) {
                 EXPECT_EQ(puzzle.theme, Theme::extra_turns);
                 EXPECT_GE(puzzle.rating, 900);
                 EXPECT_LE(puzzle.rating, 1900);
               });
  for (const ThemeInfo& info : theme_table) {
    EXPECT_EQ(theme_word(info.theme), info.word);
    EXPECT_EQ(parse_theme(info.word), info.theme);
  }
  EXPECT_EQ(parse_theme("chess"), std::nullopt);
}

// Every move of the solver is the only best one: over the depth of the proof, or else to the end of the game.
void expect_only_solution(const GameDef& def, const nlohmann::json& kept) {
  Game game(def, parse_position(std::string(kept["position"]), def.rules));
  const Player solver = game.position().mover;
  Analyzer analyzer;
  for (const std::string move_name : kept["pv"]) {
    const Move move = parse_move(move_name, def.rules, game.position().mover);
    if (game.position().mover == solver) {
      PuzzleProver prover(game, {}, never);
      const auto best = prover.best_within(game, proof_plies(def.rules));
      if (!best || best->move != move) {
        const Analysis analysis = analyzer.analyze(Game(def, game.position()), {.nodes = 5'000'000, .lines = 2});
        EXPECT_EQ(analysis.best(), move);
        const Margin &first = analysis.lines[0].margin, &second = analysis.lines[1].margin;
        EXPECT_TRUE(first.exact() && second.exact());
        EXPECT_GE(first.value - second.value, min_puzzle_gain * seed_value);
      }
      if (game.plies().empty() && !kept["plies"].is_null()) {
        ASSERT_TRUE(best);
        EXPECT_EQ(kept["margin"], best->margin);
        EXPECT_EQ(kept["second_margin"], best->second);
      }
    }
    ASSERT_EQ(game.play(move), Legality::ok);
  }
}

TEST(Puzzle, ShippedPuzzlesHaveOneSolution) {
  for (const std::string name : {"owari", "oware", "awari", "kalah", "mangala", "bestemshe", "toguz-kumalak"}) {
    std::ifstream file(std::string(SOW_TEST_DATA "/../../web/public/puzzles/") + name + ".json");
    const auto shipped = nlohmann::json::parse(file);
    ASSERT_GE(shipped["puzzles"].size(), 366u) << name;
    const GameDef def = find_game(name);
    for (std::size_t i = 0; i < shipped["puzzles"].size(); i += tests::thorough ? 61 : 300) {
      const auto& kept = shipped["puzzles"][i];
      SCOPED_TRACE(name + " " + std::string(kept["position"]));
      expect_only_solution(def, kept);
    }
  }
}

// The files in web/public/puzzles match the output of scripts/puzzles.
TEST(Puzzle, ShippedFilesAreUpToDate) {
  const GameDef def = find_game("kalah");
  std::ifstream file(SOW_TEST_DATA "/../../web/public/puzzles/kalah.json");
  const auto shipped = nlohmann::json::parse(file);
  const auto made = find("kalah", 3);
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(shipped["puzzles"][i]["position"], diagram(def.rules, made[i].position));
    EXPECT_EQ(shipped["puzzles"][i]["rating"], made[i].rating);
    EXPECT_EQ(shipped["puzzles"][i]["theme"], theme_word(made[i].theme));
  }
}

}  // namespace
}  // namespace sow
