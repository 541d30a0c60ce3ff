// Exact margins by search, for games in which no board can come twice (Ruleset::never_repeats).
//
// Everything is counted from the board at hand: seeds already in the stores change nothing, so the same board with
// other stores is one entry of the table. A board with n seeds in its pits is worth between -n and n.
//
// What counts is not to find the best move first but one that settles the question with the smallest tree, and that trees
// overlap: moves that take seeds from the board and the same kind of move each time. An estimate that looks some plies
// ahead is added to that, the further the larger the tree. It halves kalah (6,4) and quarters owari; ordering by the
// estimate alone makes kalah four times as large.
//
// search() knows only null windows: a result of at least beta is a proven lower bound of the margin, one below beta a
// proven upper bound. solve() asks until the two meet (MTD(f)).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <optional>

#include "board/position.h"
#include "db/margins.h"
#include "search/board_key.h"
#include "search/glance.h"
#include "search/in_hand.h"
#include "search/table.h"

namespace sow {

template <class Kernel>
class Solver {
 public:
  using Board = typename Kernel::Board;

  // `index` covers all boards of the game, `margins` those with few seeds (possibly none); `in_hand` is shared by the
  // threads that share the table, null if there is only one.
  Solver(const Kernel& kernel, const Index& index, const Margins& margins, const Evaluation& evaluation, Table& table,
         InHand* in_hand, std::atomic<bool>& stop)
      : kernel_(kernel),
        index_(index),
        margins_(margins),
        glance_(kernel, evaluation),
        table_(table),
        in_hand_(in_hand),
        stop_(stop) {}

  // The margin of the board, or nothing if stopped. A good guess saves time, a bad one costs nothing else. After about
  // `node_limit` nodes it sets the stop itself; what it has learnt stays in the table.
  std::optional<int> solve(const Board& board, int guess, std::uint64_t node_limit = ~std::uint64_t{0}) {
    node_limit_ = node_limit;
    const int n = kernel_.seeds_in_pits(board);
    const Table::Key key = board_key(index_, board);
    int low = -n, high = n, value = std::clamp(guess, low, high);
    while (low < high) {
      const int beta = value == low ? value + 1 : value;
      value = search(board, n, beta, key);
      counted_.store(nodes_, std::memory_order_relaxed);
      if (stopped()) return std::nullopt;
      (value < beta ? high : low) = value;
    }
    return low;
  }

  // May be read by another thread.
  std::uint64_t nodes() const { return counted_.load(std::memory_order_relaxed); }

 private:
  struct Child {
    Board board;
    Table::Key key;  // where the margins know the board: its number there
    Move move;
    int gain, seeds;
    bool same;
    int order;
  };
  // From which effort on (see effort_) something pays: a glance of one ply, asking the table for all children before one is
  // searched, telling other threads.
  static constexpr int least_glanced = 3 * 256, least_looked_up = 5 * 256, least_told = 8 * 256;

  struct Bounds {
    int low, high;
  };

  // What the table holds of a board: its margin lies in the bounds; `move` was best when it was last searched; `effort`
  // is the logarithm of the nodes that took.
  struct Known {
    Bounds bounds;
    Move move;
    int effort;

    std::uint32_t pack() const {
      return static_cast<std::uint32_t>(bounds.low + 256) << 22 | static_cast<std::uint32_t>(bounds.high + 256) << 12 |
             static_cast<std::uint32_t>(move + 1) << 6 | static_cast<std::uint32_t>(effort);
    }
    static Known unpack(std::uint32_t d) {
      return {{static_cast<int>(d >> 22) - 256, static_cast<int>(d >> 12 & 1023) - 256},
              static_cast<int>(d >> 6 & 63) - 1,
              static_cast<int>(d & 63)};
    }
  };

  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  int search(const Board& board, int n, int beta, Table::Key key);
  int search_child(const Child& c, int beta) {
    return c.same ? c.gain + search(c.board, c.seeds, beta - c.gain, c.key)
                  : c.gain - search(c.board, c.seeds, c.gain - beta + 1, c.key);
  }
  void make_child(const Board& board, Move move, int n, Child& child) const;
  // How far to look ahead for the order of the moves of a board with n seeds.
  int glance_depth(int n) const;
  Bounds look_up(const Child& child, bool in_table) const;

  // The best found so far of a board's moves.
  struct Best {
    int value;
    Move move;
  };
  Best search_moves(const Board& board, MoveSet moves, int n, int beta, Best best);

  const Kernel& kernel_;
  const Index& index_;
  const Margins& margins_;
  const Glance<Kernel> glance_;
  Table& table_;
  InHand* const in_hand_;
  std::atomic<bool>& stop_;
  // What searching a board with n seeds takes on average: the logarithm of nodes, in 256ths; 0 if none has been searched.
  std::array<int, max_seeds + 1> effort_{};
  std::uint64_t nodes_ = 0, node_limit_ = 0;
  std::atomic<std::uint64_t> counted_{0};
};

// Fills in the child in its place: when it was returned, a profile had search_moves wait an eighth of its time for the copy.
template <class Kernel>
void Solver<Kernel>::make_child(const Board& board, Move move, int n, Child& child) const {
  child.board = board;
  child.move = move;
  child.same = kernel_.play_unchecked(child.board, move);
  child.gain = kernel_.bank(child.board);
  child.seeds = n - child.gain;
  // All children are made before the first is looked up: by then the memory has answered.
  if (child.seeds > margins_.levels()) {
    child.key = board_key(index_, child.board);
    table_.prefetch(child.key);
  } else {
    const RankedBoard<Board> ranks(index_, child.board);
    child.key = index_.number(ranks.own, ranks.opp);
    __builtin_prefetch(margins_.level(child.seeds) + child.key);
  }
  child.order = (child.same ? 3000 : 0) + 400 * child.gain + 35 * child.move;
}

template <class Kernel>
int Solver<Kernel>::glance_depth(int n) const {
  int effort = 0;  // of boards with as many seeds, or of the nearest below
  for (int seeds = n; seeds > 0 && effort == 0; --seeds) effort = effort_[static_cast<std::size_t>(seeds)];
  return effort < least_glanced ? 0 : std::clamp(effort / 256 - 7, 1, 8);
}

// What is known of the move to this child without searching it, seen from the player who moves.
template <class Kernel>
auto Solver<Kernel>::look_up(const Child& c, bool in_table) const -> Bounds {
  Bounds b{-c.seeds, c.seeds};
  if (c.seeds <= margins_.levels())
    b.low = b.high = margins_.level(c.seeds)[c.key];
  else if (const auto data = in_table ? table_.probe(c.key) : 0)
    b = Known::unpack(data).bounds;
  return c.same ? Bounds{c.gain + b.low, c.gain + b.high} : Bounds{c.gain - b.high, c.gain - b.low};
}

template <class Kernel>
auto Solver<Kernel>::search_moves(const Board& board, MoveSet moves, int n, int beta, Best best) -> Best {
  std::array<Child, max_pits> children;
  int count = 0;
  for (; moves != 0; moves &= moves - 1)
    make_child(board, std::countr_zero(moves), n, children[static_cast<std::size_t>(count++)]);
  const int effort = effort_[static_cast<std::size_t>(n)];
  const bool in_table = effort >= least_looked_up, shared = in_hand_ != nullptr && effort >= least_told;
  const auto try_child = [&](const Child& child) {
    const int v = search_child(child, beta);
    if (v > best.value && !stopped()) best = {v, child.move};
    return v >= beta || stopped();
  };
  // What is known of the children already may decide, or at least spare searching some.
  int open = 0;
  for (int i = 0; i < count; ++i) {
    const Child& c = children[static_cast<std::size_t>(i)];
    const Bounds b = look_up(c, in_table);
    if (b.low >= beta) return {b.low, c.move};
    if (b.high < beta)
      best.value = std::max(best.value, b.high);
    else if (open++ != i)
      children[static_cast<std::size_t>(open) - 1] = c;
  }
  const int depth = open > 1 ? glance_depth(n) : 0;
  if (depth > 0)
    for (auto c = children.begin(); c != children.begin() + open; ++c) {
      const int after = glance_(c->board, c->seeds, depth - 1);
      c->order += c->gain * seed_value + (c->same ? after : -after);
    }
  int put_off = 0;  // so many moves, kept in front, are in the hands of other threads
  for (int i = 0; i < open; ++i) {
    const auto from = children.begin() + i;
    std::iter_swap(from, std::max_element(from, children.begin() + open,
                                          [](const Child& a, const Child& b) { return a.order < b.order; }));
    if (shared && in_hand_->has(from->key)) {
      std::iter_swap(children.begin() + put_off++, from);
      continue;
    }
    const InHand::Mark mark(shared ? in_hand_ : nullptr, from->key);
    if (try_child(*from)) return best;
  }
  for (int i = 0; i < put_off; ++i)
    if (try_child(children[static_cast<std::size_t>(i)])) return best;
  return best;
}

template <class Kernel>
int Solver<Kernel>::search(const Board& board, int n, int beta, Table::Key key) {
  if ((++nodes_ & 1023) == 0) {
    counted_.store(nodes_, std::memory_order_relaxed);
    if (nodes_ >= node_limit_) stop_.store(true, std::memory_order_relaxed);
  }
  if (n <= margins_.levels()) return margins_(board);
  if (n < beta) return n;
  if (-n >= beta) return -n;
  if (kernel_.side_empty(board)) return kernel_.rest(board);
  const MoveSet moves = kernel_.moves(board);
  if (moves == 0) return kernel_.rest(board);

  Known known{{-n, n}, no_move, 0};
  if (const auto data = table_.probe(key)) known = Known::unpack(data);
  if (known.bounds.low >= beta) return known.bounds.low;
  if (known.bounds.high < beta) return known.bounds.high;

  const std::uint64_t before = nodes_;
  Best best{-n, no_move};
  MoveSet others = moves;
  if (known.move != no_move) {
    Child child;
    make_child(board, known.move, n, child);
    best = {search_child(child, beta), known.move};
    others &= ~(MoveSet{1} << known.move);
  }
  if (best.value < beta && !stopped()) best = search_moves(board, others, n, beta, best);
  if (stopped()) return beta;

  if (best.value >= beta)
    known.bounds.low = std::max(known.bounds.low, best.value);
  else
    known.bounds.high = std::min(known.bounds.high, best.value);
  if (best.move != no_move) known.move = best.move;
  known.effort = std::bit_width(nodes_ - before);
  int& average = effort_[static_cast<std::size_t>(n)];
  average += (known.effort * 256 - average) / 16;
  table_.store(key, known.pack(), [](std::uint32_t d) { return Known::unpack(d).effort; });
  return best.value;
}

}  // namespace sow
