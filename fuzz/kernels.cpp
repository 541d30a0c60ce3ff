// The differential test of tests/board without end: the bytes choose the game, its size, the position and the moves.
#include "require.h"
#include "rules/catalog.h"
#include "support/compare_kernels.h"
#include "support/random_game.h"

using namespace sow;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tests::Choices choose(std::span(data, size));
  Ruleset rules = tests::random_built_in(choose).rules;
  if (choose.one_in(2)) {
    rules.pits = static_cast<std::uint8_t>(1 + choose.below(rules.four_rows() ? 8 : 15));
    rules.setup = Setup{.seeds = static_cast<std::uint8_t>(1 + choose.below(20))};
    rules.laps = static_cast<std::uint16_t>(1 + choose.below(8));
    if (find_problem(rules)) return 0;
  }
  const auto found = tests::difference_in_play(rules, 100, choose);
  fuzz::require(found.empty(), found);
  return 0;
}
