// The engine with databases: it says what they hold, and plays endings without a fault.
#include "db/database.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "board/notation.h"
#include "db/probe_board.h"
#include "db/random_board.h"
#include "rules/catalog.h"
#include "search/engine.h"
#include "search/probe.h"
#include "search/probe_batch.h"
#include "search/solver.h"
#include "search/strategy.h"
#include "support/choices.h"
#include "support/effort.h"
#include "support/never.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

// So many seeds anywhere in the pits, the rest shared.
Position ending(const Ruleset& rules, int seeds, tests::Choices& choose) {
  Position p;
  for (int i = 0; i < seeds; ++i)
    ++p.pits[choose.below(2)][choose.below(static_cast<unsigned>(rules.pits_per_player()))];
  p.store = {20, 20};
  if (choose.one_in(2)) p.mover = Player::north;
  return p;
}

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

TEST_F(EngineWithDatabase, SaysWhatItHolds) {
  for (const auto* name : {"owari", "kalah", "awari", "awari/solved", "oware"})
    for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{5000}}) {  // in memory, and partly in files
      const GameDef def = find_game(name);
      const EndgameTable table = build(def, seeds);
      Engine engine({.threads = 1, .hash_bytes = std::size_t{1} << 20, .database = use(memory)});
      tests::Choices choose(1);
      int exact = 0;
      for (int round = 0; round < endings; ++round) {
        const Game game(def, ending(def.rules, seeds, choose));
        if (game.ending()) continue;
        Limits limits;
        limits.depth = 6;
        limits.lines = max_moves;
        const Analysis analysis = engine.analyze(game, limits);
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

// Two engines play to the end: who wins by the database wins the game, also where boards can repeat.
// Who owns which pits is part of a board, for the engine, one probe and many.
TEST_F(EngineWithDatabase, KnowsWhoOwnsWhichPits) {
  const GameDef def = find_game("toguz-kumalak:pits=3,seeds=4");
  const EndgameTable table = build(def, seeds);
  const Database database(def, folder_.path());
  const auto batch = make_probe_batch(def, use(), 1, "positions");
  Engine with({.threads = 1, .hash_bytes = std::size_t{1} << 20, .database = use()});
  Engine without({.threads = 1, .hash_bytes = std::size_t{1} << 20});
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

TEST_F(EngineWithDatabase, PlaysEndingsOut) {
  for (const auto* name : {"owari", "kalah", "awari", "awari/solved", "oware"}) {
    const GameDef def = find_game(name);
    const EndgameTable table = build(def, seeds);
    Engine engine({.threads = 1, .hash_bytes = std::size_t{1} << 20, .database = use()});
    Limits limits;
    limits.nodes = tests::thorough ? 20000 : 4000;
    tests::Choices choose(2);
    for (int round = 0; round < (tests::thorough ? 15 : 3); ++round) {
      Game game(def, ending(def.rules, seeds, choose));
      const Player mover = game.position().mover;
      const Margin known = truth(table, game);
      SCOPED_TRACE(std::string(name) + " " + diagram(def.rules, game.position()));
      while (!game.ending()) game.play(engine.analyze(game, limits).best());
      const int margin = game.ending()->margin(mover);
      if (known.low > 0) EXPECT_GT(margin, 0);
      if (known.high < 0) EXPECT_LT(margin, 0);
      if (known.exact() && known.low == 0) EXPECT_EQ(margin, 0);
    }
  }
}

// A batch says of every position what it says of one, in memory and in files.
TEST_F(EngineWithDatabase, ManyPositionsAreLookedUpAtOnce) {
  for (const auto* name : {"owari", "oware", "awari"})
    for (const std::size_t memory : {std::size_t{1} << 20, std::size_t{5000}}) {
      const GameDef def = find_game(name);
      const EndgameTable table = build(def, seeds);
      const auto batch = make_probe_batch(def, use(memory), 1, "file");
      tests::Choices choose(4);
      std::string asked, expected, answered;
      for (int i = 0; i < 100; ++i) {
        const Position p = ending(def.rules, 1 + i % (seeds + 1), choose);  // some have more than there are levels
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

TEST_F(EngineWithDatabase, ABatchNamesTheLineThatIsWrong) {
  const GameDef def = find_game("owari");
  build(def, 3);
  const std::string good = "1-0-0-0-0-0-0-0-0-0-0-0-20-15-S";
  for (const std::string bad :
       {"x", "1-0", "1-0-0-0-0-0-0-0-0-0-0-0-20-15-X", "1-0-0-0-0-0-0-0-0-0-0-0-20-15", "0-0-0-0-0-0-0-0-0-0-0-0-0-0-S",
        "300-0-0-0-0-0-0-0-0-0-0-0-20-15-S", "99999999999999999999-0-0-0-0-0-0-0-0-0-0-0-20-15-S",
        "-1-0-0-0-0-0-0-0-0-0-0-0-20-15-S", "1--0-0-0-0-0-0-0-0-0-0-0-20-15-S", "1-0-0-0-0-0-0-0-0-0-0-0-200-200-S"}) {
    const auto batch = make_probe_batch(def, use(), 1, "file");
    std::string out;
    try {
      batch->answer(good + "\n" + bad + "\n" + good + "\n", out);
      ADD_FAILURE() << bad;
    } catch (const Error& e) {
      EXPECT_TRUE(std::string(e.what()).starts_with("file:2: ")) << e.what();
    }
    EXPECT_EQ(out, good + " 1 1\n");
  }
}

TEST_F(EngineWithDatabase, SolvingUsesIt) {
  const GameDef def = find_game("owari");
  const EndgameTable table = build(def, seeds);
  tests::Choices choose(3);
  for (int round = 0; round < 20; ++round) {
    const Game game(def, ending(def.rules, seeds, choose));
    if (game.ending()) continue;
    const auto solver =
        make_solver(def, game.position().total(),
                    {.threads = 1, .memory_bytes = std::size_t{1} << 20, .table_seeds = 0, .database = use()});
    const Analysis analysis = solver->solve(game, {}, {});
    EXPECT_EQ(analysis.lines.front().margin.value, truth(table, game).value);
    EXPECT_LT(analysis.nodes, 50u);
  }
}

}  // namespace
}  // namespace sow
