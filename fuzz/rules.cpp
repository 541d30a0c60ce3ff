// Rule files: accepted rules must round-trip and play alike on both kernels.
#include <algorithm>
#include <string_view>

#include "base/error.h"
#include "require.h"
#include "rules/catalog.h"
#include "rules/description.h"
#include "support/compare_kernels.h"

using namespace sow;

namespace {

// Only built-in games: a fuzzer must not open files.
GameDef find_built_in(const std::string& name) {
  const auto& names = builtin_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) throw Error("no game '" + shown(name) + "'");
  return find_game(name);
}

void check(const GameDef& game, tests::Choices& choose) {
  for (const bool with_help : {false, true}) {
    const GameDef back = parse_game(to_toml(game, with_help), "printed.toml", find_built_in);
    fuzz::require(back.name == game.name && back.title == game.title && back.source == game.source, "texts");
    fuzz::require(back.rules == game.rules, "rules read back equal");
  }
  fuzz::require(!describe(game.rules).empty(), "described");
  Ruleset rules = game.rules;
  rules.laps = std::min<std::uint16_t>(rules.laps, 50);  // saves time
  const auto found = tests::difference_in_play(rules, 40, choose);
  fuzz::require(found.empty(), found);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tests::Choices choose(std::span(data, size));
  try {
    check(parse_game({reinterpret_cast<const char*>(data), size}, "fuzz.toml", find_built_in), choose);
  } catch (const RuleFileError& e) {
    for (const Error& problem : e.problems()) fuzz::require_one_line(problem.what());
  } catch (const Error& e) {
    fuzz::require_one_line(e.what());
  }
  return 0;
}
