// Seeds lost by the engine's moves in solved positions (bench/regret.cpp creates the suite). The limits below guard
// against regressions. Node-limited, single-threaded, without databases: deterministic.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "board/notation.h"
#include "search/analyzer.h"
#include "support/suite.h"

namespace sow {
namespace {

// Seeds lost in all positions of each game.
std::map<std::string, int> regrets(std::uint64_t nodes) {
  std::map<std::string, int> lost;
  Limits limits;
  limits.nodes = nodes;
  std::map<std::string, Analyzer> analyzers;
  for (const auto& line : tests::read_suite("regret.txt")) {
    std::istringstream words(line.text);
    std::string name, position, word;
    words >> name >> position;
    const GameDef def = find_game(name);
    const Game game(def, parse_position(position, def.rules));
    Analyzer& analyzer =
        analyzers.try_emplace(name, SearchOptions{.threads = 1, .hash_bytes = std::size_t{1} << 20}).first->second;
    analyzer.clear();
    const std::string chosen = move_text(def.rules, game.position(), analyzer.analyze(game, limits).best());
    int best = -max_seeds, mine = -max_seeds;
    while (words >> word) {
      const auto equals = word.find('=');
      const int margin = std::stoi(word.substr(equals + 1));
      best = std::max(best, margin);
      if (word.substr(0, equals) == chosen) mine = margin;
    }
    EXPECT_GT(mine, -max_seeds) << line.location << ": " << chosen;
    lost[name] += best - mine;
  }
  return lost;
}

TEST(Regret, DoesNotIncrease) {
  const std::map<std::string, int> limits = {{"awari/solved", 14}, {"kalah", 6}, {"oware", 6}, {"owari", 10}};
  const auto lost = regrets(5000);
  ASSERT_EQ(lost.size(), limits.size());
  for (const auto& [game, seeds] : lost) EXPECT_LE(seeds, limits.at(game)) << game;
}

}  // namespace
}  // namespace sow
