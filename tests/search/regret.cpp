// What the engine's moves give away in positions whose every move is solved (bench/regret.cpp makes the suite). It may become
// less, and never much more. Node-limited, one thread, without databases: the same on every machine.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "board/notation.h"
#include "search/engine.h"
#include "support/suite.h"

namespace sow {
namespace {

// Seeds given away in all the positions of a game.
std::map<std::string, int> regrets(std::uint64_t nodes) {
  std::map<std::string, int> lost;
  Limits limits;
  limits.nodes = nodes;
  std::map<std::string, Engine> engines;
  for (const auto& line : tests::read_suite("regret.txt")) {
    std::istringstream words(line.text);
    std::string name, position, word;
    words >> name >> position;
    const GameDef def = find_game(name);
    const Game game(def, parse_position(position, def.rules));
    Engine& engine =
        engines.try_emplace(name, SearchOptions{.threads = 1, .hash_bytes = std::size_t{1} << 20}).first->second;
    engine.clear();
    const std::string chosen = move_text(def.rules, game.position(), engine.analyze(game, limits).best());
    int best = -max_seeds, mine = -max_seeds;
    while (words >> word) {
      const auto equals = word.find('=');
      const int margin = std::stoi(word.substr(equals + 1));
      best = std::max(best, margin);
      if (word.substr(0, equals) == chosen) mine = margin;
    }
    EXPECT_GT(mine, -max_seeds) << line.place << ": " << chosen;
    lost[name] += best - mine;
  }
  return lost;
}

TEST(Regret, IsNoMoreThanItWas) {
  const std::map<std::string, int> most = {{"awari/solved", 14}, {"kalah", 6}, {"oware", 6}, {"owari", 10}};
  const auto lost = regrets(5000);
  ASSERT_EQ(lost.size(), most.size());
  for (const auto& [game, seeds] : lost) EXPECT_LE(seeds, most.at(game)) << game;
}

}  // namespace
}  // namespace sow
