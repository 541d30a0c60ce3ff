// The heuristic search: what it calls proven is true, and it plays whatever the limits.
#include "search/engine.h"

#include <gtest/gtest.h>

#include <map>
#include <thread>

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

// Every proven bound of every line is true.
template <class Truth>
void check_claims(const Game& game, const Analysis& a, const Truth& truth_of_move, int& proven) {
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

TEST(Engine, ProvenMarginsOfGamesThatNeverRepeatAreTrue) {
  constexpr int positions = tests::thorough ? 300 : 30, least_proven = tests::thorough ? 100 : 5;
  for (const auto* name : {"kalah:pits=3,seeds=3", "owari:pits=4,seeds=3", "sungka:pits=3,seeds=3"}) {
    const GameDef def = find_game(name);
    tests::TrueMargins truth(def.rules);
    tests::Choices choose(3);
    int proven = 0;
    for (int round = 0; round < positions; ++round) {
      const Game game(def, tests::random_position(def.rules, 10 + static_cast<int>(choose.below(6)), choose));
      Engine engine({.threads = 1 + round % 2, .hash_bytes = round % 3 == 0 ? std::size_t{64} : std::size_t{1} << 20});
      const Analysis a = engine.analyze(game, to_depth(1 + static_cast<int>(choose.below(12))));
      check_claims(
          game, a, [&](Move m) { return truth.of_move(game.position(), m); }, proven);
    }
    EXPECT_GT(proven, least_proven) << name;
  }
}

TEST(Engine, ProvenMarginsOfGamesThatCanRepeatAreTrue) {
  for (const auto* name : {"awari:pits=2,seeds=2", "awari/solved:pits=2,seeds=2"}) {
    const GameDef def = find_game(name);
    constexpr int most = 8;
    const tests::TrueCyclicMargins truth(def.rules, most);
    int proven = 0;
    for (std::size_t i = 0; i < truth.boards().size(); i += 3) {
      const Game game(def, truth.boards()[i]);
      if (game.position().total() == 0 || game.ending()) continue;
      Engine engine({.threads = 1, .hash_bytes = 1 << 16});
      const Analysis a = engine.analyze(game, to_depth(12));
      const auto of_move = [&](Move m) {
        Position p = game.position();
        const bool same = truth.kernel().play_unchecked(p, m);
        const int gain = p.store[same ? 0 : 1], v = truth(p);
        return gain + (same ? v : -v);
      };
      check_claims(game, a, of_move, proven);
    }
    EXPECT_GT(proven, 50) << name;
  }
}

TEST(Engine, FindsTheWholeTruthOfSmallGames) {
  const GameDef def = find_game("kalah:pits=4,seeds=2");
  tests::TrueMargins truth(def.rules);
  Engine engine({.threads = 2, .hash_bytes = 1 << 22});
  const Game game(def);
  const Analysis a = engine.analyze(game, to_depth(max_depth));
  EXPECT_TRUE(a.complete);
  for (const Line& line : a.lines) {
    EXPECT_EQ(line.margin.kind(), MarginKind::exact);
    EXPECT_EQ(line.margin.value, seed_value * truth.of_move(game.position(), line.move));
  }
}

TEST(Engine, OneThreadGivesTheSameResultTwice) {
  for (const auto* name : {"owari", "oware", "hus", "ayoayo"}) {
    const Game game(find_game(name));
    const auto run = [&] { return Engine({.threads = 1, .hash_bytes = 1 << 20}).analyze(game, to_depth(5)); };
    const Analysis a = run(), b = run();
    EXPECT_EQ(a.nodes, b.nodes);
    ASSERT_EQ(a.lines.size(), b.lines.size());
    for (std::size_t i = 0; i < a.lines.size(); ++i) EXPECT_EQ(a.lines[i].pv, b.lines[i].pv);
  }
}

TEST(Engine, ClearedItAnswersAsIfNew) {
  const Game asked(find_game("oware"));
  Game other = asked;
  other.play(0);
  Engine engine({.threads = 1});
  const Analysis first = engine.analyze(asked, to_depth(9, 1));
  EXPECT_LT(engine.analyze(asked, to_depth(9, 1)).nodes, first.nodes);  // it remembers
  engine.analyze(other, to_depth(9, 1));
  engine.clear();
  const Analysis again = engine.analyze(asked, to_depth(9, 1));
  EXPECT_EQ(again.nodes, first.nodes);
  EXPECT_EQ(again.lines[0].margin, first.lines[0].margin);
  EXPECT_EQ(again.lines[0].pv, first.lines[0].pv);
}

TEST(Engine, TellsAsManyLinesAsAsked) {
  for (const auto* name : {"owari", "oware", "kalah"})
    for (int lines = 1; lines <= 3; ++lines)
      for (int depth = 1; depth <= 10; ++depth) {
        const Analysis a = Engine({.threads = 1}).analyze(Game(find_game(name)), to_depth(depth, lines));
        EXPECT_EQ(std::count_if(a.lines.begin(), a.lines.end(), [](const Line& l) { return l.searched; }), lines);
      }
}

TEST(Engine, StoppedOrNotTheBestComesFirstAndEveryLineCanBePlayed) {
  for (const auto* name : {"owari", "oware", "kalah"}) {
    const Game start(find_game(name));
    for (std::uint64_t nodes = 100; nodes < 20'000; nodes += 777) {
      Limits limits;
      limits.nodes = nodes;
      limits.lines = max_moves;
      const Analysis a = Engine({.threads = 1}).analyze(start, limits);
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

TEST(Engine, WhatIsProvenStaysProven) {
  const GameDef def = find_game("kalah:pits=4,seeds=4");
  std::map<Move, Margin> known;
  int narrower = 0;
  Engine({.threads = 1}).analyze(Game(def), to_depth(40), [&](const Analysis& a) {
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

// The depth at hand when the time is over takes it all.
TEST(Engine, TimeForAMoveIsUsed) {
  Limits limits;
  limits.time_ms = 60;
  for (const bool to_play : {false, true})
    for (const int threads : {1, 2}) {
      limits.to_play = to_play;
      EXPECT_GE(Engine({.threads = threads}).analyze(Game(find_game("oware")), limits).time_ms, 60);
    }
}

TEST(Engine, PlayersMakeTheOnlyMoveAtOnce) {
  const GameDef def = find_game("oware");
  const Game game(def, parse_position("0-0-9-0-0-0-9-8-3-2-3-4-5-5-S", def.rules));
  Limits limits;
  limits.time_ms = 100;
  EXPECT_GT(Engine().analyze(game, limits).depth, 1);
  limits.to_play = true;
  EXPECT_EQ(Engine().analyze(game, limits).depth, 1);
  limits.time_ms.reset();
  limits.clock = {.left_ms = 10'000};
  EXPECT_EQ(Engine().analyze(game, limits).depth, 1);
  limits.clock.reset();
  limits.depth = 5;  // somebody wants to know
  EXPECT_EQ(Engine().analyze(game, limits).depth, 5);
}

// A proven line is followed to its end.
TEST(Engine, ProvenLinesAreLong) {
  const GameDef def = find_game("owari");
  const Game game(def, parse_position("1-0-2-0-1-0-0-3-0-1-0-2-13-13-S", def.rules));
  const Analysis a = Engine({.threads = 1}).analyze(game, to_depth(40));
  for (const Line& line : a.lines) {
    ASSERT_TRUE(line.margin.exact());
    Game played = game;
    for (const Move move : line.pv) played.play(move);
    ASSERT_TRUE(played.ending());
    EXPECT_EQ(seed_value * played.ending()->margin(Player::south), line.margin.value);  // the stores are equal
  }
}

TEST(Engine, PlaysEveryGameThroughAtEveryLevel) {
  for (const auto& name : builtin_names()) {
    const GameDef def = find_game(name);
    Engine engine({.threads = 1, .hash_bytes = 1 << 18});
    Random random(5);
    Game game(def);
    Limits limits;
    limits.nodes = 300;
    for (int ply = 0; ply < 1000 && !game.ending(); ++ply) {
      const Move move = choose_move(engine, game, 1 + ply % strongest_level, limits, random);
      ASSERT_EQ(game.play(move), Legality::ok) << name << " " << diagram(def.rules, game.position());
    }
  }
}

TEST(Engine, ADeadlineLongPastStillGivesALegalMove) {
  for (const auto* name : {"oware", "hus"}) {
    const Game game(find_game(name));
    Limits limits;
    limits.time_ms = 0;
    EXPECT_NE(game.moves() >> Engine().analyze(game, limits).best() & 1, 0u);
    const std::atomic<bool> stop{true};
    limits = Limits{};
    limits.stop = &stop;
    EXPECT_NE(game.moves() >> Engine().analyze(game, limits).best() & 1, 0u);
  }
}

TEST(Engine, ASearchWithoutLimitsStopsWhenToldFromAnotherThread) {
  std::atomic<bool> stop{false};
  Limits limits;
  limits.stop = &stop;
  std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop = true;
  });
  const Analysis a = Engine({.threads = 2}).analyze(Game(find_game("oware")), limits);
  EXPECT_GT(a.depth, 0);
}

TEST(Engine, TheClockLeavesTimeForTheRest) {
  Limits::Clock clock{.left_ms = 60000, .increment_ms = 1000, .moves_to_go = 0};
  EXPECT_GT(time_for_move(clock), 1000);
  EXPECT_LT(time_for_move(clock), 10000);
  clock = {.left_ms = 5, .increment_ms = 0, .moves_to_go = 1};
  EXPECT_GE(time_for_move(clock), 1);
  EXPECT_LE(time_for_move(clock), 5);
}

TEST(Engine, AFinishedGameHasNoLinesButItsResult) {
  const GameDef def = find_game("owari");
  const Game game(def, parse_position("0-0-0-0-0-0-1-0-0-0-0-0-20-15-S", def.rules));
  const Analysis a = Engine().analyze(game, to_depth(3));
  EXPECT_EQ(a.best(), no_move);
  EXPECT_EQ(a.margin, Margin::exactly(-1));
  EXPECT_TRUE(a.complete);
}

}  // namespace
}  // namespace sow
