// Speedup from a second search thread: nodes per second and time to a fixed depth.
//
//   threads [GAME…]
//
// Each position is searched with one thread and then with two, so that other load on the machine affects both. Prints
// totals over all positions.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "board/random_move.h"
#include "rules/catalog.h"
#include "search/analyzer.h"

namespace {

using namespace sow;

constexpr int positions = 12, plies_between = 3;
// Each search starts with an empty table; touching a large one for the first time would take longer than the search.
constexpr std::size_t hash = std::size_t{16} << 20;

struct Sum {
  double nodes = 0, seconds = 0;
};

// Deep enough that all positions of a game take a few seconds in total.
int depth_of(const Ruleset& rules) { return rules.four_rows() ? 14 : 26; }

std::array<Sum, 2> measure(const GameDef& def) {
  std::array<Sum, 2> sums;
  Random random(1);
  Game game(def);
  Limits limits;
  limits.depth = depth_of(def.rules);
  std::array analyzers = {Analyzer({.threads = 1, .hash_bytes = hash}), Analyzer({.threads = 2, .hash_bytes = hash})};
  for (int i = 0; i < positions; ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      analyzers[k].clear();
      analyzers[k].prepare(game);
      const auto start = std::chrono::steady_clock::now();
      sums[k].nodes += static_cast<double>(analyzers[k].analyze(game, limits).nodes);
      sums[k].seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    for (int ply = 0; ply < plies_between; ++ply) {
      if (game.ending()) game = Game(def);
      game.play(pick(game.moves(), random));
    }
    if (game.ending()) game = Game(def);
  }
  return sums;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> games(argv + 1, argv + argc);
  if (games.empty()) games = {"owari", "oware", "awari", "hus", "kalah"};
  for (const auto& name : games) {
    const GameDef def = find_game(name);
    const auto [one, two] = measure(def);
    fmt::print("{:<8} depth {}: {:.1f} → {:.1f} M nodes/s ({:.2f}×), {:.2f} → {:.2f} s ({:.2f}× faster)\n", def.name,
               depth_of(def.rules), one.nodes / one.seconds / 1e6, two.nodes / two.seconds / 1e6,
               two.nodes / two.seconds / (one.nodes / one.seconds), one.seconds, two.seconds,
               one.seconds / two.seconds);
    std::fflush(stdout);
  }
}
