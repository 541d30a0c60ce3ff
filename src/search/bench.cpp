#include "search/bench.h"

#include <chrono>

#include "board/random_move.h"
#include "rules/catalog.h"
#include "search/analyzer.h"

namespace sow {
namespace {

constexpr int positions = 6, plies_between = 5;

int bench_depth(const Ruleset& rules) {
  if (rules.four_rows()) return 6;
  return rules.relays() ? 9 : 12;
}

}  // namespace

BenchResult bench_game(const std::string& name) {
  const GameDef def = find_game(name);
  BenchResult result{def.name};
  Random random(1);
  Game game(def);
  Analyzer analyzer({.threads = 1, .hash_bytes = std::size_t{16} << 20});
  Limits limits;
  limits.depth = bench_depth(def.rules);
  for (int i = 0; i < positions; ++i) {
    analyzer.clear();
    const Analysis analysis = analyzer.analyze(game, limits);
    result.nodes += analysis.nodes;
    result.seconds += analysis.time_ms / 1000.0;
    for (int ply = 0; ply < plies_between; ++ply) {
      if (game.ending()) game = Game(def);
      game.play(pick(game.moves(), random));
    }
  }
  return result;
}

std::uint64_t bench_signature(const std::vector<BenchResult>& results) {
  constexpr std::uint64_t multiplier = 1'000'003, digits = 1'000'000'000;
  std::uint64_t signature = 0;
  for (const auto& result : results) signature = signature * multiplier + result.nodes;
  return signature % digits;
}

}  // namespace sow
