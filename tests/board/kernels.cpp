// Which kernel a game uses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "board/kernel.h"
#include "board/notation.h"
#include "rules/catalog.h"
#include "support/random_position.h"

namespace sow {
namespace {

std::string kernel_of(const std::string& game) {
  const GameDef def = find_game(game);
  const auto kernel = make_kernel(def.rules, start_position(def.rules).total());
  return fmt::format("{} {}", kernel_name(def.rules), kernel->width());
}

TEST(Kernels, CompiledForTheMostSearchedGames) {
  EXPECT_EQ(kernel_of("owari"), "compiled 8");
  EXPECT_EQ(kernel_of("kalah"), "compiled 8");
  EXPECT_EQ(kernel_of("kalah:pits=4"), "compiled 8");
  EXPECT_EQ(kernel_of("oware"), "compiled 8");
  EXPECT_EQ(kernel_of("awari"), "compiled 8");
  EXPECT_EQ(kernel_of("hus"), "compiled 16");
  EXPECT_EQ(kernel_of("toguz-kumalak"), "compiled 16");
}

TEST(Kernels, UseTablesForOtherGames) {
  EXPECT_EQ(kernel_of("kalah:pits=8"), "table 16");
  EXPECT_EQ(kernel_of("kalah:pits=20,seeds=3"), "table 32");
  EXPECT_EQ(kernel_of("sungka"), "table 8");
  EXPECT_EQ(kernel_of("hus/no-singles"), "table 16");
}

TEST(Kernels, PackingRoundTrips) {
  for (const char* name : {"oware", "hus", "bao-kiarabu", "kalah:pits=20,seeds=3"}) {
    const Ruleset rules = find_game(name).rules;
    const int total = start_position(rules).total();
    tests::Choices choose(1);
    with_width(*make_kernel(rules, total), [&](const auto& kernel) {
      for (int round = 0; round < 300; ++round) {
        const Position p = tests::random_position(rules, total, choose);
        Position back = p;
        back.pits = {};
        unpack(kernel.pack(p), kernel.rules(), back);
        ASSERT_EQ(back, p);
        ASSERT_EQ(kernel.seeds(kernel.pack(p)), p.seeds_in_pits());
      }
    });
  }
}

}  // namespace
}  // namespace sow
