// Builds the levels of any game whose boards can repeat by going over all boards until nothing changes.
//
// Margins: every board of the level begins as worth 0, and each is given again and again the best of its moves by what
// is known then. What a board is given is always the value of playing on from it for some number of plies, after which
// nothing more is won, and that number grows with every sweep. A player who can force a margin t > 0 does so within some
// number of plies, so once it is reached the board is worth at least t; and a player who cannot has an opponent who keeps
// it below t for ever, so it is never worth more. The values therefore stop changing, and then they are right.
//
// Forced seeds: f of the mover and s of the opponent begin at 0 and only grow, to the least solution of
//
//     f(board) = most of gain + s(child),     s(board) = least of f(child),
//
// which is what can be forced in finitely many plies. Threads may read each other's old values: both arguments hold for
// any order.
#pragma once

#include "base/parallel.h"
#include "db/builder.h"
#include "db/probe_board.h"
#include "db/sides.h"

namespace sow {

template <int W>
class SweepMethod {
 public:
  static constexpr std::uint64_t boards_a_second = 100'000;

  explicit SweepMethod(const Kernel<W>& kernel) : kernel_(kernel) {}

  double work_bytes() const { return 1; }

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const Index& index = table.index();
    const int n = table.levels() + 1;
    sides_.grow(index, n);
    table_ = &table;
    values_ = table.add_level();
    if (table.kind() == DatabaseKind::forced) opponents_ = make_huge_block<std::int8_t>(index.size(n));
    for (std::atomic<bool> changed{true}; changed.exchange(false) && !stop;) {
      parallel(threads, Sides<W>::rows(index, n), 8, [&](std::uint64_t from, std::uint64_t to) {
        bool any = false;
        for (std::uint64_t r = from; r < to && !stop; ++r) {
          const auto row = Sides<W>::row(index, n, r);
          for (std::uint64_t c = 0; c < row.boards; ++c)
            any |= improve(sides_.board(row.own_seeds, row.own, row.opp_seeds, c), n, row.first + c);
        }
        if (any) changed = true;
      });
      done += (index.size(n) - done) / 8;  // it takes some tens of sweeps
    }
    opponents_.reset();
    if (stop) table.remove_last_level();
  }

 private:
  using Board = sow::Board<W>;
  using Byte = std::atomic_ref<std::int8_t>;
  static int get(std::int8_t& byte) { return Byte(byte).load(std::memory_order_relaxed); }
  static bool set(std::int8_t& byte, int value) {
    if (get(byte) == value) return false;
    Byte(byte).store(value, std::memory_order_relaxed);
    return true;
  }

  // The mover's value of a board with at most as many seeds as this level.
  int value(const Board& b) const {
    const Index& index = table_->index();
    const Index::Rank own = index.rank(b.own), opp = index.rank(b.opp);
    const int seeds = own.seeds + opp.seeds;
    const std::uint64_t number = index.number(own, opp);
    return seeds == table_->levels() ? get(values_[number]) : table_->level(seeds)[number];
  }
  int opponents_value(const Child<W>& child) const {
    if (child.out == 0) return get(opponents_[table_->index().number(child.board)]);
    return forced_by_opponent(kernel_, child.board, child.moves, [&](const Board& b) { return value(b); });
  }

  // Gives the board the best of its moves; says whether that is new.
  bool improve(const Board& board, int n, std::uint64_t number) {
    const MoveSet moves = kernel_.legal(board);
    const bool forced = table_->kind() == DatabaseKind::forced;
    if (moves == 0) return finish(board, number, forced);
    int best = forced ? 0 : -n, least = n;
    Child<W> children[max_moves];
    const int count = kernel_.expand(board, moves, children);
    for (const Child<W>* child = children; child != children + count; ++child) {
      const int v = value(child->board);
      best = std::max(best, child->gain + (forced ? opponents_value(*child) : child->same ? v : -v));
      least = std::min(least, v);
    }
    const bool changed = set(values_[number], best);
    return (forced && set(opponents_[number], least)) || changed;
  }

  bool finish(const Board& board, std::uint64_t number, bool forced) {
    if (!forced) {
      Board passed = board;
      const bool passes = kernel_.pass(passed);
      return set(values_[number], passes ? -value(passed) : kernel_.rest(board));
    }
    const auto [own, opp] = awards(kernel_, board);
    const bool changed = set(values_[number], own);
    return set(opponents_[number], opp) || changed;
  }

  const Kernel<W>& kernel_;
  Sides<W> sides_;
  EndgameTable* table_ = nullptr;
  std::int8_t* values_ = nullptr;
  HugeBlock<std::int8_t> opponents_;
};

}  // namespace sow
