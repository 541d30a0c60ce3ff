// Packed games and batches of boards, compared with Game.
#include "game/packed_game.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "board/random_move.h"
#include "game/board_batch.h"
#include "game/game.h"
#include "game/observation.h"
#include "rules/catalog.h"

namespace sow {
namespace {

std::unique_ptr<PackedGame> packed(const Game& game) {
  return make_packed_game(make_kernel(game.rules(), game.start().total()), game.start());
}

void expect_same(const PackedGame& fast, const Game& game) {
  ASSERT_EQ(diagram(game.rules(), fast.position()), diagram(game.rules(), game.position()));
  ASSERT_EQ(fast.position(), game.position());
  ASSERT_EQ(fast.moves(), game.moves());
  ASSERT_EQ(fast.ending(), game.ending());
  ASSERT_EQ(fast.over(), game.ending().has_value());
  ASSERT_EQ(fast.plies(), std::ssize(game.plies()));
}

TEST(PackedGame, AgreesWithGameOnEveryBuiltInGame) {
  Random random(1);
  for (const auto& name : builtin_names()) {
    SCOPED_TRACE(name);
    Game game(find_game(name));
    const auto fast = packed(game);
    for (int ply = 0; ply < 300 && !game.ending(); ++ply) {
      const Move move = pick(game.moves(), random);
      game.play(move);
      fast->play(move);
      expect_same(*fast, game);
    }
    while (game.undo()) {
      ASSERT_TRUE(fast->undo());
      expect_same(*fast, game);
    }
    ASSERT_FALSE(fast->undo());
  }
}

// Two seeds chase each other around the board; the position repeats after twelve plies.
TEST(PackedGame, EndsOwareAtTheSecondOccurrence) {
  const GameDef def = find_game("oware");
  const Game game(def, parse_position("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", def.rules));
  const auto fast = packed(game);
  for (int pit = 0; pit < 6; ++pit)
    for (int player = 0; player < 2; ++player) {
      ASSERT_FALSE(fast->over());
      fast->play(pit);
    }
  EXPECT_EQ(fast->ending(), (Ending{EndReason::repetition, {24, 24}}));
  const auto copy = fast->clone();
  EXPECT_TRUE(copy->undo());
  EXPECT_FALSE(copy->over());
  EXPECT_TRUE(fast->over());
}

TEST(PackedGame, PlaysOnAfterARepetition) {
  const GameDef def = find_game("oware");
  for (const bool with_move : {false, true}) {
    SCOPED_TRACE(with_move);
    Game game(def, parse_position("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", def.rules));
    const auto fast = packed(game);
    const auto play = [&](Move move) {
      ASSERT_EQ(game.play(move), Legality::ok);
      fast->play(move);
      expect_same(*fast, game);
    };
    const auto round = [&] {
      for (int pit = 0; pit < 6; ++pit)
        for (int player = 0; player < 2; ++player) play(pit);
    };
    round();
    ASSERT_TRUE(fast->may_play_on());
    if (!with_move) {
      fast->play_on();
      game.play_on();
      expect_same(*fast, game);
      EXPECT_TRUE(fast->played_on());
      EXPECT_FALSE(fast->over());
      EXPECT_TRUE(fast->clone()->played_on());
    }
    round();
    EXPECT_TRUE(fast->over());
    while (game.undo()) {
      ASSERT_TRUE(fast->undo());
      expect_same(*fast, game);
      EXPECT_EQ(fast->played_on(), game.played_on());
    }
  }
  const GameDef solved = find_game("awari/solved");
  const auto over = packed(Game(solved, parse_position("1-0-0-0-0-0-1-0-0-0-0-0-23-23-S", solved.rules)));
  for (int ply = 0; ply < 12; ++ply) over->play(ply / 2);
  EXPECT_TRUE(over->over());
  EXPECT_FALSE(over->may_play_on());
  over->play_on();
  EXPECT_TRUE(over->over());
}

TEST(PackedGame, ObservationHasOneNumberForEachHole) {
  const GameDef def = find_game("kalah");
  const auto game = packed(Game(def));
  game->play(2);  // an extra turn for South
  game->play(5);
  ASSERT_EQ(observation_size(def.rules), 15);
  std::vector<float> south(15), north(15);
  game->observe(Player::south, south.data());
  game->observe(Player::north, north.data());
  EXPECT_EQ(south, (std::vector<float>{4, 4, 0, 5, 5, 0, 5, 5, 5, 5, 4, 4, 2, 0, 0}));
  EXPECT_EQ(north, (std::vector<float>{5, 5, 5, 5, 4, 4, 4, 4, 0, 5, 5, 0, 0, 2, 1}));
}

// Every built-in game: a batch and single games that make the same random moves.
TEST(BoardBatch, AgreesWithSingleGames) {
  constexpr std::size_t count = 5;
  Random random(2);
  for (const auto& name : builtin_names()) {
    SCOPED_TRACE(name);
    const GameDef def = find_game(name);
    const Position start = start_position(def.rules);
    const std::shared_ptr<const AnyKernel> kernel = make_kernel(def.rules, start.total());
    const auto batch = make_board_batch(kernel, start, count);
    std::vector<std::unique_ptr<PackedGame>> games;
    for (std::size_t i = 0; i < count; ++i) games.push_back(make_packed_game(kernel, start));
    const std::size_t width = kernel->layout().moves().size();
    std::vector<std::int64_t> moves(count);
    std::vector<float> rewards(2 * count);
    const std::unique_ptr<bool[]> mask(new bool[count * width]), over(new bool[count]);
    for (int ply = 0; ply < 120; ++ply) {
      batch->random_moves(random, moves.data());
      ASSERT_EQ(batch->find_illegal(moves), count);
      batch->step(moves, rewards.data());
      batch->legal_mask(mask.get());
      batch->over(over.get());
      for (std::size_t i = 0; i < count; ++i) {
        if (!games[i]->over()) games[i]->play(static_cast<Move>(moves[i]));
        ASSERT_EQ(batch->position(i), games[i]->position());
        ASSERT_EQ(over[i], games[i]->over());
        for (std::size_t move = 0; move < width; ++move)
          ASSERT_EQ(mask[i * width + move], has(games[i]->moves(), static_cast<Move>(move)));
        if (games[i]->over()) games[i] = make_packed_game(kernel, start);
      }
      batch->reset({over.get(), count});
    }
  }
}

TEST(BoardBatch, FindsTheFirstIllegalMove) {
  const GameDef def = find_game("oware");
  const Position start = start_position(def.rules);
  const auto batch = make_board_batch(make_kernel(def.rules, start.total()), start, 3);
  const std::vector<std::int64_t> moves = {0, 5, 6};
  EXPECT_EQ(batch->find_illegal(moves), 2u);
}

}  // namespace
}  // namespace sow
