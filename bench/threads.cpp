// What a second thread brings: boards a second, and the time until a fixed depth is searched.
//
//   threads [GAME…]
//
// Every position is searched by one thread and by two, one after the other, so that other work on the machine harms both
// alike; what is printed is the whole time of all positions.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "board/random_move.h"
#include "rules/catalog.h"
#include "search/engine.h"

namespace {

using namespace sow;

constexpr int positions = 12, plies_between = 3;
// Every search begins with a fresh table; to touch a large one for the first time would take longer than the search.
constexpr std::size_t hash = std::size_t{16} << 20;

struct Sum {
  double nodes = 0, seconds = 0;
};

// Deep enough that all positions of a game take some seconds.
int depth_of(const Ruleset& rules) { return rules.four_rows() ? 14 : 26; }

std::array<Sum, 2> measure(const GameDef& def) {
  std::array<Sum, 2> sums;
  Random random(1);
  Game game(def);
  Limits limits;
  limits.depth = depth_of(def.rules);
  std::array engines = {Engine({.threads = 1, .hash_bytes = hash}), Engine({.threads = 2, .hash_bytes = hash})};
  for (int i = 0; i < positions; ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      engines[k].clear();
      engines[k].prepare(game);
      const auto begin = std::chrono::steady_clock::now();
      sums[k].nodes += static_cast<double>(engines[k].analyze(game, limits).nodes);
      sums[k].seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
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
    fmt::print("{:<8} depth {}: {:.1f} → {:.1f} M boards/s, {:.2f} times; {:.2f} → {:.2f} s, {:.2f} times as fast\n",
               def.name, depth_of(def.rules), one.nodes / one.seconds / 1e6, two.nodes / two.seconds / 1e6,
               two.nodes / two.seconds / (one.nodes / one.seconds), one.seconds, two.seconds,
               one.seconds / two.seconds);
    std::fflush(stdout);
  }
}
