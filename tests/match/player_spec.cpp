// WHO plays a side: parsing, and that every kind of player plays legal games.
#include "match/player_spec.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "rules/catalog.h"

namespace sow {
namespace {

const std::atomic<bool> never = false;

std::string error_of(const std::string& text) {
  try {
    parse_player(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(PlayerSpec, IsReadAndWritten) {
  for (const auto* text : {"human", "random", "greedy", "cautious", "spoiler", "minimax", "minimax:depth=9"})
    EXPECT_EQ(player_text(parse_player(text)), text);
  EXPECT_EQ(parse_player("minimax:depth=9").options.at("depth"), 9);
  EXPECT_TRUE(is_human(parse_player("human")));
  EXPECT_FALSE(is_human(parse_player("random")));
  EXPECT_TRUE(takes_option(parse_player("minimax"), "depth"));
  EXPECT_FALSE(takes_option(parse_player("greedy"), "depth"));
}

TEST(PlayerSpec, ErrorsSayWhatThereIs) {
  EXPECT_EQ(error_of("garry"),
            "no player 'garry'; there are human, random, greedy, cautious, spoiler, engine, minimax, uci");
  EXPECT_EQ(error_of(""), "no player ''; there are human, random, greedy, cautious, spoiler, engine, minimax, uci");
  EXPECT_EQ(error_of("greedy:depth=3"), "greedy takes no options");
  EXPECT_EQ(error_of("human:"), "human takes no options");
  EXPECT_EQ(error_of("minimax:"), "'' is not an option of minimax: those are depth, written depth=N");
  EXPECT_EQ(error_of("minimax:speed=3"), "'speed=3' is not an option of minimax: those are depth, written depth=N");
  EXPECT_EQ(error_of("minimax:depth"), "'depth' is not an option of minimax: those are depth, written depth=N");
  for (const auto* value : {"", "0", "101", "-1", "x", "3x", "99999999999"})
    EXPECT_EQ(error_of(std::string("minimax:depth=") + value),
              std::string("depth of minimax is a number from 1 to 100, not '") + value + "'");
  EXPECT_EQ(error_of("minimax:depth=3,depth=4"), "depth of minimax is given twice");
}

TEST(PlayerSpec, HelpNamesEveryKind) {
  for (const auto* name : {"human", "random", "greedy", "cautious", "spoiler", "minimax", ":depth=N"})
    EXPECT_NE(players_help().find(name), std::string::npos) << name;
}

// Plays a whole game; the letters of its moves.
std::string game_of(const GameDef& def, const std::string& south, const std::string& north, std::uint64_t seed) {
  Game game(def);
  const std::array agents = {make_agent(parse_player(south), {.seed = seed, .stop = &never}),
                             make_agent(parse_player(north), {.seed = seed + 1, .stop = &never})};
  std::string letters;
  while (!game.ending()) {
    const Move move = agents[index(game.position().mover)]->choose(game);
    EXPECT_EQ(game.play(move), Legality::ok);
    letters += static_cast<char>('A' + move);
  }
  return letters;
}

TEST(PlayerSpec, EveryKindPlaysEveryGame) {
  for (const auto& name : builtin_names()) {
    const GameDef def = find_game(name);
    for (const auto* who : {"random", "greedy", "cautious", "spoiler", "minimax:depth=3"}) {
      SCOPED_TRACE(name + " " + who);
      EXPECT_FALSE(game_of(def, who, "random", 1).empty());
    }
  }
}

TEST(PlayerSpec, TheSameSeedGivesTheSameGame) {
  const GameDef def = find_game("oware");
  EXPECT_EQ(game_of(def, "greedy", "random", 7), game_of(def, "greedy", "random", 7));
  EXPECT_NE(game_of(def, "greedy", "random", 7), game_of(def, "greedy", "random", 8));
}

}  // namespace
}  // namespace sow
