#include "db/verify.h"

#include <mutex>

#include "base/parallel.h"
#include "db/bounds.h"

namespace sow {
namespace {

// Spreads the numbers of a sample over the level: the same seed gives the same boards.
std::uint64_t scattered(std::uint64_t i, std::uint64_t seed, std::uint64_t size) {
  std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15 + seed * 0xd1342543de82ef95;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return (x ^ x >> 31) % size;
}

}  // namespace

int derived_value(const ReferenceKernel& kernel, const Margins& margins, const Position& board) {
  const bool forced = margins.holds() == Holds::forced;
  Position passed = board;
  if (!kernel.side_empty(board) && kernel.settle(passed)) return -margins(passed);
  MoveSet moves = kernel.side_empty(board) ? 0 : kernel.moves(board);
  if (moves == 0) return forced ? awards(kernel, board).first : kernel.rest(board);
  int best = -max_seeds;
  for (; moves != 0; moves &= moves - 1) {
    Position child = board;
    const bool same = kernel.play_unchecked(child, std::countr_zero(moves));
    const int gain = kernel.bank(child);
    const int won = forced ? forced_by_opponent(kernel, child, [&](const Position& p) { return margins(p); })
                    : same ? margins(child)
                           : -margins(child);
    best = std::max(best, gain + won);
  }
  return best;
}

Verified verify_level(const Ruleset& rules, const Margins& margins, int seeds, const VerifyOptions& options) {
  const ReferenceKernel kernel(database_rules(rules));
  const std::uint64_t size = margins.index().size(seeds);
  const bool all = options.sample == 0 || options.sample >= size;
  Verified result;
  std::mutex mutex;
  parallel(options.threads, all ? size : options.sample, 1024, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i) {
      if (options.stop->load(std::memory_order_relaxed)) return;
      const std::uint64_t number = all ? i : scattered(i, options.seed, size);
      Position p;
      const auto [own, opp] = margins.index().board(seeds, number);
      p.pits = {own, opp};
      const int stored = margins.level(seeds)[number], derived = derived_value(kernel, margins, p);
      if (stored == derived) continue;
      const std::lock_guard lock(mutex);
      if (!result.first) result.first = {p, stored, derived};
      return;
    }
    const std::lock_guard lock(mutex);
    result.boards += to - from;
  });
  return result;
}

}  // namespace sow
