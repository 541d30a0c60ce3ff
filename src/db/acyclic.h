// Builds the levels of games in which no board can repeat (Ruleset::never_repeats), in one pass.
//
// A capture leads to a level that is already built. A quiet move sows forward on the mover's own side, so it lowers the
// rank of that side (db/index.h) and leaves the other side unchanged:
//
//     (a | b)  →  (b | a')    or, with an extra turn,    (a' | b),        rank a' < rank a
//
// A player who cannot move may have to pass: (a | b) → (b | a). The board after a pass never passes back.
//
// So a block (all boards with k seeds on one side and l on the other) depends only on itself and on smaller levels. For
// each rank m of the fuller side, in ascending order, build_block() first values the boards (m | c) for all c, which
// need boards with a smaller m, and then the boards (c | m) with c in ascending order, which need (m | c') with c' < c.
// A board (m | c) that passes needs (c | m) and is valued right after it.
#pragma once

#include <algorithm>
#include <vector>

#include "base/platform.h"
#include "board/kernel.h"
#include "db/best_replies.h"
#include "db/builder.h"
#include "db/sides.h"

namespace sow {

template <int W>
class AcyclicMethod {
 public:
  static constexpr std::uint64_t boards_per_second = 10'000'000;

  static constexpr bool fits(const Ruleset& rules) { return rules.never_repeats() && !rules.owns(); }

  explicit AcyclicMethod(const Kernel<W>& kernel) : kernel_(kernel) {}

  double work_bytes() const { return 0; }

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const int n = table.max_seeds() + 1;
    sides_.grow(table.index(), n);
    sown_.grow(kernel_, table.index(), sides_, n);
    table_ = &table;
    values_ = table.add_level();
    // Blocks are independent. Threads start with the largest ones, in which both sides have the same number of seeds.
    std::atomic<int> next{n / 2};
    const auto work = [&] {
      for (int few = next--; few >= 0 && !stop; few = next--) build_block(n, n - few, few, stop, done);
    };
    std::vector<jthread> pool;
    for (int i = 1; i < threads; ++i) pool.emplace_back(work);
    work();
    pool.clear();
    if (stop) table.remove_last_level();
  }

 private:
  using Board = sow::Board<W>;

  // Values all boards with `many` ≥ `few` seeds on the two sides.
  void build_block(int n, int many, int few, const std::atomic<bool>& stop, BoardsDone& done) {
    const Index& index = table_->index();
    const std::uint64_t rows = index.sides(many), columns = index.sides(few);
    std::int8_t* const first = values_ + index.block(n, many);  // (many | few): one row per own side
    std::int8_t* const second = values_ + index.block(n, few);  // (few | many)
    BestReplies<W> batch(kernel_, index, sown_);
    std::vector<std::uint64_t> passing;  // the columns c in which (m | c) passes
    for (std::uint64_t m = 0; m < rows && !stop; ++m) {
      passing.clear();
      // With the same number of seeds on both sides, (m | c) for c < m was valued in row c already.
      for (std::uint64_t c = many == few ? m : 0; c < columns; ++c)
        if (!add(batch, {m, many}, {c, few}, first + m * columns + c)) passing.push_back(c);
      batch.finish();
      auto pass = passing.begin();
      for (std::uint64_t c = many == few ? m + 1 : 0; c < columns; ++c) {
        std::int8_t* const value = first + m * columns + c;
        std::int8_t* const swapped = second + c * rows + m;
        if (!add(batch, {c, few}, {m, many}, swapped)) batch.add_pass(value, swapped);
        if (pass != passing.end() && *pass == c) {
          batch.add_pass(swapped, value);
          ++pass;
        }
      }
      batch.finish();
      done += many == few ? 2 * (columns - m) - 1 : 2 * columns;
      checkpoint();
    }
  }

  // False if the mover has to pass: then nothing is added.
  bool add(BestReplies<W>& batch, Index::Rank own, Index::Rank opp, std::int8_t* to) const {
    const Board board = sides_.board(own.seeds, own.rank, opp.seeds, opp.rank);
    const MoveSet moves = kernel_.legal(board);
    if (moves == 0) {
      Board passed = board;
      if (kernel_.pass(passed)) return false;
      *to = kernel_.rest(board);
      return true;
    }
    batch.add(board, moves, own, opp, to, [&](const Index::Rank& mover, const Index::Rank& other) {
      return table_->level(mover.seeds + other.seeds) + table_->index().number(mover, other);
    });
    return true;
  }

  const Kernel<W>& kernel_;
  Sides<W> sides_;
  SownSides<W> sown_;
  EndgameTable* table_ = nullptr;
  std::int8_t* values_ = nullptr;
};

}  // namespace sow
