// The runner: what is played does not depend on the threads, and an interrupted match goes on where it stopped.
#include "match/match.h"

#include <gtest/gtest.h>

#include <map>

#include "board/notation.h"
#include "match/player_spec.h"
#include "rules/catalog.h"

namespace sow {
namespace {

const std::atomic<bool> never = false;

MatchSetup setup(const std::vector<std::string>& players, int pairs, int threads = 1) {
  MatchSetup setup{.players = {}, .pairs = pairs, .threads = threads, .stop = &never};
  for (const auto& text : players)
    setup.players.push_back(
        {text, [who = parse_player(text)](const std::atomic<bool>& stop) { return make_agent(who, {.stop = &stop}); }});
  return setup;
}

// The moves of every game, by its round.
std::map<std::string, std::string> games_of(Match& match) {
  std::map<std::string, std::string> games;
  match.play([&](const MatchGame& game) {
    std::string letters;
    for (const auto& element : game.record.line) letters += static_cast<char>('A' + element.move);
    EXPECT_TRUE(games.emplace(game.record.tags.at("Round"), letters).second);
  });
  return games;
}

TEST(Match, IsTheSameWithAnyNumberOfThreads) {
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

TEST(Match, OpeningsArePlayedWithBothSides) {
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

TEST(Match, GoesOnWhereItStopped) {
  const GameDef def = find_game("oware");
  RandomOpenings openings(def, 6, 1);
  Match whole(setup({"greedy", "random"}, 6), openings);
  std::string text;
  std::vector<MatchGame> games;
  whole.play([&](const MatchGame& game) { games.push_back(game); });
  // Every third game is missing, and those that are there come in any order.
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

TEST(Match, RefusesTheGamesOfAnother) {
  RandomOpenings openings(find_game("owari"), 6, 1);
  Match match(setup({"greedy", "random"}, 2), openings);
  Record good;
  match.play([&](const MatchGame& game) {
    if (game.pair == 0 && game.game == 0) good = game.record;
  });
  const auto complaint = [&](MatchSetup other, const Record& record, std::uint64_t seed = 1) {
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
  EXPECT_EQ(complaint(setup({"greedy", "random"}, 2), good), "game 1.1 is there twice");
  EXPECT_EQ(complaint(setup({"random", "greedy"}, 2), good), "game 1.1 is of another match: South differs");
  EXPECT_EQ(complaint(setup({"greedy", "spoiler"}, 2), good), "game 1.1 is of another match: North differs");
  EXPECT_EQ(complaint(setup({"greedy", "random"}, 2), good, 2), "game 1.1 is of another match: the opening differs");
  Record bad = good;
  for (const char* round : {"", "x", "3.1", "0.1", "1.3", "1.0", "1.1x", "-1.1"}) {
    bad.tags["Round"] = round;
    EXPECT_NE(complaint(setup({"greedy", "random"}, 2), bad).find("is not one of this match"), std::string::npos)
        << round;
  }
}

TEST(Match, ASequentialTestEndsIt) {
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

TEST(Match, AGameThatNeverEndsIsCounted) {
  RandomOpenings openings(find_game("oware"), 2, 1);
  auto shortened = setup({"greedy", "random"}, 1);
  shortened.longest_game = 10;
  Match match(shortened, openings);
  match.play([&](const MatchGame& game) {
    EXPECT_EQ(game.record.tags.at("Termination"), "adjudication");
    EXPECT_EQ(game.record.line.back().comment, "counted after 10 plies");
    EXPECT_EQ(result_of(read_ogn(to_ogn(game.record), "", find_game)[0]).seeds, game.result.seeds);
  });
}

TEST(Openings, AreDistinctAndTheSameForTheSameSeed) {
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

TEST(Openings, ComeAgainWhenThereAreNoOthers) {
  RandomOpenings start(find_game("owari"), 0, 1), first(find_game("owari"), 1, 1);
  EXPECT_EQ(start.at(5).position(), start_position(find_game("owari").rules));
  std::set<std::string> boards;
  for (int i = 0; i < 20; ++i) boards.insert(diagram(find_game("owari").rules, first.at(i).position()));
  EXPECT_LE(boards.size(), 6u);
}

TEST(Openings, AreReadFromRecordsAndPositions) {
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

  const auto complaint = [&](const char* text) {
    try {
      parse_openings(text, def, "o");
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(complaint("# nothing\n"), "o: there is no opening in the file");
  EXPECT_EQ(complaint("0-0-0-0-0-0-0-0-0-0-0-0-18-18-S\n"), "o: opening 1 is a game that is over");
  EXPECT_NE(complaint("3-3-3-3-3-3-3-3-3-3-3-3-0-0-N\n3-3-x\n").find("o:2:"), std::string::npos);
  EXPECT_NE(complaint("[Variant \"oware\"]\n\n1. F *\n").find("not of owari"), std::string::npos);
}

}  // namespace
}  // namespace sow
