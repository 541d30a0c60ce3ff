// Player specifications: parsing, and every kind of player plays legal games.
#include "match/player_spec.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "rules/catalog.h"
#include "support/never.h"

namespace sow {
namespace {

std::string player_error(const std::string& text) {
  try {
    parse_player(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(PlayerSpec, RoundTrips) {
  for (const auto* text :
       {"human", "random", "greedy", "cautious", "spoiler", "minimax", "minimax:depth=9", "greedy:name=Greta",
        "engine:depth=9,name=Nine", "engine:tc=10+0.1", "engine:tc=60+0,name=A B", "uci:./bot -d 5,level=3",
        "uci,time=100,name=Mine:./bot a:b", "uci,option.Hash=64,option.Own Book=false,name=Mine:./bot"})
    EXPECT_EQ(player_text(parse_player(text)), text);
  EXPECT_EQ(parse_player("minimax:depth=9").options.at("depth"), 9);
  EXPECT_TRUE(is_human(parse_player("human")));
  EXPECT_FALSE(is_human(parse_player("random")));
  EXPECT_TRUE(takes_option(parse_player("minimax"), "depth"));
  EXPECT_FALSE(takes_option(parse_player("greedy"), "depth"));
  EXPECT_EQ(parse_player("engine:tc=10+0.1").clock, (TimeControl{10'000, 100}));
  EXPECT_EQ(parse_player("uci,tc=3,name=Mine:./bot").clock, (TimeControl{3'000, 0}));
}

TEST(PlayerSpec, HasATitle) {
  EXPECT_EQ(player_title(parse_player("engine:depth=9,name=Nine")), "Nine");
  EXPECT_EQ(player_title(parse_player("engine:depth=9")), "engine:depth=9");
  EXPECT_EQ(player_title(parse_player("uci,time=100:./bot")), "uci:./bot");
}

TEST(PlayerSpec, KnowsIfItHasALimit) {
  for (const auto* text : {"engine:depth=9", "engine:nodes=9", "engine:time=9", "engine:tc=9", "uci,time=100:./bot"})
    EXPECT_TRUE(has_limit(parse_player(text))) << text;
  for (const auto* text : {"engine", "engine:level=3", "greedy:name=x", "uci:./bot"})
    EXPECT_FALSE(has_limit(parse_player(text))) << text;
  EXPECT_TRUE(takes_clock(parse_player("uci:x")) && takes_clock(parse_player("engine")));
  EXPECT_FALSE(takes_clock(parse_player("minimax")));
}

TEST(PlayerSpec, KnowsIfThePlayerIsDeterministic) {
  for (const auto* text :
       {"engine:depth=5", "engine:nodes=500", "engine:nodes=500,threads=1", "engine:level=9,depth=12"})
    EXPECT_EQ(variety(parse_player(text)), Variety::none) << text;
  for (const auto* text :
       {"engine", "engine:time=5", "engine:tc=5", "engine:depth=5,threads=2", "uci:x", "uci,depth=3:x"})
    EXPECT_EQ(variety(parse_player(text)), Variety::unknown) << text;
  for (const auto* text : {"random", "greedy", "minimax:depth=3", "engine:level=3", "engine:level=8,depth=2"})
    EXPECT_EQ(variety(parse_player(text)), Variety::random) << text;
}

TEST(PlayerSpec, ParsesAndPrintsTimeControls) {
  EXPECT_EQ(parse_time_control("0.5+0.01"), (TimeControl{500, 10}));
  EXPECT_EQ(parse_time_control("100000.5"), (TimeControl{100'000'500, 0}));
  EXPECT_EQ(time_control_text({100'000'500, 10}), "100000.5+0.01");
  for (const auto* text :
       {"", "+", "0", "0+1", "-1", "1+", "1+x", "1+-1", "x", "1e300", "inf", "nan", "1+1+1", "1 + 1"})
    EXPECT_FALSE(parse_time_control(text)) << text;
}

TEST(PlayerSpec, ErrorsListTheChoices) {
  EXPECT_EQ(player_error("garry"),
            "unknown player 'garry'; players are human, random, greedy, cautious, spoiler, engine, minimax, uci");
  EXPECT_EQ(player_error(""),
            "unknown player ''; players are human, random, greedy, cautious, spoiler, engine, minimax, uci");
  EXPECT_EQ(player_error("greedy:depth=3"), "greedy: unknown option \'depth=3\'; options are name, written name=TEXT");
  EXPECT_EQ(player_error("human:"), "human: unknown option \'\'; options are name, written name=TEXT");
  EXPECT_EQ(player_error("minimax:"), "minimax: unknown option \'\'; options are depth, name, written depth=N");
  EXPECT_EQ(player_error("minimax:speed=3"),
            "minimax: unknown option \'speed=3\'; options are depth, name, written depth=N");
  EXPECT_EQ(player_error("minimax:depth"),
            "minimax: unknown option \'depth\'; options are depth, name, written depth=N");
  EXPECT_EQ(player_error("minimax:tc=3"), "minimax: unknown option \'tc=3\'; options are depth, name, written depth=N");
  EXPECT_EQ(player_error("engine:tc=3x"),
            "engine: tc must be seconds per game plus increment per move, such as 10+0.1, not '3x'");
  EXPECT_EQ(player_error("engine:tc=3,tc=4"), "engine: option tc is set twice");
  EXPECT_EQ(player_error("greedy:name="), "greedy: option name is empty");
  EXPECT_EQ(player_error("greedy:name=a,name=b"), "greedy: option name is set twice");
  EXPECT_EQ(
      player_error("greedy,name=a:x"),
      "unknown player 'greedy,name=a:x'; players are human, random, greedy, cautious, spoiler, engine, minimax, uci");
  EXPECT_EQ(player_error("uci,speed=3:./bot"),
            "uci: unknown option \'speed=3\'; options are depth, time, nodes, tc, option.NAME, name, written depth=N");
  for (const auto* value : {"", "0", "101", "-1", "x", "3x", "99999999999"})
    EXPECT_EQ(player_error(std::string("minimax:depth=") + value),
              std::string("minimax: depth must be a number from 1 to 100, not '") + value + "'");
  EXPECT_EQ(player_error("minimax:depth=3,depth=4"), "minimax: option depth is set twice");
}

TEST(PlayerSpec, HelpNamesEveryKind) {
  for (const auto* name : {"human", "random", "greedy", "cautious", "spoiler", "minimax", ":depth=N"})
    EXPECT_NE(players_help().find(name), std::string::npos) << name;
}

// Plays a game and returns its moves.
std::string game_of(const GameDef& def, const std::string& south, const std::string& north, std::uint64_t seed,
                    std::size_t plies = 10'000) {
  Game game(def);
  const std::array agents = {make_agent(parse_player(south), {.seed = seed, .stop = &never}),
                             make_agent(parse_player(north), {.seed = seed + 1, .stop = &never})};
  std::string letters;
  while (!game.ending() && letters.size() < plies) {
    const Move move = agents[index(game.position().mover)]->choose(game);
    EXPECT_EQ(game.play(move), Legality::ok);
    letters += static_cast<char>('A' + move);
  }
  return letters;
}

TEST(PlayerSpec, EveryKindPlaysEveryBuiltInGame) {
  for (const auto& name : builtin_names()) {
    const GameDef def = find_game(name);
    for (const auto* who : {"random", "greedy", "cautious", "spoiler", "minimax:depth=3"}) {
      SCOPED_TRACE(name + " " + who);
      EXPECT_FALSE(game_of(def, who, "random", 1, 12).empty());
    }
  }
}

std::size_t resident_bytes() {
  std::size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * 4096;
}

// Clearing a large table for every game would cost more than searching a few nodes.
TEST(PlayerSpec, FewNodesNeedLittleMemory) {
  const GameDef def = find_game("owari");
  game_of(def, "random", "random", 1);
  const std::size_t before = resident_bytes();
  const auto agent = make_agent(parse_player("engine:nodes=300"), {.stop = &never});
  for (int i = 0; i < 5; ++i) {
    Game game(def);
    agent->begin(game, 1);
    while (!game.ending()) game.play(agent->choose(game));
  }
  EXPECT_LT(resident_bytes(), before + (std::size_t{24} << 20));
}

TEST(PlayerSpec, SameSeedGivesTheSameGame) {
  const GameDef def = find_game("oware");
  EXPECT_EQ(game_of(def, "greedy", "random", 7), game_of(def, "greedy", "random", 7));
  EXPECT_NE(game_of(def, "greedy", "random", 7), game_of(def, "greedy", "random", 8));
}

}  // namespace
}  // namespace sow
