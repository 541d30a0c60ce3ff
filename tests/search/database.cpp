// The engine with databases: it reports their values and plays endgames perfectly.
#include "db/database.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "board/notation.h"
#include "db/probe_board.h"
#include "db/random_board.h"
#include "rules/catalog.h"
#include "search/analyzer.h"
#include "search/probe.h"
#include "search/probe_array.h"
#include "search/probe_batch.h"
#include "search/solver.h"
#include "search/strategy.h"
#include "support/choices.h"
#include "support/effort.h"
#include "support/never.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

// A random endgame position with this many seeds in the pits.
Position ending(const Ruleset& rules, int seeds, tests::Choices& choose) {
  Position p;
  for (int i = 0; i < seeds; ++i)
    ++p.pits[choose.below(2)][choose.below(static_cast<unsigned>(rules.pits_per_player()))];
  p.store = {20, 20};
  if (choose.one_in(2)) p.mover = Player::north;
  return p;
}

const auto fail = [](const Error& error) { FAIL() << error.what(); };

class EngineWithDatabase : public testing::Test {
 protected:
  DatabaseUse use(std::size_t memory = std::size_t{1} << 20) const {
    DatabaseUse use;
    use.folder = folder_.path();
    use.memory_bytes = memory;
    return use;
  }
  EndgameTable build(const GameDef& game, int seeds) const {
    const Database database(game, folder_.path());
    build_database(database, {.seeds = seeds, .threads = 1, .stop = &never, .on_progress = {}});
    EndgameTable table = database.table();
    for (int n = 0; n <= seeds; ++n) database.read_level(table, 1);
    return table;
  }
  static Margin truth(const EndgameTable& table, const Game& game) {
    return with_width(game.kernel(), [&](const auto& kernel) {
      return probe_board(kernel, table, kernel.pack(game.position()), game.position().seeds_in_pits());
    });
  }

  tests::TemporaryFolder folder_;
};

constexpr int seeds = tests::thorough ? 7 : 5, endings = tests::thorough ? 40 : 12;

TEST_F(EngineWithDatabase, ReportsDatabaseValues) {
  for (const auto* name : {"owari", "kalah", "awari", "awari/solved", "oware"})
    for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{5000}}) {  // in memory, and partly in files
      const GameDef def = find_game(name);
      const EndgameTable table = build(def, seeds);
      Analyzer analyzer({.threads = 1, .hash_bytes = std::size_t{1} << 20, .database = use(memory)});
      tests::Choices choose(1);
      int exact = 0;
      for (int round = 0; round < endings; ++round) {
        const Game game(def, ending(def.rules, seeds, choose));
        if (game.ending()) continue;
        Limits limits;
        limits.depth = 6;
        limits.lines = max_moves;
        const Analysis analysis = analyzer.analyze(game, limits);
        const Margin known = truth(table, game);
        const Margin best = analysis.lines.front().margin;
        SCOPED_TRACE(std::string(name) + " " + diagram(def.rules, game.position()));
        if (memory > 5000) EXPECT_GT(analysis.db_hits, 0u);
        if (known.exact()) ++exact;
        EXPECT_GE(best.low, known.low);
        EXPECT_LE(best.high, known.high);
        EXPECT_GE(best.value, known.low);
        EXPECT_LE(best.value, known.high);
      }
      EXPECT_GT(exact, endings / 2) << name;
    }
}

TEST_F(EngineWithDatabase, DistinguishesBoardsByOwnedPits) {
  const GameDef def = find_game("toguz-kumalak:pits=3,seeds=4");
  const EndgameTable table = build(def, seeds);
  const Database database(def, folder_.path());
  const auto batch = make_probe_batch(def, use(), 1, "positions", fail);
  Analyzer with({.threads = 1, .hash_bytes = std::size_t{1} << 20, .database = use()});
  Analyzer without({.threads = 1, .hash_bytes = std::size_t{1} << 20});
  Limits limits;
  limits.depth = 8;
  Random random(1);
  int owned = 0, proven = 0;
  for (int round = 0; round < 2 * endings; ++round) {
    const Game game(def, random_board(table.index(), 1 + static_cast<int>(random() % seeds), 24, random));
    if (game.ending()) continue;
    const std::string text = diagram(def.rules, game.position());
    SCOPED_TRACE(text);
    const Margin known = truth(table, game);
    ASSERT_TRUE(known.exact());
    if (game.position().owned != std::array<PitSet, 2>{}) ++owned;
    EXPECT_EQ(with.analyze(game, limits).margin, known);
    const Margin searched = without.analyze(game, limits).margin.value();
    EXPECT_LE(searched.low, known.value);
    EXPECT_GE(searched.high, known.value);
    if (searched.exact()) ++proven;
    const Probe probe = probe_database(database, seeds, game);
    EXPECT_EQ(probe.margin, known);
    int best = -unbounded;
    for (const auto& [move, margin] : probe.moves) best = std::max(best, margin.value);
    EXPECT_EQ(best, known.value);
    std::string answer;
    batch->answer(text + "\n", answer);
    EXPECT_EQ(answer, fmt::format("{} {} {}\n", text, known.value / seed_value, known.value / seed_value));
  }
  EXPECT_GT(owned, endings / 2);
  EXPECT_GT(proven, endings / 4);
}

TEST_F(EngineWithDatabase, ProbesArraysOfBoards) {
  for (const auto* name : {"owari", "oware"}) {
    SCOPED_TRACE(name);
    const GameDef def = find_game(name);
    const EndgameTable table = build(def, seeds);
    const auto values = make_probe_array(def, use(5000), 1);
    EXPECT_EQ(values->stored(), seeds);
    Random random(1);
    std::vector<std::uint8_t> boards;
    std::vector<Margin> expected;
    constexpr std::size_t count = 100;
    for (std::size_t i = 0; i < count; ++i) {
      const int n = static_cast<int>(random() % (seeds + 2));  // one level more than there is
      const Position p = random_board(Index(def.rules, seeds + 1), n, 48, random);
      for (const Pits& side : p.pits) boards.insert(boards.end(), side.begin(), side.begin() + 6);
      expected.push_back(n > seeds ? Margin::between(-n, n) : truth(table, Game(def, p)));
    }
    std::vector<std::int16_t> bounds(2 * count);
    values->probe({count, boards.data()}, bounds.data(), never);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(bounds[2 * i], expected[i].low / seed_value) << i;
      EXPECT_EQ(bounds[2 * i + 1], expected[i].high / seed_value) << i;
    }
  }
}

TEST_F(EngineWithDatabase, ProbesArraysWithOwnedPits) {
  const GameDef def = find_game("toguz-kumalak:pits=3,seeds=4");
  build(def, seeds);
  const auto values = make_probe_array(def, use(), 1);
  const Index index(def.rules, seeds);
  Random random(1);
  std::vector<std::uint8_t> boards, owners;
  std::vector<int> expected;
  int owned = 0;
  constexpr std::size_t count = 100;
  for (std::size_t i = 0; i < count; ++i) {
    const Position p = random_board(index, 1 + static_cast<int>(random() % seeds), 24, random);
    for (int side = 0; side < 2; ++side)
      for (int k = 0; k < 3; ++k) {
        const PitSet bit = bit_of(pit(side, k));
        boards.push_back(p.pits[side][k]);
        owners.push_back((p.owned[0] & bit) != 0 ? 1 : (p.owned[1] & bit) != 0 ? 2 : 0);
        owned += owners.back() > 0;
      }
    expected.push_back(values->probe(p).low / seed_value);
  }
  EXPECT_GT(owned, 10);
  std::vector<std::int16_t> bounds(2 * count);
  values->probe({count, boards.data(), owners.data()}, bounds.data(), never);
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(bounds[2 * i], expected[i]) << i;

  const auto probe = [&](std::vector<std::uint8_t> seeds_in_pits, std::vector<std::uint8_t> owners_of_pits) {
    values->probe({1, seeds_in_pits.data(), owners_of_pits.data()}, bounds.data(), never);
  };
  EXPECT_NO_THROW(probe({1, 0, 0, 0, 0, 1}, {0, 0, 0, 1, 0, 0}));
  EXPECT_THROW(probe({1, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}), Error);      // seeds in an owned pit
  EXPECT_THROW(probe({1, 0, 0, 0, 0, 1}, {0, 0, 0, 1, 1, 0}), Error);      // each player can own one pit
  EXPECT_THROW(probe({1, 0, 0, 0, 0, 1}, {0, 0, 0, 3, 0, 0}), Error);      // no such player
  EXPECT_THROW(probe({255, 0, 0, 0, 0, 255}, {0, 0, 0, 1, 0, 0}), Error);  // too many seeds
}

TEST_F(EngineWithDatabase, ProbesPositionsThatCannotOccur) {
  for (const auto& name : builtin_names()) {
    const GameDef def = find_game(name);
    if (seed_parity(def.rules) != SeedParity::even || database_kind(def.rules).kind == DatabaseKind::nothing) continue;
    SCOPED_TRACE(name);
    build(def, 4);
    const auto values = make_probe_array(def, use(), 1);
    Position p;
    p.pits[0][0] = 2;
    p.pits[1][0] = 1;
    EXPECT_EQ(values->probe(p), Margin::between(-3, 3));
    return;
  }
  FAIL() << "no game has only even numbers of seeds";
}

// Also in games with repetitions, where the winner has to make progress.
TEST_F(EngineWithDatabase, WinsWonEndgames) {
  for (const auto* name : {"owari", "kalah", "awari", "awari/solved", "oware"}) {
    const GameDef def = find_game(name);
    const EndgameTable table = build(def, seeds);
    Analyzer analyzer({.threads = 1, .hash_bytes = std::size_t{1} << 20, .database = use()});
    Limits limits;
    limits.nodes = tests::thorough ? 20000 : 4000;
    tests::Choices choose(2);
    for (int round = 0; round < (tests::thorough ? 15 : 3); ++round) {
      Game game(def, ending(def.rules, seeds, choose));
      const Player mover = game.position().mover;
      const Margin known = truth(table, game);
      SCOPED_TRACE(std::string(name) + " " + diagram(def.rules, game.position()));
      while (!game.ending()) game.play(analyzer.analyze(game, limits).best());
      const int margin = game.ending()->margin(mover);
      if (known.low > 0) EXPECT_GT(margin, 0);
      if (known.high < 0) EXPECT_LT(margin, 0);
      if (known.exact() && known.low == 0) EXPECT_EQ(margin, 0);
    }
  }
}

TEST_F(EngineWithDatabase, BatchProbesMatchSingleProbes) {
  for (const auto* name : {"owari", "oware", "awari"})
    for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{5000}}) {
      const GameDef def = find_game(name);
      const EndgameTable table = build(def, seeds);
      const auto batch = make_probe_batch(def, use(memory), 1, "file", fail);
      tests::Choices choose(4);
      std::string asked, expected, answered;
      for (int i = 0; i < 100; ++i) {
        const Position p =
            ending(def.rules, 1 + i % (seeds + 1), choose);  // some have more seeds than the database covers
        const int n = p.seeds_in_pits();
        const Margin margin =
            n > seeds ? Margin::between(-n, n) : with_width(*make_kernel(def.rules, 60), [&](auto& kernel) {
              return probe_board(kernel, table, kernel.pack(p), n);
            });
        asked += diagram(def.rules, p) + (i % 3 == 0 ? "\r\n\n" : "\n");
        expected += fmt::format("{} {} {}\n", diagram(def.rules, p), margin.low / seed_value, margin.high / seed_value);
      }
      batch->answer(asked, answered);
      EXPECT_EQ(answered, expected);
      EXPECT_EQ(batch->answered(), 100u);
    }
}

TEST_F(EngineWithDatabase, BatchReportsInvalidLinesAndContinues) {
  const GameDef def = find_game("owari");
  build(def, 3);
  const std::string good = "1-0-0-0-0-0-0-0-0-0-0-0-20-15-S";
  for (const std::string bad :
       {"x", "1-0", "1-0-0-0-0-0-0-0-0-0-0-0-20-15-X", "1-0-0-0-0-0-0-0-0-0-0-0-20-15", "0-0-0-0-0-0-0-0-0-0-0-0-0-0-S",
        "300-0-0-0-0-0-0-0-0-0-0-0-20-15-S", "99999999999999999999-0-0-0-0-0-0-0-0-0-0-0-20-15-S",
        "-1-0-0-0-0-0-0-0-0-0-0-0-20-15-S", "1--0-0-0-0-0-0-0-0-0-0-0-20-15-S", "1-0-0-0-0-0-0-0-0-0-0-0-200-200-S"}) {
    std::vector<std::string> errors;
    const auto batch =
        make_probe_batch(def, use(), 1, "file", [&](const Error& error) { errors.emplace_back(error.what()); });
    std::string out;
    batch->answer(good + "\n" + bad + "\n" + good + "\n", out);
    batch->answer(bad + "\n", out);
    ASSERT_EQ(errors.size(), 2u) << bad;
    EXPECT_TRUE(errors[0].starts_with("file:2: ")) << errors[0];
    EXPECT_TRUE(errors[1].starts_with("file:4: ")) << errors[1];
    EXPECT_EQ(out, good + " 1 1\n" + good + " 1 1\n");
  }
}

TEST_F(EngineWithDatabase, SolverUsesTheDatabase) {
  const GameDef def = find_game("owari");
  const EndgameTable table = build(def, seeds);
  tests::Choices choose(3);
  for (int round = 0; round < 20; ++round) {
    const Game game(def, ending(def.rules, seeds, choose));
    if (game.ending()) continue;
    const auto solver =
        make_solver(game, {.threads = 1, .memory_bytes = std::size_t{1} << 20, .table_seeds = 0, .database = use()});
    const Analysis analysis = solver->solve(game, {}, {});
    EXPECT_EQ(analysis.lines.front().margin.value, truth(table, game).value);
    EXPECT_LT(analysis.nodes, 50u);
  }
}

}  // namespace
}  // namespace sow
