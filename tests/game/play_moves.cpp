// Moves as text, and errors for illegal ones.
#include "game/play_moves.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "rules/catalog.h"

namespace sow {
namespace {

using Texts = std::vector<std::string_view>;

std::string error_of(Game game, std::string_view moves) {
  try {
    play_moves(game, moves);
    return "";
  } catch (const IllegalMove& e) {
    return e.what();
  }
}

TEST(PlayMoves, SplitsAtLetters) {
  EXPECT_EQ(split_moves(""), Texts{});
  EXPECT_EQ(split_moves("  "), Texts{});
  EXPECT_EQ(split_moves("FfE"), (Texts{"F", "f", "E"}));
  EXPECT_EQ(split_moves(" F fE  "), (Texts{"F", "f", "E"}));
  EXPECT_EQ(split_moves("C>d<E2"), (Texts{"C>", "d<", "E2"}));
  EXPECT_EQ(split_moves("C>2d"), (Texts{"C>2", "d"}));
  EXPECT_EQ(split_moves("12 F é?"), (Texts{"12", "F", "é?"}));  // nothing is dropped, so that it can be reported
}

TEST(PlayMoves, PlaysMoves) {
  Game game(find_game("owari"));
  play_moves(game, "Eb F");
  ASSERT_EQ(game.plies().size(), 3u);
  EXPECT_EQ(game.plies()[1].move, 1);
  EXPECT_EQ(play_move(game, "c"), 2);
  EXPECT_EQ(game.plies().size(), 4u);
}

TEST(PlayMoves, ExplainsTheFirstIllegalMove) {
  const GameDef def = find_game("owari");
  const Game game(def);
  EXPECT_EQ(error_of(game, "E E"), "move 2: E is South's pit, but North is to move");
  EXPECT_EQ(error_of(game, "b"), "move 1: b is North's pit, but South is to move");
  EXPECT_EQ(error_of(game, "EbE"), "move 3: E4 is empty");
  EXPECT_EQ(error_of(game, "EbZ"), "move 3: 'Z' is not a move for South; use A to F");
  EXPECT_EQ(error_of(game, "z"), "move 1: 'z' is not a move for South; use A to F");
  EXPECT_EQ(error_of(game, "E?b"), "move 1: 'E?' is not a move for South; use A to F");
  EXPECT_EQ(error_of(Game(def, parse_position("0-0-0-0-0-1-0-0-0-0-0-2-20-13-S", def.rules)), "Ff"),
            "move 2: the game is over");
}

TEST(PlayMoves, KeepsMovesBeforeTheIllegalOne) {
  Game game(find_game("owari"));
  EXPECT_THROW(play_moves(game, "EbEc"), IllegalMove);
  EXPECT_EQ(game.plies().size(), 2u);
  EXPECT_THROW(play_move(game, Move{4}), IllegalMove);
  EXPECT_EQ(game.plies().size(), 2u);
}

TEST(PlayMoves, ReadsMovesWithoutPlayingThem) {
  const Game game(find_game("owari"));
  EXPECT_EQ(read_move(game, "E"), 4);
  EXPECT_THROW(read_move(game, "e"), IllegalMove);
  Game over = game;
  over.resign(Player::south);
  EXPECT_THROW(read_move(over, "E"), IllegalMove);
}

}  // namespace
}  // namespace sow
