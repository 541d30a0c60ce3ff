// Builds the margins of games in which no board can come twice (Ruleset::never_repeats).
//
// A move that scores leads to a board with fewer seeds, which is known. A move that does not score stays on the own side
// and goes forward, so it strictly lowers the rank of the own side (db/index.h) and leaves the other side alone:
//
//     (a | b)  →  (b | a'),  rank a' < rank a.
//
// Boards with k seeds on one side and l on the other therefore depend only on each other and on smaller levels. With m
// running upwards over the ranks of the fuller side, the boards (m | any) need (any | below m), and the boards (any | m)
// then need (m | any): two rows at a time, each in any order.
#pragma once

#include <bit>
#include <thread>
#include <vector>

#include "board/position.h"
#include "db/builder.h"
#include "db/sides.h"

namespace sow {

template <class Kernel>
class AcyclicMethod {
 public:
  using Board = typename Kernel::Board;
  static constexpr int work_bytes = 0;
  static constexpr std::uint64_t boards_a_second = 10000000;

  explicit AcyclicMethod(const Kernel& kernel) : kernel_(kernel), sides_(kernel) {}

  void build_level(Margins& margins, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const int n = margins.levels() + 1;
    sides_.grow(margins.index(), n);
    margins_ = &margins;
    values_ = margins.add_level();
    // Blocks do not need each other: the threads take them in turn, large ones (equal sides) first.
    std::atomic<int> next{n / 2};
    const auto work = [&] {
      for (int few = next--; few >= 0 && !stop; few = next--) build_block(n, n - few, few, stop, done);
    };
    std::vector<std::jthread> pool;
    for (int i = 1; i < threads; ++i) pool.emplace_back(work);
    work();
    pool.clear();
    if (stop) margins.remove_last_level();
  }

 private:
  // All boards with `many` ≥ `few` seeds on the two sides.
  void build_block(int n, int many, int few, const std::atomic<bool>& stop, BoardsDone& done) {
    const Index& index = margins_->index();
    const std::uint64_t rows = index.sides(many), columns = index.sides(few);
    std::int8_t* const first = values_ + index.block(n, many);  // (many | few), one row for each own side
    std::int8_t* const second = values_ + index.block(n, few);  // (few | many)
    for (std::uint64_t m = 0; m < rows && !stop; ++m) {
      const std::uint64_t from = many == few ? m : 0;  // of equal sides, (m | below m) was a column before
      for (std::uint64_t c = from; c < columns; ++c) first[m * columns + c] = value(many, m, few, c);
      for (std::uint64_t c = many == few ? m + 1 : 0; c < columns; ++c) second[c * rows + m] = value(few, c, many, m);
      done += many == few ? 2 * (columns - m) - 1 : 2 * columns;
    }
  }

  std::int8_t value(int own_seeds, std::uint64_t own, int opp_seeds, std::uint64_t opp) const {
    return static_cast<std::int8_t>(best(sides_.board(own_seeds, own, opp_seeds, opp)));
  }

  int best(const Board& board) const {
    if (kernel_.side_empty(board)) return kernel_.rest(board);
    MoveSet moves = kernel_.moves(board);
    if (moves == 0) return stuck(board);
    int best = -max_seeds;
    for (; moves != 0; moves &= moves - 1) {
      Board child = board;
      const bool same = kernel_.play_unchecked(child, std::countr_zero(moves));
      const int gain = kernel_.bank(child);
      const int v = (*margins_)(child);
      best = std::max(best, gain + (same ? v : -v));
    }
    return best;
  }

  // A player who may pass hands over; the board seen from the other side comes just before this one.
  int stuck(const Board& board) const {
    if (kernel_.rules().stuck == Stuck::pass) {
      Board passed = board;
      if (kernel_.settle(passed)) return -(*margins_)(passed);
    }
    return kernel_.rest(board);
  }

  const Kernel& kernel_;
  Sides<Kernel> sides_;
  Margins* margins_ = nullptr;
  std::int8_t* values_ = nullptr;
};

}  // namespace sow
