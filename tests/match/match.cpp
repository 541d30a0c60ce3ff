// The match runner: results do not depend on the number of threads, and an interrupted match can be resumed.
#include "match/match.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <thread>

#include "board/notation.h"
#include "match/player_spec.h"
#include "rules/catalog.h"
#include "search/minimax.h"
#include "support/never.h"

namespace sow {
namespace {

MatchSetup setup(const std::vector<std::string>& players, int pairs, int threads = 1) {
  MatchSetup setup{.players = {}, .pairs = pairs, .threads = threads, .stop = &never};
  for (const auto& text : players)
    setup.players.push_back(
        {.name = text,
         .make = [who = parse_player(text)](const std::atomic<bool>& stop) { return make_agent(who, {.stop = &stop}); },
         .spec = text,
         .variety = variety(parse_player(text)),
         .clock = parse_player(text).clock});
  return setup;
}

// The moves of each game by round.
std::map<std::string, std::string> games_of(Match& match) {
  std::map<std::string, std::string> games;
  match.play([&](const MatchGame& game) {
    std::string letters;
    for (const auto& element : game.record.line) letters += static_cast<char>('A' + element.move);
    EXPECT_TRUE(games.emplace(game.record.tags.at("Round"), letters).second);
  });
  return games;
}

TEST(Match, DoesNotDependOnTheNumberOfThreads) {
  const GameDef def = find_game("kalah");
  const std::vector<std::string> players = {"random", "greedy", "engine:level=2,hash=1"};
  RandomOpenings first(def, 4, 7), second(def, 4, 7);
  Match one(setup(players, 4, 1), first), many(setup(players, 4, 5), second);
  const auto games = games_of(one);
  EXPECT_EQ(games.size(), 24u);
  EXPECT_EQ(games, games_of(many));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(one.standings().pairings[i].tally.pairs, many.standings().pairings[i].tally.pairs);
    EXPECT_EQ(one.standings().players[i].tally.games(), 16);
  }
  EXPECT_TRUE(one.complete() && many.complete());
}

TEST(Match, OpeningsAreNotJudgedAfterAStop) {
  const std::atomic<bool> stop = true;
  DatabaseUse database;
  database.stop = &stop;
  RandomOpenings openings(find_game("owari"), 6, 1, database, std::uint64_t{1} << 40);  // would take hours each
  EXPECT_FALSE(openings.at(100).ending());
}

TEST(Match, PlaysEachOpeningWithBothSides) {
  RandomOpenings openings(find_game("owari"), 6, 3);
  Match match(setup({"greedy", "random"}, 5), openings);
  std::map<int, std::vector<MatchGame>> pairs;
  match.play([&](const MatchGame& game) { pairs[game.pair].push_back(game); });
  ASSERT_EQ(pairs.size(), 5u);
  for (const auto& [pair, games] : pairs) {
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(games[0].players, (std::array<std::size_t, 2>{0, 1}));
    EXPECT_EQ(games[1].players, (std::array<std::size_t, 2>{1, 0}));
    for (int ply = 0; ply < 6; ++ply) EXPECT_EQ(games[0].record.line[ply].move, openings.at(pair).plies()[ply].move);
  }
}

TEST(Match, ResumesAnInterruptedMatch) {
  const GameDef def = find_game("oware");
  RandomOpenings openings(def, 6, 1);
  Match whole(setup({"greedy", "random"}, 6), openings);
  std::string text;
  std::vector<MatchGame> games;
  whole.play([&](const MatchGame& game) { games.push_back(game); });
  // Every third game is missing, and the others are in reverse order.
  for (std::size_t i = games.size(); i-- > 0;)
    if (i % 3 != 1) text += to_ogn(games[i].record) + "\n";
  Match rest(setup({"greedy", "random"}, 6), openings);
  for (const Record& record : read_ogn(text, "m.ogn", find_game)) rest.resume(record);
  int played = 0;
  rest.play([&](const MatchGame&) { ++played; });
  EXPECT_EQ(played, 4);
  EXPECT_EQ(rest.standings().players[0].tally.pairs, whole.standings().players[0].tally.pairs);
  EXPECT_EQ(rest.standings().players[0].effort.moves, whole.standings().players[0].effort.moves);
  int again = 0;
  rest.play([&](const MatchGame&) { ++again; });
  EXPECT_EQ(again, 0);
}

TEST(Match, RejectsGamesOfAnotherMatch) {
  RandomOpenings openings(find_game("owari"), 6, 1);
  Match match(setup({"greedy", "random"}, 2), openings);
  Record good;
  match.play([&](const MatchGame& game) {
    if (game.pair == 0 && game.game == 0) good = game.record;
  });
  const auto error = [&](MatchSetup other, const Record& record, std::uint64_t seed = 1) {
    RandomOpenings others(find_game("owari"), 6, seed);
    Match fresh(std::move(other), others);
    try {
      fresh.resume(record);
      fresh.resume(record);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(error(setup({"greedy", "random"}, 2), good), "game 1.1 occurs twice");
  EXPECT_EQ(error(setup({"random", "greedy"}, 2), good), "game 1.1 belongs to another match: South differs");
  EXPECT_EQ(error(setup({"greedy", "spoiler"}, 2), good), "game 1.1 belongs to another match: North differs");
  EXPECT_EQ(error(setup({"greedy", "random"}, 2), good, 2), "game 1.1 belongs to another match: the opening differs");
  Record bad = good;
  for (const char* round : {"", "x", "3.1", "0.1", "1.3", "1.0", "1.1x", "-1.1"}) {
    bad.tags["Round"] = round;
    EXPECT_NE(error(setup({"greedy", "random"}, 2), bad).find("does not belong to this match"), std::string::npos)
        << round;
  }
}

TEST(Match, RejectsOtherPlayersAndConditions) {
  RandomOpenings openings(find_game("owari"), 6, 1);
  auto first = setup({"greedy", "random"}, 1);
  first.players[0].spec = "engine:depth=3,name=greedy";
  first.conditions = "sow 1.0, margin 250 ms";
  Match match(first, openings);
  Record played;
  match.play([&](const MatchGame& game) { played = game.record; });
  played = read_ogn(to_ogn(played), "", find_game)[0];
  const auto error = [&](const MatchSetup& other) {
    Match fresh(other, openings);
    try {
      fresh.resume(played);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(error(first), "");
  auto other = first;
  other.players[0].spec = "engine:depth=4,name=greedy";
  EXPECT_EQ(error(other), "game 1.2 was played by engine:depth=3,name=greedy, not by engine:depth=4,name=greedy");
  other = first;
  other.conditions = "sow 1.1, margin 250 ms";
  EXPECT_EQ(error(other),
            "the saved match was played with sow 1.0, margin 250 ms, but this one uses sow 1.1, margin 250 ms");
  played.tags.erase("Match");
  EXPECT_EQ(error(first), "the saved match was played with other settings, but this one uses sow 1.0, margin 250 ms");
}

ListedOpenings two_openings(const char* game) {
  const GameDef def = find_game(game);
  Game second(def);
  second.play(0);
  return ListedOpenings({Game(def), second, Game(def)});  // the third repeats the first
}

TEST(Match, DeterministicPlayersNeverRepeatAnOpening) {
  auto openings = two_openings("owari");
  for (const int threads : {1, 3}) {
    Match match(setup({"engine:depth=2,hash=1", "engine:depth=3,hash=1"}, 50, threads), openings);
    const auto games = games_of(match);
    EXPECT_EQ(games.size(), 4u);
    EXPECT_EQ(match.standings().pairings[0].tally.games(), 4);
    EXPECT_EQ(match.skipped(), 48);
    EXPECT_TRUE(match.complete());
    EXPECT_FALSE(match.reused_openings());
  }
}

TEST(Match, SkipsOnlyPairingsOfDeterministicPlayers) {
  auto openings = two_openings("owari");
  Match match(setup({"engine:depth=1,hash=1", "engine:depth=2,hash=1", "random"}, 5, 2), openings);
  games_of(match);
  EXPECT_EQ(match.standings().pairings[0].tally.games(), 4);
  EXPECT_EQ(match.standings().pairings[1].tally.games(), 10);
  EXPECT_EQ(match.standings().pairings[2].tally.games(), 10);
  EXPECT_EQ(match.skipped(), 3);
  EXPECT_TRUE(match.complete());
  EXPECT_TRUE(match.reused_openings());
}

TEST(Match, DoesNotCountRepeatedGames) {
  auto openings = two_openings("owari");
  auto unknown = setup({"engine:depth=2,hash=1", "engine:depth=3,hash=1"}, 10);
  unknown.players[1].variety = Variety::unknown;  // like an external program
  Match match(unknown, openings);
  std::vector<MatchGame> games;
  match.play([&](const MatchGame& game) { games.push_back(game); });
  EXPECT_EQ(games.size(), 20u);
  EXPECT_EQ(match.standings().pairings[0].tally.games(), 4);
  EXPECT_EQ(match.repeated(), 8);
  EXPECT_TRUE(match.complete());
  // The same after resuming.
  Match again(unknown, openings);
  for (const MatchGame& game : games) again.resume(game.record);
  again.play([](const MatchGame&) { FAIL(); });
  EXPECT_EQ(again.repeated(), 8);
}

TEST(Match, ReportsReusedOpenings) {
  RandomOpenings few(find_game("owari"), 1, 1), many(find_game("owari"), 6, 1);
  Match match(setup({"greedy", "random"}, 10), few), other(setup({"greedy", "random"}, 10), many);
  games_of(match);
  games_of(other);
  EXPECT_EQ(match.standings().pairings[0].tally.games(), 20);
  EXPECT_TRUE(match.reused_openings());
  EXPECT_FALSE(other.reused_openings());
  Match engines(setup({"engine:depth=1,hash=1", "engine:depth=2,hash=1"}, 10), few);
  games_of(engines);
  EXPECT_GT(engines.skipped(), 3);
}

TEST(Match, PairsOfGamesShareARandomStart) {
  const GameDef def = find_game("random-kalah");
  RandomOpenings openings(def, 2, 1);
  Match match(setup({"greedy", "random"}, 4), openings);
  std::map<int, std::vector<Record>> pairs;
  std::string text;
  match.play([&](const MatchGame& game) {
    pairs[game.pair].push_back(game.record);
    text += to_ogn(game.record) + "\n";
  });
  std::set<std::string> names, starts;
  for (const auto& [pair, records] : pairs) {
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].def.name, records[1].def.name);
    EXPECT_EQ(records[0].start, records[1].start);
    names.insert(records[0].def.name);
    starts.insert(diagram(def.rules, records[0].start));
  }
  EXPECT_EQ(names.size(), 4u);
  EXPECT_EQ(starts.size(), 4u);
  // The saved games name their starts, so that the match can be resumed and each game replayed.
  Match again(setup({"greedy", "random"}, 4), openings);
  for (const Record& record : read_ogn(text, "m.ogn", {}, &def)) again.resume(record);
  again.play([](const MatchGame&) { FAIL() << "all games are in the file"; });
}

TEST(Match, GauntletIsOneAgainstAll) {
  RandomOpenings openings(find_game("owari"), 4, 1);
  auto gauntlet = setup({"greedy", "random", "spoiler", "cautious"}, 3);
  gauntlet.gauntlet = true;
  Match match(gauntlet, openings);
  match.play([](const MatchGame& game) { EXPECT_TRUE(game.players[0] == 0 || game.players[1] == 0); });
  EXPECT_EQ(match.games(), 18);
  EXPECT_EQ(match.standings().players[0].tally.games(), 18);
  EXPECT_EQ(match.standings().players[2].tally.games(), 6);
}

// Waits before every move and records the clocks.
class Slow final : public Agent {
 public:
  Slow(int ms, std::vector<Clocks>& seen) : ms_(ms), seen_(seen) {}
  void set_clocks(const Clocks& clocks) override { seen_.push_back(clocks); }
  Move choose(const Game& game) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms_));
    return std::countr_zero(game.moves());
  }

 private:
  int ms_;
  std::vector<Clocks>& seen_;
};

TEST(Match, LosesOnTime) {
  RandomOpenings openings(find_game("owari"), 0, 1);
  auto timed = setup({"random", "random"}, 1);
  std::vector<Clocks> seen;
  timed.players[0].make = [&](const std::atomic<bool>&) { return std::make_unique<Slow>(20, seen); };
  timed.players[0].clock = TimeControl{30, 5};
  timed.margin_ms = 0;
  Match match(timed, openings);
  std::vector<Record> records;
  match.play([&](const MatchGame& game) { records.push_back(game.record); });
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(match.standings().players[0].time_losses, 2);
  EXPECT_TRUE(records[0].line.back().comment.starts_with("South lost on time, ")) << records[0].line.back().comment;
  EXPECT_EQ(records[1].tags.at("Termination"), "time forfeit");
  ASSERT_GE(seen.size(), 2u);
  EXPECT_EQ(seen[0][0]->left_ms, 30);
  EXPECT_EQ(seen[0][0]->increment_ms, 5);
  EXPECT_FALSE(seen[0][1]);
  // The time left plus the increment; or, on a slow machine, the clock of the next game.
  EXPECT_TRUE(seen[1][0] ? seen[1][0]->left_ms <= 15 : seen[1][1]->left_ms == 30);
}

TEST(Match, MarginToleratesLateMoves) {
  RandomOpenings openings(find_game("owari"), 0, 1);
  auto timed = setup({"random", "random"}, 1);
  std::vector<Clocks> seen;
  timed.players[0].make = [&](const std::atomic<bool>&) { return std::make_unique<Slow>(2, seen); };
  timed.players[0].clock = TimeControl{1, 0};
  timed.margin_ms = 1'000'000;
  Match match(timed, openings);
  match.play([](const MatchGame&) {});
  EXPECT_EQ(match.standings().players[0].time_losses, 0);
  EXPECT_EQ(seen.back()[seen.back()[0] ? 0 : 1]->left_ms, 0);
}

TEST(Match, AdjudicatesProvenResults) {
  RandomOpenings openings(find_game("owari"), 2, 1);
  auto judged = setup({"engine:depth=6,hash=1", "engine:depth=6,hash=1"}, 3);
  Match played(judged, openings);
  std::map<std::string, std::size_t> lengths;
  played.play([&](const MatchGame& game) { lengths[game.record.tags.at("Round")] = game.record.line.size(); });
  judged.adjudicate.emplace();
  Match match(judged, openings);
  match.play([&](const MatchGame& game) {
    EXPECT_EQ(game.record.tags.at("Termination"), "adjudication");
    const auto [south, north] = game.result.seeds;
    EXPECT_EQ(south + north, 36);
    EXPECT_EQ(game.record.line.back().comment,
              "adjudicated: " + std::to_string(south) + "-" + std::to_string(north) + " is proven");
    EXPECT_LT(game.record.line.size(), lengths[game.record.tags.at("Round")]);
    // Compare with plain minimax to the end of the game.
    const Record record = read_ogn(to_ogn(game.record), "", find_game)[0];
    const Game end = replay(record);
    const auto minimax = make_minimax(end.shared_kernel());
    const int margin = minimax->search(end.position(), max_minimax_depth, never).value;
    const int lead = margin + end.position().store[0] - end.position().store[1];
    EXPECT_EQ(end.position().mover == Player::south ? lead : -lead, south - north);
    EXPECT_EQ(result_of(record).seeds, game.result.seeds);
  });
}

TEST(Match, SequentialTestEndsTheMatch) {
  RandomOpenings openings(find_game("owari"), 6, 1), same(find_game("owari"), 6, 1);
  auto with_test = setup({"greedy", "random"}, 5000, 3);
  with_test.sprt = Sprt{0, 50};
  Match match(with_test, openings);
  int played = 0;
  match.play([&](const MatchGame&) { ++played; });
  EXPECT_TRUE(match.complete());
  EXPECT_LT(played, 1000);
  const auto& pairs = match.standings().pairings[0].tally.pairs;
  EXPECT_EQ(with_test.sprt->verdict(pairs), Sprt::Verdict::elo1);
  with_test.threads = 1;
  Match alone(with_test, same);
  alone.play([](const MatchGame&) {});
  EXPECT_EQ(alone.standings().pairings[0].tally.pairs, pairs);
}

TEST(Match, ScoresGamesThatAreTooLong) {
  RandomOpenings openings(find_game("oware"), 2, 1);
  auto shortened = setup({"greedy", "random"}, 1);
  shortened.max_plies = 10;
  Match match(shortened, openings);
  match.play([&](const MatchGame& game) {
    EXPECT_EQ(game.record.tags.at("Termination"), "adjudication");
    EXPECT_EQ(game.record.line.back().comment, "scored after 10 plies");
    EXPECT_EQ(result_of(read_ogn(to_ogn(game.record), "", find_game)[0]).seeds, game.result.seeds);
  });
}

TEST(Openings, AreDistinctAndDependOnlyOnTheSeed) {
  const GameDef def = find_game("owari");
  RandomOpenings a(def, 6, 1), b(def, 6, 1), c(def, 6, 2);
  std::set<std::string> boards;
  EXPECT_EQ(a.at(30).position(), b.at(30).position());
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(a.at(i).plies().size(), 6u);
    EXPECT_TRUE(boards.insert(diagram(def.rules, a.at(i).position())).second);
    EXPECT_EQ(a.at(i).position(), b.at(i).position());
    differs |= a.at(i).position() != c.at(i).position();
  }
  EXPECT_TRUE(differs);
}

TEST(Openings, RepeatWhenThereAreNoOthers) {
  RandomOpenings start(find_game("owari"), 0, 1), first(find_game("owari"), 1, 1);
  EXPECT_EQ(start.at(5).position(), start_position(find_game("owari").rules));
  std::set<std::string> boards;
  for (int i = 0; i < 20; ++i) boards.insert(diagram(find_game("owari").rules, first.at(i).position()));
  EXPECT_LE(boards.size(), 6u);
}

TEST(Openings, OfGamesWithRandomStarts) {
  RandomOpenings chosen(find_game("random-kalah:deal=7"), 2, 1), any(find_game("random-kalah"), 0, 1),
      same(find_game("random-kalah"), 0, 1);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(chosen.at(i).def().name, "random-kalah:deal=7");
    EXPECT_EQ(any.at(i).def().name, same.at(i).def().name);
    EXPECT_EQ(find_game(any.at(i).def().spec).rules, any.at(i).rules());
  }
  EXPECT_NE(any.at(0).start(), any.at(1).start());
}

TEST(Openings, AreParsedFromGamesAndPositions) {
  const GameDef def = find_game("owari");
  const auto records = parse_openings("[Variant \"owari\"]\n\n1. E b *\n[Variant \"owari\"]\n\n1. F *\n", def, "o.ogn");
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].plies().size(), 2u);
  const auto positions =
      parse_openings("# two\n3-3-3-3-3-3-3-3-3-3-3-3-0-0-N\n\n(1 3 0 2 2 2 6 4 2 1 0 8 1 4) # a list\n", def, "o");
  ASSERT_EQ(positions.size(), 2u);
  EXPECT_EQ(positions[0].position().mover, Player::north);
  ListedOpenings openings(positions);
  EXPECT_EQ(openings.at(3).position(), positions[1].position());

  const auto error = [&](const char* text) {
    try {
      parse_openings(text, def, "o");
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(error("# nothing\n"), "o: the file contains no openings");
  EXPECT_EQ(error("0-0-0-0-0-0-0-0-0-0-0-0-18-18-S\n"), "o: opening 1 is a finished game");
  EXPECT_NE(error("3-3-3-3-3-3-3-3-3-3-3-3-0-0-N\n3-3-x\n").find("o:2:"), std::string::npos);
  EXPECT_NE(error("[Variant \"oware\"]\n\n1. F *\n").find("not of owari"), std::string::npos);
}

}  // namespace
}  // namespace sow
