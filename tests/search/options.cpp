// The engine's options and the parser of their numbers.
#include "search/options.h"

#include <gtest/gtest.h>

#include "search/level.h"
#include "search/solver.h"

namespace sow {
namespace {

constexpr Option all[] = {options::game,  options::db,     options::hash,       options::threads,
                          options::lines, options::level,  options::depth,      options::time,
                          options::nodes, options::ponder, options::solve_hash, options::minimax_depth};

TEST(Options, DefaultsAreInRange) {
  for (const Option& option : all) {
    EXPECT_FALSE(default_text(option).empty()) << option.name;
    if (!option.default_value) continue;
    EXPECT_LE(option.min, *option.default_value) << option.name;
    EXPECT_GE(option.max, *option.default_value) << option.name;
  }
}

TEST(Options, StructsUseTheDeclaredDefaults) {
  EXPECT_EQ(SearchOptions{}.hash_bytes, std::size_t{64} << 20);
  EXPECT_EQ(SolveOptions{}.memory_bytes, std::size_t{3072} << 20);
  EXPECT_EQ(options::level.default_value, strongest_level);
}

TEST(Options, CopiesOverrideHelpAndDefault) {
  constexpr Option games = options::threads.with_help("number of games at a time").with_default(4);
  EXPECT_EQ(games.help, "number of games at a time");
  EXPECT_EQ(default_text(games), "4");
  EXPECT_EQ(range_text(games), "1 to 256");
  EXPECT_EQ(default_text(options::db.with_default("none")), "none");
  EXPECT_EQ(default_text(options::threads), "1");
}

TEST(Options, RejectsNumbersOutOfRangeOrWithExtraCharacters) {
  EXPECT_EQ(parse_number("60", 1, 60), 60);
  EXPECT_EQ(parse_number("-3", -5, 5), -3);
  for (const char* text : {"", "0", "61", "-1", "x", "3x", " 3", "+3", "3.0", "99999999999999999999"})
    EXPECT_EQ(parse_number(text, 1, 60), std::nullopt) << text;
}

}  // namespace
}  // namespace sow
