// What the fast kernels offer beyond the moves, on a board of four rows whose captures do go to a store.
#include "board/fast.h"

#include <gtest/gtest.h>

#include "board/shapes/bao_kiarabu.h"
#include "rules/catalog.h"
#include "support/random_position.h"

namespace sow {
namespace {

TEST(FastKernel, StoresAndSeedsOfFourRows) {
  const Ruleset rules = find_game("bao-kiarabu").rules;
  const FastKernel<game_shape, max_pits> kernel(rules, 56);
  tests::Choices choose(1);
  for (int round = 0; round < 1000; ++round) {
    const Position p = tests::random_position(rules, 56, choose);
    auto board = kernel.pack(p);
    ASSERT_EQ(kernel.unpack(board, p.mover), p);
    ASSERT_EQ(kernel.seeds_in_pits(board), p.seeds_in_pits());
    ASSERT_EQ(kernel.bank(board), p.store[0] + p.store[1]);
    ASSERT_EQ(kernel.bank(board), 0);
    ASSERT_EQ(kernel.unpack(board, p.mover).pits, p.pits);
  }
}

}  // namespace
}  // namespace sow
