#include "game/rounds.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/error.h"
#include "board/notation.h"
#include "rules/catalog.h"
#include "support/choices.h"
#include "support/suite.h"

namespace sow {
namespace {

Player player_of(char letter) { return letter == 'S' ? Player::south : Player::north; }

TEST(Rounds, AgreeWithTheOracle) {
  for (const auto& line : tests::read_suite("rounds.txt")) {
    SCOPED_TRACE(line.location);
    std::istringstream words(line.text);
    std::string game, players, bar, next, position;
    std::array<int, 2> seeds{};
    char dash = 0;
    words >> game >> seeds[0] >> dash >> seeds[1] >> players >> bar >> next >> position;
    const RoundEnd end = end_round(tests::game_of_suite(game), {seeds, player_of(players[0]), player_of(players[1])});
    if (next == "lost") {
      ASSERT_TRUE(end.loser);
      EXPECT_EQ(*end.loser, player_of(position[0]));
      EXPECT_FALSE(end.next);
      continue;
    }
    if (next == "over") {
      EXPECT_FALSE(end.loser || end.next);
      EXPECT_EQ(std::to_string(end.won[0]) + "-" + std::to_string(end.won[1]), position);
      continue;
    }
    ASSERT_TRUE(end.next);
    const GameDef def = tests::game_of_suite(next);
    EXPECT_EQ(end.next->def.name, def.name);
    EXPECT_EQ(end.next->def.rules, def.rules);
    EXPECT_EQ(diagram(def.rules, end.next->start), position);
  }
}

// In a random match, no seed is lost and closed pits stay empty.
TEST(Rounds, ConserveSeeds) {
  for (const char* name : {"sungka", "pallanguzhi", "adi", "bosh:pits=3,seeds=2"}) {
    SCOPED_TRACE(name);
    tests::Choices choose(7);
    GameDef def = first_round(find_game(name));
    Position start = start_position(def.rules);
    const int total = start.total();
    for (int round = 1; round <= 4; ++round) {
      Game game(def, start);
      while (!game.ending()) ASSERT_EQ(game.play(choose.move(game.moves())), Legality::ok);
      for (const Player player : {Player::south, Player::north})
        for (int i = 0; i < def.rules.pits; ++i)
          EXPECT_TRUE((def.rules.closed[index(player)] >> i & 1) == 0 || game.position().pits_of(player)[i] == 0);
      const RoundEnd end = end_round(game);
      EXPECT_EQ(end.seeds[0] + end.seeds[1], total);
      if (!end.next) break;
      EXPECT_EQ(end.next->def.round, round + 1);
      EXPECT_EQ(end.next->start.total(), total);
      def = end.next->def;
      start = end.next->start;
    }
  }
}

TEST(Rounds, ExplainTheNextRound) {
  const GameDef def = find_game("sungka:round=1");
  const RoundEnd end = end_round(def, {{45, 53}, Player::south, Player::south});
  EXPECT_EQ(explain_round(def.rules, end),
            "South has 45 seeds for the next round, North 53.\n"
            "South fills 6 pits with 7 seeds each; 3 seeds stay in the store; A is closed.\n"
            "North fills 7 pits with 7 seeds each; 4 seeds stay in the store.\n"
            "South starts round 2.\n");
  const RoundEnd last = end_round(def, {{45, 53}, Player::south, Player::south}, 1);
  EXPECT_EQ(explain_round(def.rules, last),
            "The match is over: South has 45 seeds, North 53.\nNorth wins the match.\n");
  const RoundEnd lost = end_round(def, {{95, 3}, Player::south, Player::south});
  EXPECT_EQ(explain_round(def.rules, lost),
            "The match is over: South has 95 seeds, North 3.\n"
            "North would have 0 pits in the next round, so South wins the match.\n");
  const GameDef adi = find_game("adi:round=1");
  EXPECT_EQ(explain_round(adi.rules, end_round(adi, {{28, 20}, Player::south, Player::south})),
            "South has 28 seeds for the next round, North 20.\n"
            "South has 7 pits with 4 seeds each.\nNorth has 5 pits with 4 seeds each.\nNorth starts round 2.\n");
}

TEST(Rounds, ExplainRoundsWon) {
  const GameDef def = find_game("mangala:round=3,won=2-0");
  const RoundEnd end = end_round(def, {{20, 28}, Player::south, Player::south});
  EXPECT_EQ(explain_round(def.rules, end), "South has won 2 rounds, North 1.\nNorth starts round 4.\n");
  const RoundEnd last = end_round(def, {{24, 24}, Player::south, Player::south}, 3);
  EXPECT_EQ(explain_round(def.rules, last),
            "The match is over: South has won 2 rounds, North 0.\nSouth wins the match.\n");
  const GameDef fifth = find_game("mangala:round=5,won=2-1");
  EXPECT_EQ(explain_round(def.rules, end_round(fifth, {{20, 28}, Player::south, Player::south})),
            "The match is over: South has won 2 rounds, North 2.\nIt is a draw.\n");
}

// If rounds are scored separately, the match continues after a resignation.
TEST(Rounds, ResignationLosesOneRound) {
  Game game(first_round(find_game("mangala")));
  game.resign(Player::south);
  const RoundEnd end = end_round(game);
  EXPECT_EQ(end.loser, std::nullopt);
  ASSERT_TRUE(end.next);
  EXPECT_EQ(end.next->def.name, "mangala:round=2,won=0-1");
  EXPECT_EQ(diagram(end.next->def.rules, end.next->start), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N");
}

// Seeds that nobody gets after a repetition do not make the round a draw.
TEST(Rounds, OneSeedWinsARound) {
  GameDef olinda = find_game("olinda");
  olinda.rules.rounds = {.refill = Refill::anew, .max_rounds = 2};
  const GameDef def = first_round(olinda);
  Game game(def, parse_position("1-1-1-0-1-1-1-1-1-0-0-1-0-0-23-24-S", def.rules));
  for (const char* move : {"F", "a", "E", "g", "E", "c"})
    ASSERT_EQ(game.play(parse_move(move, def.rules, game.position().mover)), Legality::ok);
  ASSERT_TRUE(game.ending());
  EXPECT_EQ(end_round(game).won, (std::array{1, 0}));
}

// A player who resigns has no seeds for the next round.
TEST(Rounds, ResignationEndsTheMatch) {
  Game game(first_round(find_game("sungka")));
  game.resign(Player::south);
  EXPECT_EQ(end_round(game).loser, Player::south);
}

// After a repetition nobody gets five seeds. South has 26, North 25, so North gets the odd one.
TEST(Rounds, ShareSeedsThatNobodyWon) {
  const GameDef def = find_game("olinda:round=1");
  Game game(def, parse_position("1-1-1-0-1-1-1-1-1-0-0-1-0-0-23-24-S", def.rules));
  for (const char* move : {"F", "a", "E", "g", "E", "c"})
    ASSERT_EQ(game.play(parse_move(move, def.rules, game.position().mover)), Legality::ok);
  ASSERT_TRUE(game.ending());
  EXPECT_EQ(game.ending()->reason, EndReason::repetition);
  EXPECT_EQ(game.ending()->seeds, (std::array{26, 25}));
  EXPECT_EQ(round_result(game).seeds, (std::array{28, 28}));
}

TEST(Rounds, ClosedPitsCannotBePlayed) {
  Game game(find_game("sungka:round=2,closed=AB"));
  EXPECT_EQ(game.play(0), Legality::closed);
  EXPECT_EQ(game.moves() & 3u, 0u);
  EXPECT_EQ(diagram(game.rules(), game.position()), "0-0-7-7-7-7-7-7-7-7-7-7-7-7-0-0-S");
}

// In lam-waladach the last few seeds belong to the player who started the round.
TEST(Rounds, RememberWhoStarted) {
  const GameDef first = find_game("lam-waladach:round=1");
  const RoundEnd end = end_round(first, {{22, 14}, Player::south, Player::north});
  ASSERT_TRUE(end.next);
  EXPECT_EQ(end.next->def.name, "lam-waladach:pits=7,seeds=3,round=2,closed=fg,first=N");
  EXPECT_EQ(end.next->start.mover, Player::north);
  EXPECT_EQ(end_round(end.next->def, {{14, 22}, Player::north, Player::north}).next->def.name,
            "lam-waladach:pits=7,seeds=3,round=3,closed=FG");
}

TEST(Rounds, RejectGamesWithoutRounds) {
  EXPECT_THROW(first_round(find_game("kalah")), Error);
  EXPECT_THROW(find_game("kalah:round=1"), Error);
}

}  // namespace
}  // namespace sow
