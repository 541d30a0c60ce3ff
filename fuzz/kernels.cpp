// The differential test of tests/board: the bytes choose the game, its size, the position and the moves.
#include <memory>
#include <optional>
#include <vector>

#include "require.h"
#include "support/compare_kernels.h"
#include "support/random_game.h"
#include "support/random_rules.h"

using namespace sow;

namespace {

constexpr std::size_t variants = 256;
constexpr int plies = 6;  // per input

struct Pair {
  explicit Pair(const Ruleset& rules)
      : reference(rules), total(start_position(rules).total()), fast(make_kernel(rules, total)) {}
  ReferenceKernel reference;
  int total;
  std::unique_ptr<AnyKernel> fast;
};

// The built-in games, most of them in other sizes. Kernels are cached: building one takes a hundred times as long as an
// input.
std::optional<Ruleset> rules_of(std::size_t variant) {
  tests::Choices choose(variant);
  Ruleset rules = tests::random_built_in(choose).rules;
  if (variant % 4 == 0) return rules;
  rules.pits = static_cast<std::uint8_t>(1 + choose.below(rules.four_rows() ? 8 : 15));
  rules.setup = Setup{.seeds = static_cast<std::uint8_t>(1 + choose.below(20))};
  rules.laps = static_cast<std::uint16_t>(1 + choose.below(8));
  if (!find_problems(rules).empty()) return std::nullopt;
  return variant % 4 == 1 ? tests::with_closed_pits(rules, choose) : rules;
}

const Pair* pair_of(std::size_t variant) {
  static std::vector<std::unique_ptr<Pair>> made(variants);
  auto& pair = made[variant];
  if (!pair)
    if (const auto rules = rules_of(variant)) pair = std::make_unique<Pair>(*rules);
  return pair.get();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tests::Choices choose(std::span(data, size));
  const Pair* pair = pair_of(choose.below(variants));
  if (pair == nullptr) return 0;
  const Ruleset& rules = pair->reference.rules();
  const Position p = choose.one_in(8) ? start_position(rules) : tests::random_position(rules, pair->total, choose);
  int left = plies;
  const auto found = tests::difference_along(pair->reference, *pair->fast, p, left, choose);
  fuzz::require(found.empty(), found + "\n" + to_toml({"x", "x", "", rules}) + pit_letters(rules.closed));
  return 0;
}
