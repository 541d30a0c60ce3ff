#include "match/judge.h"

namespace sow {
namespace {

constexpr std::uint64_t nodes = 1000;  // enough for endgames, and quick enough to run after every move

}  // namespace

Judge::Judge(const DatabaseUse& database)
    : analyzer_({.threads = 1, .hash_bytes = std::size_t{1} << 20, .database = database}) {}

std::optional<std::array<int, 2>> Judge::verdict(const Game& game) {
  Limits limits;
  limits.nodes = nodes;
  const Analysis analysis = analyzer_.analyze(game, limits);
  if (!analysis.complete || !analysis.lines.front().margin.exact()) return std::nullopt;
  const Position& position = game.position();
  const int total = position.total();
  const int lead = analysis.lines.front().margin.low / seed_value + position.store[0] - position.store[1];
  if ((total + lead) % 2 != 0) return std::nullopt;  // some seeds belong to neither player, so the split is unknown
  std::array<int, 2> seeds{};
  seeds[index(position.mover)] = (total + lead) / 2;
  seeds[index(other(position.mover))] = (total - lead) / 2;
  return seeds;
}

}  // namespace sow
