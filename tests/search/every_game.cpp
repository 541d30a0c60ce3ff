// The table kernel supports searching, solving and building databases for every game. tests/layers.cmake checks that
// search, solver and builders do not include the reference kernel.
#include <gtest/gtest.h>

#include "board/kernel.h"
#include "board/notation.h"
#include "db/builder.h"
#include "rules/catalog.h"
#include "search/searcher.h"
#include "search/solver.h"
#include "support/random_position.h"

namespace sow {
namespace {

// The example of the README.
const char* const fours = R"(name = "fours"
extends = "oware"
[[land]]
at = "theirs"
count = 4
take = ["pit"]
chain = "back"
)";

std::vector<GameDef> games() {
  std::vector<GameDef> all{find_game("kalah:pits=8"), find_game("sungka:round=2,closed=ABg"),
                           parse_game(fours, "fours.toml", find_builtin_game)};
  for (const auto& name : builtin_names()) all.push_back(find_game(name));
  return all;
}

TEST(EveryGame, CanBeSearched) {
  for (const GameDef& game : games()) {
    const auto searcher = make_searcher(Game(game), {.hash_bytes = 1 << 20});
    Limits limits;
    limits.depth = 4;
    const Analysis a = searcher->analyze(Game(game), limits, {});
    EXPECT_EQ(a.depth, 4) << game.name;
    EXPECT_GT(a.nodes, 20u) << game.name;
  }
}

TEST(EveryGame, CanBeSolvedUnlessPositionsRepeat) {
  int solved = 0;
  for (const GameDef& game : games()) {
    constexpr int total = 6;
    tests::Choices choose(1);
    const Game start(game, tests::random_position(game.rules, total, choose));
    const auto solver = make_solver(start, {.memory_bytes = 1 << 20, .table_seeds = 0});
    EXPECT_EQ(solver != nullptr, game.rules.never_repeats() && game.rules.has_stores()) << game.name;
    if (!solver) continue;
    EXPECT_TRUE(start.ending() || solver->solve(start, {}, {}).complete) << game.name;
    ++solved;
  }
  EXPECT_GE(solved, 6);
}

TEST(EveryGame, HasADatabaseIfItsKindAllowsOne) {
  int built = 0;
  for (const GameDef& game : games()) {
    const auto kind = database_kind(game.rules);
    if (!kind.why_not.empty()) continue;
    constexpr int max_level = 2;
    EndgameTable table(Index(game.rules, max_level), kind.kind);
    const auto builder = make_level_builder(game.rules, max_level);
    BoardsDone done{0};
    for (int n = 0; n <= max_level; ++n) builder->build_level(table, 1, std::atomic<bool>{false}, done);
    EXPECT_EQ(table.max_seeds(), max_level) << game.name;
    ++built;
  }
  EXPECT_GE(built, 20);
}

}  // namespace
}  // namespace sow
