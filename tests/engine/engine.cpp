// The façade that all front ends drive.
#include "engine/engine.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <thread>

#include "db/database.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

const std::atomic<bool> never = false;

Limits to_depth(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

SearchOptions small_options() { return {.threads = 1, .hash_bytes = std::size_t{1} << 20}; }

TEST(Engine, PlaysAndTakesBackMovesGivenAsText) {
  Engine engine(small_options());
  EXPECT_EQ(engine.game().def().name, default_game);
  engine.set_game("kalah");
  EXPECT_EQ(engine.legal(), (std::vector<std::string>{"A", "B", "C", "D", "E", "F"}));
  EXPECT_EQ(engine.play("C"), 2);
  EXPECT_EQ(engine.game().position().mover, Player::south);  // an extra turn
  EXPECT_EQ(engine.legal().size(), 5u);
  engine.play(Move{0});
  EXPECT_EQ(engine.game().plies().size(), 2u);
  EXPECT_TRUE(engine.undo());
  EXPECT_TRUE(engine.undo());
  EXPECT_FALSE(engine.undo());
  EXPECT_EQ(engine.game().position(), engine.game().start());
}

TEST(Engine, RejectsIllegalMoves) {
  Engine engine(small_options());
  engine.set_game("kalah");
  engine.play("C");
  EXPECT_THROW(engine.play("C"), IllegalMove);  // empty
  EXPECT_THROW(engine.play(Move{2}), IllegalMove);
  EXPECT_THROW(engine.play("a"), IllegalMove);  // North's pit
  EXPECT_EQ(engine.game().plies().size(), 1u);
}

TEST(Engine, AnalyzesItsOwnGameAndOthers) {
  Engine engine(small_options());
  engine.set_game("kalah");
  const Game oware(find_game("oware"));
  int reports = 0;
  const Analysis own = engine.analyze(to_depth(6), [&](const Analysis&) { ++reports; });
  const Analysis other = engine.analyze(oware, to_depth(6));
  EXPECT_EQ(reports, 6);
  EXPECT_EQ(own.nodes, Analyzer(small_options()).analyze(engine.game(), to_depth(6)).nodes);
  EXPECT_EQ(other.nodes, Analyzer(small_options()).analyze(oware, to_depth(6)).nodes);
}

TEST(Engine, StatesOfOneGameShareTheirKernel) {
  const Game game(find_game("oware"));
  Game child = game;
  child.play(0);
  EXPECT_EQ(&child.kernel(), &game.kernel());
  EXPECT_EQ(&child.def(), &game.def());
  EXPECT_EQ(&game.from(child.position()).kernel(), &game.kernel());
  EXPECT_TRUE(game.from(child.position()).plies().empty());
  // More seeds than the kernel supports.
  const Game few = Game(game.def(), parse_position("1-0-0-0-0-0-1-0-0-0-0-0-0-0-S", game.rules()));
  EXPECT_EQ(few.from(game.start()).kernel().perft(game.start(), 4), game.kernel().perft(game.start(), 4));
}

TEST(Engine, SolvesGamesWithAndWithoutRepetition) {
  Engine engine(small_options());
  engine.set_game("kalah:pits=2,seeds=2");
  std::vector<bool> by_search;
  const auto on_plan = [&](const SolvePlan& plan) { by_search.push_back(plan.by_search); };
  const SolveOptions how{.memory_bytes = std::size_t{4} << 20};
  EXPECT_TRUE(engine.solve(engine.game(), {}, how, on_plan).complete);
  const GameDef oware = find_game("oware");
  const Game ending(oware, parse_position("0-0-0-0-0-1-0-0-0-0-2-0-23-22-S", oware.rules));
  EXPECT_TRUE(engine.solve(ending, {}, how, on_plan).complete);
  EXPECT_EQ(by_search, (std::vector{false, true}));
}

TEST(Engine, ProbesDatabases) {
  const tests::TemporaryFolder folder;
  const GameDef def = find_game("owari");
  const std::atomic<bool> stop = false;
  build_database(Database(def, folder.path()), {.seeds = 4, .threads = 1, .stop = &stop, .on_progress = {}});
  SearchOptions options = small_options();
  options.database.folder = folder.path();
  const Engine engine(options);
  const Game ending(def, parse_position("0-0-0-0-0-1-0-0-0-0-2-0-17-16-S", def.rules));
  const Analysis values = engine.probe(ending);
  EXPECT_TRUE(values.complete);
  EXPECT_EQ(values.margin, Engine(small_options()).solve(ending, {}, {.memory_bytes = 1 << 20}).margin);
  EXPECT_THROW(engine.probe(), NotInDatabase);                         // too many seeds
  EXPECT_THROW(Engine(small_options()).probe(ending), NotInDatabase);  // no folder
}

TEST(Engine, LetsEveryKindOfPlayerChoose) {
  Engine engine(small_options());
  for (const char* who : {"random", "greedy", "cautious", "spoiler", "minimax:depth=3", "engine:level=3"}) {
    const Move move = engine.choose(who, 7);
    EXPECT_TRUE(has(engine.game().moves(), move)) << who;
    EXPECT_EQ(engine.choose(who, 7), move) << who;
  }
  EXPECT_THROW(engine.choose("human"), Error);
  EXPECT_THROW(engine.choose("nobody"), Error);
  const std::atomic<bool> stopped = true;
  EXPECT_EQ(engine.choose(engine.game(), parse_player("minimax:depth=30"), 1, stopped), no_move);
}

TEST(Engine, GivesHintsAndNamesThreats) {
  Engine engine(small_options());
  const GameDef def = find_game("oware");
  const Game game(def, parse_position("0-0-0-0-0-1-1-1-0-0-0-3-20-22-S", def.rules));
  const Hint hint = engine.hint(game, never);
  EXPECT_EQ(move_text(def.rules, game.position(), hint.line.move), "F");
  ASSERT_TRUE(hint.reasons);
  EXPECT_GT(hint.reasons->captures, 0);
  const Hint threat = engine.threat(game, never);
  EXPECT_EQ(threat.analysis.lines.size(), 3u);  // North's moves
}

TEST(Engine, ReportsOnEveryMove) {
  Engine engine(small_options());
  Game game(find_game("kalah:pits=3,seeds=2"));
  play_moves(game, "AaB");
  int plies = 0;
  const auto report = engine.report(game, to_depth(5), [&](const Game&, const PlyReport&) { ++plies; });
  ASSERT_TRUE(report);
  EXPECT_EQ(plies, 3);
  EXPECT_EQ(report->players[0].moves + report->players[1].moves, 3);
}

TEST(Engine, ReopensDatabasesAndKeepsItsTable) {
  const tests::TemporaryFolder folder;
  SearchOptions options = small_options();
  options.database.folder = folder.path();
  options.database.write = false;  // so that it builds a smaller one in memory
  const GameDef def = find_game("owari");
  const Game game(def);
  const int total = game.start().total();
  const int seeds = open_or_build_table(def, total, options.database, 1).max_seeds() + 1;
  // Its only move captures nothing and does not reach a store, so that all seeds stay on the board.
  const std::string diagram = fmt::format("1-0-0-0-0-0-{}-0-0-0-0-0-{}-0-S", seeds - 1, total - seeds);
  const Game ending(def, parse_position(diagram, def.rules));
  const auto is_exact = [&](Engine& engine) { return engine.analyze(ending, to_depth(1)).margin->exact(); };

  Engine engine(options);
  const std::uint64_t fresh = engine.analyze(game, to_depth(8)).nodes;
  EXPECT_FALSE(is_exact(engine));
  const std::atomic<bool> stop = false;
  build_database(Database(def, folder.path()), {.seeds = seeds, .threads = 1, .stop = &stop, .on_progress = {}});
  EXPECT_FALSE(is_exact(engine));
  engine.reopen_databases();
  EXPECT_LT(engine.analyze(game, to_depth(8)).nodes, fresh / 2);
  EXPECT_TRUE(is_exact(engine));
}

TEST(Engine, LimitsItsThreads) {
  const Game game(find_game("oware"));
  const std::uint64_t nodes = Engine(small_options()).analyze(game, to_depth(8)).nodes;
  SearchOptions options = small_options();
  options.threads = 3;
  Engine engine(options);
  Limits limits = to_depth(8);
  for (const int threads : {1, 3, 9, 1}) {
    limits.threads = threads;
    engine.clear();
    const Analysis analysis = engine.analyze(game, limits);
    EXPECT_EQ(analysis.depth, 8);
    if (threads == 1) EXPECT_EQ(analysis.nodes, nodes);  // as with one thread, even after a search with several
  }
}

// Python programs do this by accident.
TEST(Engine, CanBeUsedFromTwoThreads) {
  Engine engine(small_options());
  const Game oware(find_game("oware")), kalah(find_game("kalah"));
  const auto best = [&](const Game& game) { return engine.analyze(game, to_depth(5)).best(); };
  const Move expected = best(oware);
  std::thread other([&] {
    for (int i = 0; i < 5; ++i) best(kalah);
  });
  for (int i = 0; i < 5; ++i) {
    engine.clear();
    EXPECT_EQ(best(oware), expected);
  }
  other.join();
}

}  // namespace
}  // namespace sow
