// Builds the levels of any game by value iteration: sweeps over all boards until nothing changes.
//
// Margins: every board starts with 0 and is repeatedly assigned the best of its moves. After k sweeps, its value is
// that of a game of at least k more plies after which nothing more is won. A player who can force a margin t > 0 does
// so within some number of plies, after which the value is at least t; otherwise the opponent can keep it below t
// forever, and it never reaches t. So the values converge to the correct ones.
//
// Forced seeds: f (for the mover) and s (for the opponent) start at 0 and only grow, to the least solution of
//
//     f(board) = max of gain + s(child),     s(board) = min of f(child),
//
// which is what can be forced in finitely many plies. Both arguments hold for any order of updates, so threads may read
// stale values.
//
// States (board/states.h) that do not lead to each other within the level are swept one after another. Impossible
// boards keep the value 0.
#pragma once

#include "base/parallel.h"
#include "db/builder.h"
#include "db/probe_board.h"
#include "db/sides.h"
#include "db/state_boards.h"

namespace sow {

template <int W>
class SweepMethod {
 public:
  static constexpr std::uint64_t boards_per_second = 100'000;

  explicit SweepMethod(const Kernel<W>& kernel) : kernel_(kernel), state_boards_(States(kernel.rules())) {}

  double work_bytes() const { return 1; }

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const Index& index = table.index();
    const int n = table.max_seeds() + 1;
    sides_.grow(index, n);
    table_ = &table;
    values_ = table.add_level();
    if (table.kind() == DatabaseKind::forced) opponents_ = make_huge_block<std::int8_t>(index.size(n));
    for (const auto& group : index.states().groups()) {
      const std::uint64_t end = done + group.size() * index.size_of_state(n);
      while (!stop && sweep(n, group, threads, stop)) done += (end - done) / 8;  // it takes a few dozen sweeps
      done = end;
    }
    opponents_.reset();
    if (stop) table.remove_last_level();
  }

 private:
  using Board = sow::Board<W>;

  // Updates all boards of these states; returns whether a value changed.
  bool sweep(int n, const std::vector<std::uint64_t>& states, int threads, const std::atomic<bool>& stop) {
    const Index& index = table_->index();
    const std::uint64_t rows = Sides<W>::rows(index, n);
    std::atomic<bool> changed{false};
    parallel(threads, rows * states.size(), 8, [&](std::uint64_t from, std::uint64_t to) {
      bool any = false;
      for (std::uint64_t r = from; r < to && !stop; ++r) any |= sweep_row(n, states[r / rows], r % rows);
      if (any) changed = true;
    });
    return changed;
  }
  bool sweep_row(int n, std::uint64_t state, std::uint64_t number) {
    const Index& index = table_->index();
    const auto row = Sides<W>::row(index, n, number);
    const std::uint64_t first = state * index.size_of_state(n) + row.first;
    bool any = false;
    for (std::uint64_t c = 0; c < row.boards; ++c) {
      Board board = sides_.board(row.own_seeds, row.own, row.opp_seeds, c);
      if (state_boards_.put(state, board)) any |= improve(board, n, first + c);
    }
    return any;
  }

  using Byte = atomic_ref<std::int8_t>;
  static int get(std::int8_t& byte) { return Byte(byte).load(std::memory_order_relaxed); }
  static bool set(std::int8_t& byte, int value) {
    if (get(byte) == value) return false;
    Byte(byte).store(value, std::memory_order_relaxed);
    return true;
  }

  // The mover's value of a board with at most as many seeds as this level.
  int value(const Board& b) const {
    const auto [seeds, number] = table_->index().address(b);
    return seeds == table_->max_seeds() ? get(values_[number]) : table_->level(seeds)[number];
  }
  int opponents_value(const Child<W>& child) const {
    if (child.out == 0) return get(opponents_[table_->index().number(child.board)]);
    return forced_by_opponent(kernel_, child.board, child.moves, [&](const Board& b) { return value(b); });
  }

  // Assigns the best of its moves to the board; returns whether the value changed.
  bool improve(const Board& board, int n, std::uint64_t number) {
    const MoveSet moves = kernel_.legal(board);
    const bool forced = table_->kind() == DatabaseKind::forced;
    if (moves == 0) return finish(board, number, forced);
    int best = forced ? 0 : -n, lowest = n;
    Child<W> children[max_moves];
    const int count = kernel_.expand(board, moves, children);
    for (const Child<W>* child = children; child != children + count; ++child) {
      const int v = value(child->board);
      best = std::max(best, child->gain + (forced ? opponents_value(*child) : child->same ? v : -v));
      lowest = std::min(lowest, v);
    }
    const bool changed = set(values_[number], best);
    return (forced && set(opponents_[number], lowest)) || changed;
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
  const StateBoards<W> state_boards_;
  Sides<W> sides_;
  EndgameTable* table_ = nullptr;
  std::int8_t* values_ = nullptr;
  HugeBlock<std::int8_t> opponents_;
};

}  // namespace sow
