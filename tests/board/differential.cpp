// Compares the table kernel with the reference kernel: legal moves, successors and endings, in games of all kinds and
// sizes.
#include <gtest/gtest.h>

#include "rules/catalog.h"
#include "support/compare_kernels.h"
#include "support/effort.h"
#include "support/random_rules.h"

namespace sow {
namespace {

constexpr int plies_per_game = tests::thorough ? 5'000 : 800;
constexpr int plies_per_built_in_game = tests::thorough ? 30'000 : 3'000;
constexpr int random_rulesets = tests::thorough ? 400 : 60;

void compare(const GameDef& game, std::uint64_t seed, int plies = plies_per_game) {
  SCOPED_TRACE(game.name);
  tests::Choices choose(seed);
  EXPECT_EQ(tests::difference_in_play(game.rules, plies, choose), "");
}

class BuiltIn : public testing::TestWithParam<std::string> {};

TEST_P(BuiltIn, TableKernelMatchesReference) { compare(find_game(GetParam()), 1, plies_per_built_in_game); }

INSTANTIATE_TEST_SUITE_P(Games, BuiltIn, testing::ValuesIn(builtin_names()), [](const auto& tested) {
  std::string name = tested.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
});

TEST(Differential, OtherSizes) {
  for (const char* spec :
       {"owari:pits=1,seeds=1",   "owari:pits=7,seeds=2",  "owari:pits=8,seeds=15",  "oware:pits=1,seeds=9",
        "oware:pits=7,seeds=18",  "oware:pits=8,seeds=3",  "oware:pits=15,seeds=8",  "awari:seeds=1",
        "awari:seeds=21",         "awari:pits=3,seeds=2",  "kalah:pits=1,seeds=1",   "kalah:pits=7,seeds=1",
        "kalah:pits=15,seeds=8",  "kalah:pits=9,seeds=10", "hus:pits=1,seeds=2",     "hus:pits=4,seeds=3",
        "hus:pits=8,seeds=7",     "sungka:pits=2,seeds=3", "sungka:pits=15,seeds=8", "woli:pits=2,seeds=30",
        "bao-kiarabu:pits=1",     "bao-kiarabu:seeds=9",   "hoyito:pits=3,seeds=40", "songo:pits=15,seeds=8",
        "al-manqala:pits=2",      "kalah:pits=26,seeds=4", "hus:pits=13,seeds=4",    "oware:pits=20,seeds=6",
        "sungka:pits=20,seeds=6", "halusa:pits=15",        "ayoayo:pits=1,seeds=9",  "endodoi:pits=12"})
    compare(find_game(spec), 2);
}

TEST(Differential, ClosedPits) {
  for (const char* spec :
       {"sungka:round=2,closed=ABCDEF", "dakon:round=2,closed=bG", "ohvalhu:round=2,closed=aceg",
        "hoyito:round=2,closed=ABf", "ali-guli-mane:round=4,closed=G", "olinda:round=2,closed=ABCDEFa",
        "pandi:round=2,closed=fg", "adi:pits=10,seeds=4,round=2,closed=cdefghij",
        "lam-waladach:pits=8,seeds=3,round=2,closed=EFGH", "motiq:pits=11,seeds=4,round=2,closed=DEFGHIJK"})
    compare(find_game(spec), 2);
}

TEST(Differential, UserGame) {
  const std::string toml = R"(
name = "mine"
extends = "ayoayo"
[board]
pits = 5
[setup]
south = [9, 0, 1, 0, 17]
north = [3, 1, 4, 1, 5]
[sow]
direction = "cw"
[end]
rest = "none"
laps = 3
repeat = "most"
quiet = 9
)";
  compare(parse_game(toml, "mine.toml", [](const std::string& name) { return find_game(name); }), 3);
}

TEST(Differential, RandomRules) {
  tests::Choices choose(4);
  for (int round = 0; round < random_rulesets; ++round) {
    Ruleset rules = tests::random_rules(choose);
    if (choose.one_in(3)) rules = tests::with_closed_pits(rules, choose);
    SCOPED_TRACE(to_toml({"x", "x", "", rules}) + pit_letters(rules.closed));
    ASSERT_EQ(tests::difference_in_play(rules, 100, choose), "");
  }
}

// With a low lap limit most turns of a relay game are cut off: both kernels must stop at the same seed.
TEST(Differential, FewLaps) {
  for (const char* spec : {"hus", "sungka", "owela", "ayoayo", "hoyito", "bao-kiarabu"})
    for (const std::uint16_t laps : {1, 2, 3}) {
      GameDef game = find_game(spec);
      game.rules.laps = laps;
      compare(game, laps);
    }
}

}  // namespace
}  // namespace sow
