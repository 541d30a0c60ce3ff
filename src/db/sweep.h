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

#include <bit>

#include "base/parallel.h"
#include "db/bounds.h"
#include "db/builder.h"
#include "db/sides.h"

namespace sow {

template <class Kernel>
class SweepMethod {
 public:
  using Board = typename Kernel::Board;
  static constexpr int work_bytes = 1;
  static constexpr std::uint64_t boards_a_second = 100000;

  explicit SweepMethod(const Kernel& kernel) : kernel_(kernel), sides_(kernel) {}

  void build_level(Margins& margins, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const Index& index = margins.index();
    const int n = margins.levels() + 1;
    sides_.grow(index, n);
    margins_ = &margins;
    values_ = margins.add_level();
    if (margins.holds() == Holds::forced) opponents_ = make_huge_block<std::int8_t>(index.size(n));
    for (std::atomic<bool> changed{true}; changed.exchange(false) && !stop;) {
      parallel(threads, Sides<Kernel>::rows(index, n), 8, [&](std::uint64_t from, std::uint64_t to) {
        bool any = false;
        for (std::uint64_t r = from; r < to && !stop; ++r) {
          const auto row = Sides<Kernel>::row(index, n, r);
          for (std::uint64_t c = 0; c < row.boards; ++c)
            any |= improve(sides_.board(row.own_seeds, row.own, row.opp_seeds, c), n, row.first + c);
        }
        if (any) changed = true;
      });
      done += (index.size(n) - done) / 8;  // it takes some tens of sweeps
    }
    opponents_.reset();
    if (stop) margins.remove_last_level();
  }

 private:
  using Byte = std::atomic_ref<std::int8_t>;
  static int get(std::int8_t& byte) { return Byte(byte).load(std::memory_order_relaxed); }
  static bool set(std::int8_t& byte, int value) {
    if (get(byte) == value) return false;
    Byte(byte).store(static_cast<std::int8_t>(value), std::memory_order_relaxed);
    return true;
  }

  // The mover's value of a board with at most as many seeds as this level.
  int value(const Board& b) const {
    const RankedBoard<Board> ranks(margins_->index(), b);
    const int seeds = ranks.own.seeds + ranks.opp.seeds;
    const std::uint64_t number = margins_->index().number(ranks.own, ranks.opp);
    return seeds == margins_->levels() ? get(values_[number]) : margins_->level(seeds)[number];
  }
  int opponents_value(const Board& b, int gain) const {
    if (gain > 0) return forced_by_opponent(kernel_, b, [&](const Board& child) { return value(child); });
    const RankedBoard<Board> ranks(margins_->index(), b);
    return get(opponents_[margins_->index().number(ranks.own, ranks.opp)]);
  }

  // Gives the board the best of its moves; says whether that is new.
  bool improve(const Board& board, int n, std::uint64_t number) {
    MoveSet moves = kernel_.side_empty(board) ? 0 : kernel_.moves(board);
    const bool forced = margins_->holds() == Holds::forced;
    if (moves == 0) return finish(board, number, forced);
    int best = forced ? 0 : -n, least = n;
    for (; moves != 0; moves &= moves - 1) {
      Board child = board;
      const bool same = kernel_.play_unchecked(child, std::countr_zero(moves));
      const int gain = kernel_.bank(child);
      const int v = value(child);
      best = std::max(best, gain + (forced ? opponents_value(child, gain) : same ? v : -v));
      least = std::min(least, v);
    }
    const bool changed = set(values_[number], best);
    return (forced && set(opponents_[number], least)) || changed;
  }

  bool finish(const Board& board, std::uint64_t number, bool forced) {
    if (!forced) {
      Board passed = board;
      const bool passes = kernel_.rules().stuck == Stuck::pass && !kernel_.side_empty(board) && kernel_.settle(passed);
      return set(values_[number], passes ? -value(passed) : kernel_.rest(board));
    }
    const auto [own, opp] = awards(kernel_, board);
    const bool changed = set(values_[number], own);
    return set(opponents_[number], opp) || changed;
  }

  const Kernel& kernel_;
  Sides<Kernel> sides_;
  Margins* margins_ = nullptr;
  std::int8_t* values_ = nullptr;
  HugeBlock<std::int8_t> opponents_;
};

}  // namespace sow
