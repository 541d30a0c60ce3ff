// Games: repetition, quiet plies, undo.
#include "game/game.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "board/notation.h"
#include "rules/catalog.h"
#include "support/random_game.h"

namespace sow {
namespace {

using Bytes = std::vector<std::uint8_t>;

Game game_at(const GameDef& def, const std::string& position) { return Game(def, parse_position(position, def.rules)); }

void play(Game& game, const std::string& moves) {
  for (const char c : moves) {
    ASSERT_FALSE(game.ending()) << "before " << c << " of " << moves;
    ASSERT_EQ(game.play(parse_move(std::string(1, c), game.rules(), game.position().mover)), Legality::ok) << c;
  }
}

// Two seeds chase each other around the board; the position repeats after twelve plies.
constexpr const char* chase = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S";

TEST(Game, OwareEndsAtTheSecondOccurrence) {
  Game game = game_at(find_game("oware"), chase);
  play(game, "AaBbCcDdEeFf");
  EXPECT_EQ(diagram(game.rules(), game.position()), chase);
  EXPECT_EQ(game.occurrences(), 2);
  EXPECT_EQ(game.ending(), (Ending{EndReason::repetition, {24, 24}}));
  EXPECT_EQ(game.moves(), 0u);
  EXPECT_TRUE(game.undo());
  EXPECT_FALSE(game.ending());
}

TEST(Game, PlayersMayPlayOnAfterARepetition) {
  for (const bool with_move : {false, true}) {
    Game game = game_at(find_game("oware"), chase);
    play(game, "AaBbCcDdEeFf");
    ASSERT_TRUE(game.may_play_on());
    if (!with_move) game.play_on();
    EXPECT_EQ(game.ending().has_value(), with_move);
    EXPECT_EQ(game.play(0), Legality::ok);  // a move says that they do not end the game here
    EXPECT_EQ(game.occurrences(), 2);
    EXPECT_FALSE(game.ending());  // this position is part of the same cycle
    play(game, "aBbCcDdEeFf");
    EXPECT_EQ(game.occurrences(), 3);
    EXPECT_EQ(game.ending(), (Ending{EndReason::repetition, {24, 24}}));
    EXPECT_TRUE(game.undo());
    EXPECT_FALSE(game.ending());
  }
}

TEST(Game, PlayersMayNotPlayOnWithoutTheRule) {
  Game game = game_at(find_game("awari/solved"), chase);
  play(game, "AaBbCcDdEeFf");
  EXPECT_FALSE(game.may_play_on());
  game.play_on();
  EXPECT_TRUE(game.ending());
  EXPECT_EQ(game.play(0), Legality::over);
}

TEST(Game, PlayersMayNotPlayOnAfterAnotherEnd) {
  Game game = game_at(find_game("oware"), chase);
  game.resign(Player::south);
  EXPECT_FALSE(game.may_play_on());
  EXPECT_EQ(game.play(0), Legality::over);
}

TEST(Game, AwariSplitsTheSeedsAfterARepetition) {
  Game game = game_at(find_game("awari"), chase);
  play(game, "AaBbCcDdEeFf");
  EXPECT_EQ(game.ending(), (Ending{EndReason::repetition, {23, 23}}));
}

// One seed each, moving around sixteen holes: the position repeats after 32 and 64 plies.
constexpr const char* lonely = "1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-S";
constexpr const char* round_trip = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPp";

TEST(Game, HusEndsAfterFiftyQuietPlies) {
  Game game = game_at(find_game("hus"), lonely);
  play(game, std::string(round_trip) + std::string(round_trip).substr(0, 17));
  EXPECT_EQ(game.quiet_plies(), 49);
  EXPECT_FALSE(game.ending());
  play(game, "i");
  EXPECT_EQ(game.ending(), (Ending{EndReason::quiet, {1, 1}}));
}

TEST(Game, HusEndsAtTheThirdOccurrence) {
  GameDef def = find_game("hus");
  def.rules.quiet = 0;
  Game game = game_at(def, lonely);
  play(game, std::string(round_trip) + std::string(round_trip).substr(0, 31));
  EXPECT_FALSE(game.ending());
  play(game, "p");
  EXPECT_EQ(game.occurrences(), 3);
  EXPECT_EQ(game.ending(), (Ending{EndReason::repetition, {1, 1}}));
}

TEST(Game, CapturesResetTheQuietCount) {
  // A captures two seeds and sows them, which counts as a capture.
  Game game = game_at(find_game("hus"), "1-1-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-1-0-0-0-1-0-0-1-0-0-0-0-0-0-0-0-N");
  play(game, "c");
  EXPECT_EQ(game.quiet_plies(), 1);
  play(game, "A");
  EXPECT_EQ(game.plies().back().taken, 2);
  EXPECT_EQ(game.quiet_plies(), 0);
}

TEST(Game, IllegalMovesChangeNothing) {
  Game game(find_game("oware"));
  EXPECT_EQ(game.play(6), Legality::no_such_pit);
  EXPECT_EQ(game.play(-1), Legality::no_such_pit);
  EXPECT_EQ(game.play(0), Legality::ok);
  play(game, "a");
  EXPECT_EQ(game.play(0), Legality::empty);
  EXPECT_EQ(game.plies().size(), 2u);
}

TEST(Game, ResignsAndUndoesResignation) {
  Game game(find_game("oware"));
  play(game, "Aa");
  const Position before = game.position();
  game.resign(Player::north);
  EXPECT_EQ(game.ending(), (Ending{EndReason::resigned, {48, 0}}));
  game.resign(Player::south);  // too late
  EXPECT_EQ(game.ending()->seeds[0], 48);
  EXPECT_TRUE(game.undo());
  EXPECT_EQ(game.position(), before);
  EXPECT_FALSE(game.ending());
  EXPECT_EQ(game.plies().size(), 2u);
}

TEST(Game, StuckPlayerPassesInASetUpPosition) {
  const Game game = game_at(find_game("vai-lung-thlan"), "0-0-0-0-0-0-3-0-0-0-0-0-28-29-S");
  EXPECT_EQ(game.position().mover, Player::north);
  EXPECT_FALSE(game.ending());
}

struct State {
  explicit State(const Game& g)
      : position(g.position()),
        moves(g.moves()),
        ending(g.ending()),
        occurrences(g.occurrences()),
        quiet(g.quiet_plies()),
        plies(g.plies().size()) {}

  Position position;
  MoveSet moves;
  std::optional<Ending> ending;
  int occurrences, quiet;
  std::size_t plies;
  bool operator==(const State&) const = default;
};

RC_GTEST_PROP(Game, UndoRestoresEverything, (const Bytes& bytes)) {
  tests::Choices choose(bytes);
  Game game(tests::random_built_in(choose));
  std::vector<State> states;
  tests::play_out(game, choose, [&](const Game& g) { states.emplace_back(g); });
  for (; states.size() > 1; states.pop_back()) {
    RC_ASSERT(State(game) == states.back());
    RC_ASSERT(game.undo());
  }
  RC_ASSERT(State(game) == states.front());
  RC_ASSERT(!game.undo());
}

// Checks the proof of Ruleset::never_repeats().
TEST(Game, NeverRepeatsWhereTheRulesSaySo) {
  int games = 0;
  for (const auto& name : builtin_names()) {
    const GameDef def = find_game(name);
    if (!def.rules.never_repeats()) continue;
    ++games;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      tests::Choices choose(seed);
      Game game(def);
      std::set<std::pair<std::array<Pits, 2>, Player>> seen;
      tests::play_out(game, choose, [&](const Game& g) {
        ASSERT_TRUE(seen.emplace(g.position().pits, g.position().mover).second) << name << " " << seed;
      });
      ASSERT_TRUE(game.ending());
    }
  }
  EXPECT_EQ(games, 12);  // owari, mangala, dakon, ohvalhu, goempty-one, waurie, random-kalah, two kalahs, three sungkas
}

// Such a relay can carry the opponent's seeds to the mover's side without passing the store.
TEST(Game, MayRepeatWithRelaysFromTheNextPit) {
  Ruleset rules = find_game("kalah").rules;
  ASSERT_TRUE(rules.never_repeats());
  rules.lands[0].then = AfterLand::next;
  EXPECT_FALSE(rules.never_repeats());
}

}  // namespace
}  // namespace sow
