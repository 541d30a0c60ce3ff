// Random rules: builds a database, verifies it, and compares every value with the full game tree.
//
// SOW_RANDOM_RULES=COUNT tests that many rule sets (default: a few), starting with number SOW_RANDOM_SEED. With
// SOW_RULES_FOLDER, the rule sets are also written to files, for tests/cluster/random_rules.py.
#include "support/random_rules.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/text_file.h"
#include "db/builder.h"
#include "db/verify.h"
#include "rules/game_def.h"
#include "support/effort.h"
#include "support/never.h"
#include "support/true_forced.h"
#include "support/true_margins.h"

namespace sow {
namespace {

int from_environment(const char* name, int fallback) {
  const char* const text = std::getenv(name);
  return text != nullptr ? std::atoi(text) : fallback;
}

// Rules on a small board that have a database. Half of them are drawn from those in which a player can be stuck with
// seeds.
Ruleset small_rules(tests::Choices& choose) {
  for (;;) {
    Ruleset rules = tests::random_rules(choose);
    rules.pits = static_cast<std::uint8_t>(1 + choose.below(rules.rows == 4 ? 1 : 3));
    rules.setup = {.seeds = 2};
    rules.reverse_pits &= (1u << rules.pits_per_player()) - 1;
    rules.opening = {};
    rules.quiet = 0;
    if (choose.one_in(2)) {
      rules.store = Store::own;
      rules.stuck = Stuck::pass;
      rules.when.stuck = true;
      rules.singles = choose.of(words<Singles>).value;
      rules.facing = choose.of(words<Facing>).value;
      rules.reach = choose.of(words<Reach>).value;
    }
    if (find_problems(rules).empty() && database_kind(rules).kind != DatabaseKind::nothing &&
        States(rules).count() <= 100)
      return rules;
  }
}

// Levels that can be compared with the full game tree in a fraction of a second.
int max_level(const Ruleset& rules) {
  const Index index(rules, 12);
  std::uint64_t boards = 0;
  int n = 0;
  while (n < 12 && (boards += index.size(n)) < (tests::thorough ? 4000 : 1500)) ++n;
  return n - 1;
}

template <class Truth>
void expect_equal(const EndgameTable& table, Truth&& truth) {
  for (int n = 0; n <= table.max_seeds(); ++n)
    for (std::uint64_t i = 0; i < table.index().size(n); ++i)
      if (const Position p = table.index().position(n, i); p.seeds_in_pits() == n)
        ASSERT_EQ(table.level(n)[i], truth(p)) << n << " seeds, number " << i;
}

void compare_with_game_tree(const EndgameTable& table, const Ruleset& rules) {
  if (rules.never_repeats()) return expect_equal(table, tests::TrueMargins(rules));
  if (table.kind() == DatabaseKind::forced) return expect_equal(table, tests::TrueForced(rules, table.max_seeds()));
  std::vector<tests::Owned> owned;
  for (std::uint64_t state = 0; state < table.index().states().count(); ++state)
    owned.push_back(table.index().states().owned(state));
  const tests::TrueCyclicMargins truth(rules, table.max_seeds(), owned);
  expect_equal(table, [&](const Position& p) {
    Position passed = p;
    return truth.kernel().settle(passed) ? -truth(passed) : truth(p);
  });
}

TEST(RandomRules, DatabasesMatchGameTree) {
  const int count = from_environment("SOW_RANDOM_RULES", tests::thorough ? 60 : 20);
  const int first = from_environment("SOW_RANDOM_SEED", 1);
  const char* const folder = std::getenv("SOW_RULES_FOLDER");
  for (int number = first; number < first + count; ++number) {
    tests::Choices choose(static_cast<std::uint64_t>(number));
    const Ruleset rules = small_rules(choose);
    GameDef game;
    game.name = "random-" + std::to_string(number);
    game.rules = rules;
    const std::string text = to_toml(game);
    SCOPED_TRACE(text);
    if (folder != nullptr) write_text_file(std::string(folder) + "/" + game.name + ".toml", text);
    const int seeds = max_level(rules);
    EndgameTable table(Index(rules, seeds), database_kind(rules).kind);
    const auto builder = make_level_builder(rules, seeds);
    BoardsDone done{0};
    for (int n = 0; n <= seeds; ++n) {
      builder->build_level(table, 2, never, done);
      ASSERT_FALSE(verify_level(rules, table, n, {.stop = &never}).first);
    }
    compare_with_game_tree(table, rules);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace sow
