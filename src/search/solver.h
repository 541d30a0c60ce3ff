// Exact margins by search, for games in which no board can come twice (Ruleset::never_repeats).
//
// Everything is counted from the board at hand: seeds already in the stores change nothing, so the same board with
// other stores is one entry of the table. A board with n seeds in its pits is worth between -n and n.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <optional>

#include "board/position.h"
#include "db/margins.h"
#include "search/table.h"

namespace sow {

template <class Kernel>
class Solver {
 public:
  using Board = typename Kernel::Board;

  // `index` covers all boards of the game, `margins` those with few seeds (possibly none).
  Solver(const Kernel& kernel, const Index& index, const Margins& margins, Table& table, const std::atomic<bool>& stop)
      : kernel_(kernel), index_(index), margins_(margins), table_(table), stop_(stop) {}

  // The margin of the board, or nothing if stopped. A good guess saves time, a bad one costs nothing else.
  std::optional<int> solve(const Board& board, int guess) {
    const int n = kernel_.seeds_in_pits(board);
    const RankedBoard<Board> ranks(index_, board);
    const Table::Key key = index_.key(ranks.own, ranks.opp);
    int low = -n, high = n, value = std::clamp(guess, low, high);
    while (low < high) {
      const int beta = value == low ? value + 1 : value;
      value = search(board, n, beta, key);
      if (stop_.load(std::memory_order_relaxed)) return std::nullopt;
      (value < beta ? high : low) = value;
    }
    return low;
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Child {
    Board board;
    Table::Key key;
    int gain, seeds, order;
    Move move;
    bool same;
  };

  // What the table holds of a board: its margin lies in [low, high]; `move` was best when it was last searched; `effort`
  // is the logarithm of the nodes that it took.
  struct Known {
    int low, high;
    Move move;
    int effort;

    std::uint32_t pack() const {
      return static_cast<std::uint32_t>(low + 256) << 22 | static_cast<std::uint32_t>(high + 256) << 12 |
             static_cast<std::uint32_t>(move + 1) << 6 | static_cast<std::uint32_t>(effort);
    }
    static Known unpack(std::uint32_t d) {
      return {static_cast<int>(d >> 22) - 256, static_cast<int>(d >> 12 & 1023) - 256, static_cast<int>(d >> 6 & 63) - 1, static_cast<int>(d & 63)};
    }
  };

  // Null window: a result of at least beta is a lower bound of the margin, one below beta an upper bound.
  int search(const Board& board, int n, int beta, Table::Key key);
  Child make_child(const Board& board, Move move, int n);
  int search_child(const Child& c, int beta) {
    return c.same ? c.gain + search(c.board, c.seeds, beta - c.gain, c.key) : c.gain - search(c.board, c.seeds, c.gain - beta + 1, c.key);
  }

  const Kernel& kernel_;
  const Index& index_;
  const Margins& margins_;
  Table& table_;
  const std::atomic<bool>& stop_;
  std::uint64_t nodes_ = 0;
};

template <class Kernel>
auto Solver<Kernel>::make_child(const Board& board, Move move, int n) -> Child {
    Child child;
    child.move = move;
    child.board = board;
    child.same = kernel_.play_unchecked(child.board, child.move);
    child.gain = kernel_.bank(child.board);
    child.seeds = n - child.gain;
    const RankedBoard<Board> ranks(index_, child.board);
    child.key = index_.key(ranks.own, ranks.opp);
    if (child.seeds > margins_.levels()) table_.prefetch(child.key); else __builtin_prefetch(&margins_.level(child.seeds)[index_.number(ranks.own, ranks.opp)]);
    child.order = (child.same ? 100 : 0) + 8 * child.gain + child.move;
    return child;
}

template <class Kernel>
int Solver<Kernel>::search(const Board& board, int n, int beta, Table::Key key) {
  ++nodes_;
  if (n <= margins_.levels()) return margins_(board);
  if (n < beta) return n;
  if (-n >= beta) return -n;
  if (kernel_.side_empty(board)) return kernel_.rest(board);
  const MoveSet moves = kernel_.moves(board);
  if (moves == 0) return kernel_.rest(board);
  if ((nodes_ & 1023) == 0 && stop_.load(std::memory_order_relaxed)) return beta;

  Known known{-n, n, no_move, 0};
  if (const auto data = table_.probe(key)) known = Known::unpack(data);
  if (known.low >= beta) return known.low;
  if (known.high < beta) return known.high;

  const std::uint64_t before = nodes_;
  int best = -n;
  Move best_move = no_move;
  const auto finish = [&] {
  if (best >= beta)
    known.low = std::max(known.low, best);
  else
    known.high = std::min(known.high, best);
  if (best_move != no_move) known.move = best_move;
  known.effort = std::bit_width(nodes_ - before);
  table_.store(key, known.pack(), [](std::uint32_t d) { return Known::unpack(d).effort; });
  return best;
  };
  MoveSet rest = moves;
  if (known.move != no_move) {
    rest &= ~(MoveSet{1} << known.move);
    best = search_child(make_child(board, known.move, n), beta);
    best_move = known.move;
    if (best >= beta) return finish();
  }
  std::array<Child, max_pits> children;
  int count = 0;
  for (; rest != 0; rest &= rest - 1) {
    Child& c = children[static_cast<std::size_t>(count++)];
    c = make_child(board, std::countr_zero(rest), n);
    if (2 * c.gain - n >= beta) { best = 2 * c.gain - n; best_move = c.move; return finish(); }
  }
  // What is known of the children without searching them may already decide.
  int open = 0;
  for (int i = 0; i < count; ++i) {
    Child& c = children[static_cast<std::size_t>(i)];
    int low = -c.seeds, high = c.seeds;
    if (c.seeds <= margins_.levels()) {
      low = high = margins_(c.board);
    } else if (const auto data = table_.probe(c.key)) {
      const Known k = Known::unpack(data);
      low = k.low;
      high = k.high;
    }
    if (!c.same) std::swap(low = -low, high = -high);
    low += c.gain;
    high += c.gain;
    if (low >= beta) { best = low; best_move = c.move; return finish(); }
    if (high < beta) {
      best = std::max(best, high);
      continue;
    }
    c.order += (low + high);
    if (open != i) children[static_cast<std::size_t>(open)] = c;
    ++open;
  }
  for (int i = 0; i < open; ++i) {
    for (int j = i + 1; j < open; ++j)
      if (children[static_cast<std::size_t>(j)].order > children[static_cast<std::size_t>(i)].order)
        std::swap(children[static_cast<std::size_t>(i)], children[static_cast<std::size_t>(j)]);
    const Child& c = children[static_cast<std::size_t>(i)];
    const int v = search_child(c, beta);
    if (stop_.load(std::memory_order_relaxed)) return beta;
    if (v > best) {
      best = v;
      best_move = c.move;
      if (best >= beta) break;
    }
  }
  return finish();
}

}  // namespace sow
