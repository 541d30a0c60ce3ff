#include "db/verify.h"

#include <bit>
#include <mutex>

#include "base/parallel.h"

namespace sow {
namespace {

// Pseudo-random board numbers: the same seed gives the same sample.
std::uint64_t scattered(std::uint64_t i, std::uint64_t seed, std::uint64_t size) {
  std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15 + seed * 0xd1342543de82ef95;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return (x ^ x >> 31) % size;
}

// Implements db/probe_board.h again on positions, so that the check shares no code with the builder.

bool side_empty(const ReferenceKernel& kernel, const Position& p) {
  return kernel.rules().when.side_empty && (p.seeds_on(0) == 0 || p.seeds_on(1) == 0);
}

MoveSet moves_on(const ReferenceKernel& kernel, const Position& p) {
  return side_empty(kernel, p) ? 0 : kernel.moves(p);
}

struct After {
  Position position;
  int gain;
  bool same;
};
After after(const ReferenceKernel& kernel, Position p, Move move) {
  const Player mover = p.mover;
  const bool same = kernel.play_unchecked(p, move);
  const int gain = p.store_of(mover) - p.store_of(other(mover));
  p.store = {};
  return {p, gain, same};
}

// Seeds of the mover (0) or the opponent (1) when the game is over.
int award(const ReferenceKernel& kernel, const Position& p, int side) {
  if (kernel.rules().rest == Rest::none && kernel.rules().stuck != Stuck::lose) return 0;
  const int margin = kernel.rest(p);
  return (p.seeds_in_pits() + (side == 0 ? margin : -margin)) / 2;
}

int forced_by_opponent(const ReferenceKernel& kernel, const EndgameTable& table, const Position& p) {
  MoveSet moves = moves_on(kernel, p);
  if (moves == 0) return award(kernel, p, 1);
  int lowest = max_seeds;
  for (; moves != 0; moves &= moves - 1)
    lowest = std::min(lowest, table.read(after(kernel, p, std::countr_zero(moves)).position));
  return lowest;
}

}  // namespace

int derived_value(const ReferenceKernel& kernel, const EndgameTable& table, const Position& board) {
  const bool forced = table.kind() == DatabaseKind::forced;
  Position passed = board;
  if (!side_empty(kernel, board) && kernel.settle(passed)) return -table.read(passed);
  MoveSet moves = moves_on(kernel, board);
  if (moves == 0) return forced ? award(kernel, board, 0) : kernel.rest(board);
  int best = -max_seeds;
  for (; moves != 0; moves &= moves - 1) {
    const auto [child, gain, same] = after(kernel, board, std::countr_zero(moves));
    const int won = forced ? forced_by_opponent(kernel, table, child) : same ? table.read(child) : -table.read(child);
    best = std::max(best, gain + won);
  }
  return best;
}

Verified verify_level(const Ruleset& rules, const EndgameTable& table, int seeds, const VerifyOptions& options) {
  const ReferenceKernel kernel(database_rules(rules));
  const std::uint64_t size = table.index().size(seeds);
  const bool all = options.sample == 0 || options.sample >= size;
  Verified result;
  std::mutex mutex;
  const std::uint64_t count = all ? size : options.sample;
  const std::uint64_t first = count * options.part / options.parts, end = count * (options.part + 1) / options.parts;
  parallel(options.threads, end - first, 1024, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = first + from; i < first + to; ++i) {
      if (options.stop->load(std::memory_order_relaxed)) return;
      const std::uint64_t number = all ? i : scattered(i, options.seed, size);
      const Position p = table.index().position(seeds, number);
      const bool possible = p.seeds_in_pits() == seeds;  // owned pits are empty
      const int stored = table.read(p), derived = possible ? derived_value(kernel, table, p) : 0;
      if (stored == derived) continue;
      const std::lock_guard lock(mutex);
      if (!result.first) result.first = {p, stored, derived};
      return;
    }
    if (options.done != nullptr) *options.done += to - from;
    const std::lock_guard lock(mutex);
    result.boards += to - from;
  });
  return result;
}

}  // namespace sow
