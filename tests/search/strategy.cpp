// The simple strategies on positions that tell them apart.
#include "search/strategy.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "board/random_move.h"
#include "rules/catalog.h"

namespace sow {
namespace {

struct Board {
  Board(const std::string& game, const std::string& text)
      : position(parse_position(text, find_game(game).rules)),
        kernel(make_kernel(find_game(game).rules, position.total())) {}

  std::string liked_by(Strategy strategy) const {
    std::string letters;
    for (MoveSet rest = strategy(*kernel, position); rest != 0; rest &= rest - 1)
      letters += move_text(kernel->rules(), position, std::countr_zero(rest));
    return letters;
  }

  Position position;
  std::unique_ptr<AnyKernel> kernel;
};

TEST(Strategy, GreedyTakesTheOthersTakeCare) {
  // B takes the five of d10 but leaves the four of A0 to e11; A brings them to safety.
  const Board board("owari", "4-1-0-0-0-0-0-0-0-5-1-0-12-13-S");
  EXPECT_EQ(board.liked_by(any_move), "AB");
  EXPECT_EQ(board.liked_by(greedy_moves), "B");
  EXPECT_EQ(board.liked_by(cautious_moves), "A");
  EXPECT_EQ(board.liked_by(spoiler_moves), "A");
}

TEST(Strategy, SpoilerCountsWhatIsSownIntoTheStore) {
  // After A takes e11, c9 brings North nothing; after D, e11 sows one seed into the store, which is no capture.
  const Board board("owari", "1-0-0-3-0-0-0-0-1-0-2-0-14-15-S");
  EXPECT_EQ(board.liked_by(cautious_moves), "AD");
  EXPECT_EQ(board.liked_by(spoiler_moves), "A");
}

TEST(Strategy, AnotherTurnLeavesNoReply) {
  // b8 threatens D3. A does nothing about it, D leaves, and after F it is not North's turn yet.
  const Board board("kalah", "1-0-0-4-0-1-0-1-0-0-0-0-20-20-S");
  EXPECT_EQ(board.liked_by(cautious_moves), "DF");
}

TEST(Strategy, HeldIsTheStoreOrThePlayersSide) {
  const Board owari("owari", "3-3-3-3-3-3-3-3-3-3-3-3-2-1-N");
  EXPECT_EQ(held(*owari.kernel, owari.position, Player::south), 2);
  EXPECT_EQ(held(*owari.kernel, owari.position, Player::north), 1);
  const Board hus("hus", "2-0-0-0-0-0-0-0-0-0-0-0-0-0-0-1-5-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-N");
  EXPECT_EQ(held(*hus.kernel, hus.position, Player::south), 3);
  EXPECT_EQ(held(*hus.kernel, hus.position, Player::north), 5);
}

TEST(Strategy, TheEndOfTheGameCounts) {
  const Board over("owari", "0-0-0-0-0-0-3-0-0-0-0-0-20-13-S");
  EXPECT_EQ(held(*over.kernel, over.position, Player::north), 16);
  // B takes North's last seed and so wins the own rest; E scores one seed, as B does before the award.
  const Board last("owari", "0-1-0-0-2-0-0-0-0-1-0-0-16-16-S");
  EXPECT_EQ(last.liked_by(greedy_moves), "B");
  EXPECT_EQ(last.liked_by(cautious_moves), "B");
  // North can only end the game: South keeps the own side whatever North would rather have.
  const Board gift("owari", "0-0-0-3-0-0-0-0-0-0-0-1-16-16-N");
  EXPECT_EQ(most_taken(*gift.kernel, gift.position), 0);
}

TEST(Strategy, ChanceIsTheSameEverywhere) {
  Random random(1);
  std::string picked;
  for (int i = 0; i < 12; ++i) picked += static_cast<char>('A' + pick(0b101101, random));
  EXPECT_EQ(picked, "ADDDACACAAAF");
}

}  // namespace
}  // namespace sow
