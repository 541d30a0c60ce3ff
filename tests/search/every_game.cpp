// Every game, of every size and made by anybody, is searched, solved and built on the table kernel. tests/layers.cmake holds
// the other half: search, solver and builders do not know the reference kernel.
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

// The README's own game.
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

TEST(EveryGame, IsSearched) {
  for (const GameDef& game : games()) {
    const int total = start_position(game.rules).total();
    const auto searcher = make_searcher(game, total, {.hash_bytes = 1 << 20});
    Limits limits;
    limits.depth = 4;
    const Analysis a = searcher->analyze(Game(game), limits, {});
    EXPECT_EQ(a.depth, 4) << game.name;
    EXPECT_GT(a.nodes, 20u) << game.name;
  }
}

TEST(EveryGame, IsSolvedIfItsBoardsNeverRepeat) {
  int solved = 0;
  for (const GameDef& game : games()) {
    constexpr int total = 6;
    const auto solver = make_solver(game, total, {.memory_bytes = 1 << 20, .table_seeds = 0});
    EXPECT_EQ(solver != nullptr, game.rules.never_repeats()) << game.name;
    if (!solver) continue;
    tests::Choices choose(1);
    const Game start(game, tests::random_position(game.rules, total, choose));
    EXPECT_TRUE(start.ending() || solver->solve(start, {}, {}).complete) << game.name;
    ++solved;
  }
  EXPECT_GE(solved, 6);
}

TEST(EveryGame, IsBuiltIfSomethingIsTrueOfItsBoardsAlone) {
  int built = 0;
  for (const GameDef& game : games()) {
    const auto kind = database_kind(game.rules);
    if (!kind.why_not.empty()) continue;
    constexpr int most = 2;
    EndgameTable table(Index(game.rules, most), kind.kind);
    const auto builder = make_level_builder(game.rules, most);
    BoardsDone done{0};
    for (int n = 0; n <= most; ++n) builder->build_level(table, 1, std::atomic<bool>{false}, done);
    EXPECT_EQ(table.levels(), most) << game.name;
    ++built;
  }
  EXPECT_GE(built, 20);
}

}  // namespace
}  // namespace sow
