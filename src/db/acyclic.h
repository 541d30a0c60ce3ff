// Builds the margins of games in which no board can come twice (Ruleset::never_repeats).
//
// A move that scores leads to a board with fewer seeds, which is known. A move that does not score stays on the mover's side
// and goes forward, so it strictly lowers the rank of that side (db/index.h) and leaves the other side alone:
//
//     (a | b)  →  (b | a'),  rank a' < rank a.
//
// Boards with k seeds on one side and l on the other therefore depend only on each other and on smaller levels. With m
// running upwards over the ranks of the fuller side, the boards (m | any) need (any | below m), and the boards (any | m)
// then need (m | any): two rows at a time, each in any order.
#pragma once

#include <algorithm>
#include <thread>
#include <vector>

#include "board/kernel.h"
#include "db/best_replies.h"
#include "db/builder.h"
#include "db/sides.h"

namespace sow {

template <int W>
class AcyclicMethod {
 public:
  static constexpr std::uint64_t boards_a_second = 10'000'000;

  static bool fits(const Ruleset& rules) { return rules.never_repeats() && !rules.owns(); }

  explicit AcyclicMethod(const Kernel<W>& kernel) : kernel_(kernel) {}

  double work_bytes() const { return 0; }

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const int n = table.levels() + 1;
    sides_.grow(table.index(), n);
    sown_.grow(kernel_, table.index(), sides_, n);
    table_ = &table;
    values_ = table.add_level();
    // Blocks do not need each other: the threads take them in turn, large ones (equal sides) first.
    std::atomic<int> next{n / 2};
    const auto work = [&] {
      for (int few = next--; few >= 0 && !stop; few = next--) build_block(n, n - few, few, stop, done);
    };
    std::vector<std::jthread> pool;
    for (int i = 1; i < threads; ++i) pool.emplace_back(work);
    work();
    pool.clear();
    if (stop) table.remove_last_level();
  }

 private:
  using Board = sow::Board<W>;

  // All boards with `many` ≥ `few` seeds on the two sides.
  void build_block(int n, int many, int few, const std::atomic<bool>& stop, BoardsDone& done) {
    const Index& index = table_->index();
    const std::uint64_t rows = index.sides(many), columns = index.sides(few);
    std::int8_t* const first = values_ + index.block(n, many);  // (many | few), one row for each own side
    std::int8_t* const second = values_ + index.block(n, few);  // (few | many)
    BestReplies<W> batch(kernel_, index, sown_);
    for (std::uint64_t m = 0; m < rows && !stop; ++m) {
      const std::uint64_t from = many == few ? m : 0;  // of equal sides, (m | below m) was a column before
      for (std::uint64_t c = from; c < columns; ++c) add(batch, {m, many}, {c, few}, first + m * columns + c);
      batch.finish();
      for (std::uint64_t c = many == few ? m + 1 : 0; c < columns; ++c)
        add(batch, {c, few}, {m, many}, second + c * rows + m);
      batch.finish();
      done += many == few ? 2 * (columns - m) - 1 : 2 * columns;
    }
  }

  void add(BestReplies<W>& batch, Index::Rank own, Index::Rank opp, std::int8_t* to) const {
    const Board board = sides_.board(own.seeds, own.rank, opp.seeds, opp.rank);
    const MoveSet moves = kernel_.legal(board);
    if (moves == 0)
      *to = ended(board);
    else
      batch.add(board, moves, own, opp, to, [&](const Index::Rank& mover, const Index::Rank& other) {
        return table_->level(mover.seeds + other.seeds) + table_->index().number(mover, other);
      });
  }

  // A player who may pass hands over; the board seen from the other side comes just before this one.
  int ended(const Board& board) const {
    Board passed = board;
    if (kernel_.pass(passed)) return -table_->at(passed);
    return kernel_.rest(board);
  }

  const Kernel<W>& kernel_;
  Sides<W> sides_;
  SownSides<W> sown_;
  EndgameTable* table_ = nullptr;
  std::int8_t* values_ = nullptr;
};

}  // namespace sow
