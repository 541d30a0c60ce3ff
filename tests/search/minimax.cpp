// Compares alpha-beta with a plain full-width search on the reference kernel.
#include "search/minimax.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "board/notation.h"
#include "board/reference.h"
#include "rules/catalog.h"
#include "support/never.h"
#include "support/random_game.h"
#include "support/random_position.h"
#include "support/random_rules.h"

namespace sow {
namespace {

using tests::Choices;

// South's margin after `depth` plies of best play, including the seeds already captured.
int full_value(const ReferenceKernel& kernel, const Position& p, int depth) {
  const int sign = p.mover == Player::south ? 1 : -1;
  if (const auto ending = kernel.ending(p)) return ending->margin(Player::south);
  if (depth == 0) {
    const int owned = p.seeds_owned(0) - p.seeds_owned(1);
    return sign * (owned + (kernel.rules().has_stores() ? p.store[0] - p.store[1] : p.seeds_on(0) - p.seeds_on(1)));
  }
  int best = -1000;
  for (MoveSet rest = kernel.moves(p); rest != 0; rest &= rest - 1) {
    Position after = p;
    kernel.play_unchecked(after, std::countr_zero(rest));
    best = std::max(best, sign * full_value(kernel, after, depth - 1));
  }
  return sign * best;
}

Minimax::Result full_search(const ReferenceKernel& kernel, const Position& p, int depth) {
  const int sign = p.mover == Player::south ? 1 : -1;
  Minimax::Result result{0, -1000};
  for (MoveSet rest = kernel.moves(p); rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    Position after = p;
    kernel.play_unchecked(after, move);
    const int value = sign * full_value(kernel, after, depth - 1);
    if (value > result.value) result = {0, value};
    if (value == result.value) result.best |= MoveSet{1} << move;
  }
  return result;
}

void compare(Ruleset rules, Choices& choose) {
  rules.majority = false;  // ignored by Minimax
  const ReferenceKernel kernel(rules);
  const Position p = tests::random_position(rules, 8 + static_cast<int>(choose.below(40)), choose);
  if (kernel.ending(p)) return;
  const int depth = 1 + static_cast<int>(choose.below(rules.pits_per_player() > 8 ? 2 : 4));
  const auto expected = full_search(kernel, p, depth);
  const auto actual = make_minimax(make_kernel(rules, p.total()))->search(p, depth, never);
  RC_LOG() << diagram(rules, p) << " depth " << depth << "\n" << to_toml(GameDef{"x", "x", "", rules});
  RC_ASSERT(actual.value == expected.value - (p.store[0] - p.store[1]));
  RC_ASSERT(actual.best == expected.best);
}

RC_GTEST_PROP(Minimax, MatchesFullSearch, (const std::vector<std::uint8_t>& bytes)) {
  Choices choose(bytes);
  for (int i = 0; i < 10; ++i) compare(tests::random_built_in(choose).rules, choose);
}

RC_GTEST_PROP(Minimax, MatchesFullSearchForRandomRules, (const std::vector<std::uint8_t>& bytes)) {
  Choices choose(bytes);
  compare(tests::random_rules(choose), choose);
}

TEST(Minimax, IgnoresTheMajorityStop) {
  const GameDef oware = find_game("oware");
  ASSERT_TRUE(oware.rules.majority);
  // One more seed wins for South, but the remaining seeds still count: F captures two seeds twice.
  const Position p = parse_position("0-0-0-0-0-2-1-1-0-0-0-1-25-18-S", oware.rules);
  EXPECT_EQ(make_minimax(make_kernel(oware.rules, p.total()))->search(p, 1, never).value, 4);
}

TEST(Minimax, UsesExtraTurns) {
  const GameDef kalah = find_game("kalah");
  // F gives an extra turn, then E captures five seeds and its own.
  const Position p = parse_position("0-0-0-0-1-1-5-0-0-0-0-1-20-20-S", kalah.rules);
  EXPECT_EQ(make_minimax(make_kernel(kalah.rules, p.total()))->search(p, 2, never).best, MoveSet{1} << 5);
}

TEST(Minimax, StopsOnRequest) {
  const std::atomic<bool> stop = true;
  const GameDef kalah = find_game("kalah");
  EXPECT_EQ(
      make_minimax(make_kernel(kalah.rules, 48))->search(start_position(kalah.rules), max_minimax_depth, stop).best,
      0u);
}

}  // namespace
}  // namespace sow
