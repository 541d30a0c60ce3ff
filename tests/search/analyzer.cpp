// The search: proven bounds are correct, and it returns a legal move under any limit.
#include "search/analyzer.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "board/long_turns.h"
#include "board/notation.h"
#include "rules/catalog.h"
#include "search/level.h"
#include "support/effort.h"
#include "support/random_position.h"
#include "support/true_margins.h"

namespace sow {
namespace {

Limits to_depth(int depth, int lines = max_moves) {
  Limits limits;
  limits.depth = depth;
  limits.lines = lines;
  return limits;
}

// Checks all proven bounds of all lines.
template <class Truth>
void check_bounds(const Game& game, const Analysis& a, const Truth& truth_of_move, int& proven) {
  int best = -unbounded;
  for (const Line& line : a.lines) {
    const int truth = seed_value * truth_of_move(line.move);
    best = std::max(best, truth);
    SCOPED_TRACE(diagram(game.rules(), game.position()) + " " + move_text(game.rules(), game.position(), line.move));
    ASSERT_GE(truth, line.margin.low);
    ASSERT_LE(truth, line.margin.high);
    proven += line.searched && line.margin.kind() != MarginKind::estimate;
  }
  if (a.lines.empty()) return;
  ASSERT_GE(best, a.margin->low);
  ASSERT_LE(best, a.margin->high);
}

TEST(Analyzer, ProvenBoundsAreCorrectInGamesWithoutRepetition) {
  constexpr int positions = tests::thorough ? 300 : 30, min_proven = tests::thorough ? 100 : 5;
  for (const auto* name : {"kalah:pits=3,seeds=3", "owari:pits=4,seeds=3", "sungka:pits=3,seeds=3"}) {
    const GameDef def = find_game(name);
    tests::TrueMargins truth(def.rules);
    tests::Choices choose(3);
    int proven = 0;
    for (int round = 0; round < positions; ++round) {
      const Game game(def, tests::random_position(def.rules, 10 + static_cast<int>(choose.below(6)), choose));
      Analyzer analyzer(
          {.threads = 1 + round % 2, .hash_bytes = round % 3 == 0 ? std::size_t{64} : std::size_t{1} << 20});
      const Analysis a = analyzer.analyze(game, to_depth(1 + static_cast<int>(choose.below(12))));
      check_bounds(
          game, a, [&](Move m) { return truth.of_move(game.position(), m); }, proven);
    }
    EXPECT_GT(proven, min_proven) << name;
  }
}

TEST(Analyzer, ProvenBoundsAreCorrectInGamesWithRepetition) {
  for (const auto* name : {"awari:pits=2,seeds=2", "awari/solved:pits=2,seeds=2"}) {
    const GameDef def = find_game(name);
    constexpr int total = 8;
    const tests::TrueCyclicMargins truth(def.rules, total);
    int proven = 0;
    for (std::size_t i = 0; i < truth.boards().size(); i += 3) {
      const Game game(def, truth.boards()[i]);
      if (game.position().total() == 0 || game.ending()) continue;
      Analyzer analyzer({.threads = 1, .hash_bytes = 1 << 16});
      const Analysis a = analyzer.analyze(game, to_depth(12));
      const auto of_move = [&](Move m) {
        Position p = game.position();
        const bool same = truth.kernel().play_unchecked(p, m);
        const int gain = p.store[same ? 0 : 1], v = truth(p);
        return gain + (same ? v : -v);
      };
      check_bounds(game, a, of_move, proven);
    }
    EXPECT_GT(proven, 50) << name;
  }
}

TEST(Analyzer, SolvesSmallGames) {
  const GameDef def = find_game("kalah:pits=4,seeds=2");
  tests::TrueMargins truth(def.rules);
  Analyzer analyzer({.threads = 2, .hash_bytes = 1 << 22});
  const Game game(def);
  const Analysis a = analyzer.analyze(game, to_depth(max_depth));
  EXPECT_TRUE(a.complete);
  for (const Line& line : a.lines) {
    EXPECT_EQ(line.margin.kind(), MarginKind::exact);
    EXPECT_EQ(line.margin.value, seed_value * truth.of_move(game.position(), line.move));
  }
}

TEST(Analyzer, IsDeterministicWithOneThread) {
  for (const auto* name : {"owari", "oware", "hus", "ayoayo"}) {
    const Game game(find_game(name));
    const auto run = [&] { return Analyzer({.threads = 1, .hash_bytes = 1 << 20}).analyze(game, to_depth(5)); };
    const Analysis a = run(), b = run();
    EXPECT_EQ(a.nodes, b.nodes);
    ASSERT_EQ(a.lines.size(), b.lines.size());
    for (std::size_t i = 0; i < a.lines.size(); ++i) EXPECT_EQ(a.lines[i].pv, b.lines[i].pv);
  }
}

// Two seeds chase each other around the board; the position repeats after twelve plies.
TEST(Analyzer, ForgetsPositionsBeforeThePlayersPlayedOn) {
  const GameDef def = find_game("oware");
  Game game(def, parse_position("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", def.rules));
  for (int ply = 0; ply < 12; ++ply) game.play(ply / 2);
  ASSERT_TRUE(game.may_play_on());
  game.play_on();
  Analyzer analyzer({.threads = 1, .hash_bytes = std::size_t{1} << 20});
  const Analysis a = analyzer.analyze(game, to_depth(8));
  analyzer.clear();
  const Analysis fresh = analyzer.analyze(game.from(game.position()), to_depth(8));
  EXPECT_EQ(a.nodes, fresh.nodes);
  EXPECT_EQ(a.margin, fresh.margin);
}

TEST(Analyzer, ClearResetsTheSearch) {
  const Game asked(find_game("oware"));
  Game other = asked;
  other.play(0);
  Analyzer analyzer({.threads = 1});
  const Analysis first = analyzer.analyze(asked, to_depth(9, 1));
  EXPECT_LT(analyzer.analyze(asked, to_depth(9, 1)).nodes, first.nodes);  // thanks to the transposition table
  analyzer.analyze(other, to_depth(9, 1));
  analyzer.clear();
  const Analysis again = analyzer.analyze(asked, to_depth(9, 1));
  EXPECT_EQ(again.nodes, first.nodes);
  EXPECT_EQ(again.lines[0].margin, first.lines[0].margin);
  EXPECT_EQ(again.lines[0].pv, first.lines[0].pv);
}

TEST(Analyzer, ReturnsTheRequestedNumberOfLines) {
  for (const auto* name : {"owari", "oware", "kalah"})
    for (int lines = 1; lines <= 3; ++lines)
      for (int depth = 1; depth <= 10; ++depth) {
        const Analysis a = Analyzer({.threads = 1}).analyze(Game(find_game(name)), to_depth(depth, lines));
        EXPECT_EQ(std::count_if(a.lines.begin(), a.lines.end(), [](const Line& l) { return l.searched; }), lines);
      }
}

TEST(Analyzer, LinesAreSortedAndLegalWhenStoppedAnywhere) {
  for (const auto* name : {"owari", "oware", "kalah"}) {
    const Game start(find_game(name));
    for (std::uint64_t nodes = 100; nodes < 20'000; nodes += 777) {
      Limits limits;
      limits.nodes = nodes;
      limits.lines = max_moves;
      const Analysis a = Analyzer({.threads = 1}).analyze(start, limits);
      EXPECT_TRUE(std::is_sorted(a.lines.begin(), a.lines.end(), better)) << name << " " << nodes;
      ASSERT_TRUE(a.margin);
      EXPECT_EQ(a.margin->value, a.lines[0].margin.value);
      for (const Line& line : a.lines) {
        Game game = start;
        for (const Move move : line.pv) ASSERT_EQ(game.play(move), Legality::ok) << name << " " << nodes;
      }
    }
  }
}

TEST(Analyzer, BoundsNeverGetWider) {
  const GameDef def = find_game("kalah:pits=4,seeds=4");
  std::map<Move, Margin> known;
  int narrower = 0;
  Analyzer({.threads = 1}).analyze(Game(def), to_depth(40), [&](const Analysis& a) {
    for (const Line& line : a.lines) {
      const auto [before, first] = known.emplace(line.move, line.margin);
      EXPECT_GE(line.margin.low, before->second.low);
      EXPECT_LE(line.margin.high, before->second.high);
      narrower += before->second != line.margin;
      before->second = line.margin;
    }
  });
  EXPECT_GT(narrower, 0);
}

TEST(Analyzer, UsesAllOfItsTime) {
  Limits limits;
  limits.time_ms = 60;
  for (const bool to_play : {false, true})
    for (const int threads : {1, 2}) {
      limits.to_play = to_play;
      EXPECT_GE(Analyzer({.threads = threads}).analyze(Game(find_game("oware")), limits).time_ms, 60);
    }
}

// A turn may have thousands of laps, and finding the legal moves may mean playing all of them: nodes alone say little
// about the time. Without counting laps, this search took 26 s.
GameDef game_with_long_turns() {
  return parse_game(R"(name = "endless"
[board]
pits = 26
[setup]
seeds = 4
[[land]]
count = ">0"
then = "relay"
[turn]
feed = "must"
[end]
when = ["stuck"]
rest = "owner"
repeat = "split"
laps = 10000
)",
                    "endless.toml", find_builtin_game);
}

TEST(Analyzer, RespectsTheTimeLimitWithLongTurns) {
  Limits limits;
  limits.time_ms = 50;
  EXPECT_LT(Analyzer({.threads = 1}).analyze(Game(game_with_long_turns()), limits).time_ms, 5000);
}

// Otherwise a hint, which has a million nodes, would take hours.
TEST(Analyzer, RespectsTheNodeLimitWithLongTurns) {
  const Game game(game_with_long_turns());
  Limits limits;
  limits.nodes = 100'000;
  const std::uint64_t before = long_turn_laps;
  const Analysis analysis = Analyzer({.threads = 1}).analyze(game, limits);
  const std::uint64_t laps = long_turn_laps - before;
  EXPECT_GT(laps, LapMeter::interval);
  // The first depth, which is always completed, takes six million; each node may take a quarter of a million.
  EXPECT_LT(laps, 20'000'000u);
  EXPECT_FALSE(analysis.lines.empty());
}

TEST(Analyzer, PlaysAForcedMoveAtOnce) {
  const GameDef def = find_game("oware");
  const Game game(def, parse_position("0-0-9-0-0-0-9-8-3-2-3-4-5-5-S", def.rules));
  Limits limits;
  limits.time_ms = 100;
  EXPECT_GT(Analyzer().analyze(game, limits).depth, 1);
  limits.to_play = true;
  EXPECT_EQ(Analyzer().analyze(game, limits).depth, 1);
  limits.time_ms.reset();
  limits.clock = {.left_ms = 10'000};
  EXPECT_EQ(Analyzer().analyze(game, limits).depth, 1);
  limits.clock.reset();
  limits.depth = 5;  // an explicit depth is respected
  EXPECT_EQ(Analyzer().analyze(game, limits).depth, 5);
}

TEST(Analyzer, ProvenLinesReachTheEndOfTheGame) {
  const GameDef def = find_game("owari");
  const Game game(def, parse_position("1-0-2-0-1-0-0-3-0-1-0-2-13-13-S", def.rules));
  const Analysis a = Analyzer({.threads = 1}).analyze(game, to_depth(40));
  for (const Line& line : a.lines) {
    ASSERT_TRUE(line.margin.exact());
    Game played = game;
    for (const Move move : line.pv) played.play(move);
    ASSERT_TRUE(played.ending());
    EXPECT_EQ(seed_value * played.ending()->margin(Player::south), line.margin.value);  // the stores are equal
  }
}

TEST(Analyzer, PlaysEveryGameAtEveryLevel) {
  for (const auto& name : builtin_names()) {
    const GameDef def = find_game(name);
    Analyzer analyzer({.threads = 1, .hash_bytes = 1 << 18});
    Random random(5);
    Game game(def);
    Limits limits;
    limits.nodes = 300;
    for (int ply = 0; ply < 1000 && !game.ending(); ++ply) {
      const Move move = choose_move(analyzer, game, 1 + ply % strongest_level, limits, random);
      ASSERT_EQ(game.play(move), Legality::ok) << name << " " << diagram(def.rules, game.position());
    }
  }
}

TEST(Analyzer, ReturnsALegalMoveAfterTheDeadline) {
  for (const auto* name : {"oware", "hus"}) {
    const Game game(find_game(name));
    Limits limits;
    limits.time_ms = 0;
    EXPECT_NE(game.moves() >> Analyzer().analyze(game, limits).best() & 1, 0u);
    const std::atomic<bool> stop{true};
    limits = Limits{};
    limits.stop = &stop;
    EXPECT_NE(game.moves() >> Analyzer().analyze(game, limits).best() & 1, 0u);
  }
}

TEST(Analyzer, StopsAnUnlimitedSearchFromAnotherThread) {
  std::atomic<bool> stop{false};
  Limits limits;
  limits.stop = &stop;
  std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop = true;
  });
  const Analysis a = Analyzer({.threads = 2}).analyze(Game(find_game("oware")), limits);
  EXPECT_GT(a.depth, 0);
}

// A small database is built before the first search of a game. A stop ends that, and the next search makes up for it.
TEST(Analyzer, StopEndsBuildingASmallDatabase) {
  const GameDef def = find_game("owari");
  const Game game(def, parse_position("1-0-2-0-1-0-0-3-0-0-0-2-13-14-S", def.rules));
  std::atomic<bool> stop = true;
  Limits limits = to_depth(4);
  limits.stop = &stop;
  Analyzer analyzer;
  const Analysis stopped = analyzer.analyze(game, limits);
  EXPECT_TRUE(has(game.moves(), stopped.best()));
  EXPECT_EQ(stopped.db_hits, 0u);
  stop = false;
  analyzer.clear();
  const Analysis again = analyzer.analyze(game, limits), fresh = Analyzer().analyze(game, to_depth(4));
  EXPECT_GT(fresh.db_hits, 0u);
  EXPECT_EQ(again.db_hits, fresh.db_hits);
  EXPECT_EQ(again.nodes, fresh.nodes);
}

TEST(Analyzer, TimeForMoveLeavesTimeForTheRestOfTheGame) {
  Limits::Clock clock{.left_ms = 60000, .increment_ms = 1000, .moves_to_go = 0};
  EXPECT_GT(time_for_move(clock), 1000);
  EXPECT_LT(time_for_move(clock), 10000);
  clock = {.left_ms = 5, .increment_ms = 0, .moves_to_go = 1};
  EXPECT_GE(time_for_move(clock), 1);
  EXPECT_LE(time_for_move(clock), 5);
}

TEST(Analyzer, FinishedGameHasAResultButNoLines) {
  const GameDef def = find_game("owari");
  const Game game(def, parse_position("0-0-0-0-0-0-1-0-0-0-0-0-20-15-S", def.rules));
  const Analysis a = Analyzer().analyze(game, to_depth(3));
  EXPECT_EQ(a.best(), no_move);
  EXPECT_EQ(a.margin, Margin::exactly(-1));
  EXPECT_TRUE(a.complete);
}

}  // namespace
}  // namespace sow
