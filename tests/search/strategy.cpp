// The simple strategies in positions in which they differ.
#include "search/strategy.h"

#include <gtest/gtest.h>

#include "board/notation.h"
#include "board/random_move.h"
#include "rules/catalog.h"

namespace sow {
namespace {

struct Choice {
  Choice(const std::string& game, const std::string& text)
      : position(parse_position(text, find_game(game).rules)),
        kernel(make_kernel(find_game(game).rules, position.total())) {}

  std::string chosen_by(Strategy strategy) const {
    std::string letters;
    for (MoveSet rest = strategy(*kernel, position); rest != 0; rest &= rest - 1)
      letters += move_text(kernel->rules(), position, std::countr_zero(rest));
    return letters;
  }

  Position position;
  std::unique_ptr<AnyKernel> kernel;
};

TEST(Strategy, GreedyCapturesAndTheOthersDefend) {
  // B captures the five seeds in d10 but loses the four in A0 to e11; A saves them.
  const Choice board("owari", "4-1-0-0-0-0-0-0-0-5-1-0-12-13-S");
  EXPECT_EQ(board.chosen_by(any_move), "AB");
  EXPECT_EQ(board.chosen_by(greedy_moves), "B");
  EXPECT_EQ(board.chosen_by(cautious_moves), "A");
  EXPECT_EQ(board.chosen_by(spoiler_moves), "A");
}

TEST(Strategy, SpoilerCountsSeedsSownIntoTheStore) {
  // After A captures e11, c9 wins nothing for North; after D, e11 sows one seed into the store, which is not a capture.
  const Choice board("owari", "1-0-0-3-0-0-0-0-1-0-2-0-14-15-S");
  EXPECT_EQ(board.chosen_by(cautious_moves), "AD");
  EXPECT_EQ(board.chosen_by(spoiler_moves), "A");
}

TEST(Strategy, ExtraTurnAllowsNoReply) {
  // b8 threatens D3. A ignores the threat, D moves away, and after F South moves again.
  const Choice board("kalah", "1-0-0-4-0-1-0-1-0-0-0-0-20-20-S");
  EXPECT_EQ(board.chosen_by(cautious_moves), "DF");
}

TEST(Strategy, HeldSeedsAreInTheStoreOrOnTheSide) {
  const Choice owari("owari", "3-3-3-3-3-3-3-3-3-3-3-3-2-1-N");
  EXPECT_EQ(held(*owari.kernel, owari.position, Player::south), 2);
  EXPECT_EQ(held(*owari.kernel, owari.position, Player::north), 1);
  const Choice hus("hus", "2-0-0-0-0-0-0-0-0-0-0-0-0-0-0-1-5-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-0-N");
  EXPECT_EQ(held(*hus.kernel, hus.position, Player::south), 3);
  EXPECT_EQ(held(*hus.kernel, hus.position, Player::north), 5);
}

TEST(Strategy, SeedsAwardedAtTheEndCount) {
  const Choice over("owari", "0-0-0-0-0-0-3-0-0-0-0-0-20-13-S");
  EXPECT_EQ(held(*over.kernel, over.position, Player::north), 16);
  // B captures North's last seed, so South is awarded the rest; E scores one seed, as B does before the award.
  const Choice last("owari", "0-1-0-0-2-0-0-0-0-1-0-0-16-16-S");
  EXPECT_EQ(last.chosen_by(greedy_moves), "B");
  EXPECT_EQ(last.chosen_by(cautious_moves), "B");
  // North's only move ends the game, and South is awarded the seeds on South's side.
  const Choice gift("owari", "0-0-0-3-0-0-0-0-0-0-0-1-16-16-N");
  EXPECT_EQ(max_taken(*gift.kernel, gift.position), 0);
}

TEST(Strategy, RandomMovesAreTheSameOnEveryMachine) {
  Random random(1);
  std::string picked;
  for (int i = 0; i < 12; ++i) picked += static_cast<char>('A' + pick(0b101101, random));
  EXPECT_EQ(picked, "ADDDACACAAAF");
}

}  // namespace
}  // namespace sow
