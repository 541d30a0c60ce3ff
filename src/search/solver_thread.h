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
#include <vector>

#include "board/kernel.h"
#include "db/endgame_table.h"
#include "search/board_key.h"
#include "search/busy_boards.h"
#include "search/shallow_search.h"
#include "search/table.h"

namespace sow {

// What is proven of a margin, in seeds; threads narrow it together.
class ProvenBounds {
 public:
  ProvenBounds(int low, int high) : low_(low), high_(high) {}

  int low() const { return low_.load(std::memory_order_relaxed); }
  int high() const { return high_.load(std::memory_order_relaxed); }
  bool open() const { return low() < high(); }

  void at_least(int value) {
    for (int now = low(); now < value && !low_.compare_exchange_weak(now, value);) {
    }
  }
  void at_most(int value) {
    for (int now = high(); now > value && !high_.compare_exchange_weak(now, value);) {
    }
  }

 private:
  std::atomic<int> low_, high_;
};

template <int W>
class SolverThread {
 public:
  using Board = sow::Board<W>;
  using Child = sow::Child<W>;

  // `index` covers all boards of the game, `endgames` those with few seeds (possibly none); `busy` is shared by the
  // threads that share the table, null if there is only one.
  SolverThread(const Kernel<W>& kernel, const Index& index, const EndgameTable& endgames, const Evaluation& evaluation,
               Table& table, BusyBoards* busy, std::atomic<bool>& stop)
      : kernel_(kernel),
        index_(index),
        endgames_(endgames),
        shallow_(kernel, evaluation),
        table_(table),
        busy_(busy),
        stop_(stop) {}

  // Narrows what is proven of the board's margin until nothing is left, or it is stopped. A good guess saves time, a bad one
  // costs nothing else. After about `node_limit` nodes it sets the stop itself; what it has learnt stays in the table.
  void solve(const Board& board, int guess, ProvenBounds& proven, std::uint64_t node_limit = ~std::uint64_t{0}) {
    node_limit_ = node_limit;
    const int n = kernel_.seeds(board);
    const MoveSet moves = kernel_.legal(board);
    const Table::Key key = board_key(index_, board);
    for (int value = guess; proven.open();) {
      const int low = proven.low();
      value = std::clamp(value, low, std::max(low, proven.high()));
      const int beta = value == low ? value + 1 : value;
      value = search(board, moves, n, beta, key);
      counted_.store(nodes_, std::memory_order_relaxed);
      if (stopped()) return;
      if (value < beta)
        proven.at_most(value);
      else
        proven.at_least(value);
    }
  }

  struct Bounds {
    int low, high;
  };

  // What the table and the endings say of a board, without any search.
  Bounds known(const Board& board) const {
    const int n = kernel_.seeds(board);
    if (n <= endgames_.levels()) {
      const int value = endgames_.at(board);
      return {value, value};
    }
    const auto data = table_.probe(board_key(index_, board));
    return data != 0 ? Known::unpack(data).bounds : Bounds{-n, n};
  }

  // The moves by which a board comes to its margin, as far as the table still knows them.
  std::vector<Move> line(Board board, int margin, std::size_t longest) const;

  // May be read by another thread.
  std::uint64_t nodes() const { return counted_.load(std::memory_order_relaxed); }

 private:
  // From which effort on (see effort_) something pays: a shallow search of one ply, probing the table for all children
  // before one is searched, telling other threads.
  static constexpr int min_shallow_effort = 3 * 256, min_probe_effort = 5 * 256, min_shared_effort = 8 * 256;

  // What the table holds of a board: its margin lies in the bounds; `move` was best when it was last searched; `effort`
  // is the logarithm of the nodes that took.
  //
  //   | low + 255: 9 bits | high + 255: 9 | move + 1: 7 | effort: 6 | 1: 1 |
  struct Known {
    Bounds bounds;
    Move move;
    int effort;

    std::uint32_t pack() const {
      return static_cast<std::uint32_t>(bounds.low + 255) << 23 | (bounds.high + 255) << 14 | (move + 1) << 7 |
             effort << 1 | 1;
    }
    static Known unpack(std::uint32_t d) {
      return {{static_cast<int>(d >> 23) - 255, static_cast<int>(d >> 14 & 511) - 255},
              static_cast<int>(d >> 7 & 127) - 1,
              static_cast<int>(d >> 1 & 63)};
    }
  };

  // A move that waits to be searched.
  struct Open {
    int order, index;
    Table::Key key;  // where the endgame table knows the board: its number there
  };
  // The best found so far of a board's moves.
  struct Best {
    int value;
    Move move;
  };

  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  int search(const Board& board, MoveSet moves, int n, int beta, Table::Key key);
  int search_child(const Child& c, Table::Key key, int n, int beta) {
    const int gain = c.gain;
    return c.same ? gain + search(c.board, c.moves, n - c.out, beta - gain, key)
                  : gain - search(c.board, c.moves, n - c.out, gain - beta + 1, key);
  }
  // All children's keys are fetched before the first is probed: by then the memory has answered.
  Table::Key fetch_key(const Board& board, int seeds) const;
  // How many plies to look ahead for the order of the moves of a board with n seeds.
  int shallow_depth(int n) const;
  Bounds probe(const Child& child, Table::Key key, int seeds, bool in_table) const;
  Best search_moves(const Board& board, MoveSet moves, int n, int beta, Best best);

  const Kernel<W>& kernel_;
  const Index& index_;
  const EndgameTable& endgames_;
  const ShallowSearch<W> shallow_;
  Table& table_;
  BusyBoards* const busy_;
  std::atomic<bool>& stop_;
  // What searching a board with n seeds takes on average: the logarithm of nodes, in 256ths; 0 if none has been searched.
  std::array<int, max_seeds + 1> effort_{};
  std::uint64_t nodes_ = 0, node_limit_ = 0;
  std::atomic<std::uint64_t> counted_{0};
};

template <int W>
Table::Key SolverThread<W>::fetch_key(const Board& board, int seeds) const {
  if (seeds > endgames_.levels()) {
    const Table::Key key = board_key(index_, board);
    table_.prefetch(key);
    return key;
  }
  const std::uint64_t number = index_.number(board);
  __builtin_prefetch(endgames_.level(seeds) + number);
  return number;
}

template <int W>
int SolverThread<W>::shallow_depth(int n) const {
  int effort = 0;  // of boards with as many seeds, or of the nearest below
  for (int seeds = n; seeds > 0 && effort == 0; --seeds) effort = effort_[seeds];
  return effort < min_shallow_effort ? 0 : std::clamp(effort / 256 - 7, 1, 8);
}

// What is known of the move to this child without searching it, seen from the player who moves.
template <int W>
auto SolverThread<W>::probe(const Child& c, Table::Key key, int seeds, bool in_table) const -> Bounds {
  Bounds b{-seeds, seeds};
  if (seeds <= endgames_.levels())
    b.low = b.high = endgames_.level(seeds)[static_cast<std::uint64_t>(key)];
  else if (const auto data = in_table ? table_.probe(key) : 0)
    b = Known::unpack(data).bounds;
  return c.same ? Bounds{c.gain + b.low, c.gain + b.high} : Bounds{c.gain - b.high, c.gain - b.low};
}

template <int W>
std::vector<Move> SolverThread<W>::line(Board board, int margin, std::size_t longest) const {
  std::vector<Move> moves;
  while (moves.size() < longest) {
    Child children[max_moves];
    const int n = kernel_.seeds(board), count = kernel_.expand(board, kernel_.legal(board), children);
    const Child* next = std::find_if(children, children + count, [&](const Child& c) {
      return probe(c, fetch_key(c.board, n - c.out), n - c.out, true).low >= margin;
    });
    if (next == children + count) break;
    moves.push_back(next->move);
    margin = next->same ? margin - next->gain : next->gain - margin;
    board = next->board;
  }
  return moves;
}

template <int W>
auto SolverThread<W>::search_moves(const Board& board, MoveSet moves, int n, int beta, Best best) -> Best {
  Child children[max_moves];
  Open open[max_moves];
  const int count = kernel_.expand(board, moves, children);
  for (int i = 0; i < count; ++i) {
    const Child& c = children[i];
    open[i] = {(c.same ? 3000 : 0) + 400 * c.gain + 35 * c.move, i, fetch_key(c.board, n - c.out)};
  }
  const int effort = effort_[n];
  const bool in_table = effort >= min_probe_effort, shared = busy_ != nullptr && effort >= min_shared_effort;
  const auto try_move = [&](const Open& move) {
    const Child& child = children[move.index];
    const int v = search_child(child, move.key, n, beta);
    if (v > best.value && !stopped()) best = {v, child.move};
    return v >= beta || stopped();
  };
  // What is known of the children already may decide, or at least spare searching some.
  int left = 0;
  for (int i = 0; i < count; ++i) {
    const Child& c = children[i];
    const Bounds b = probe(c, open[i].key, n - c.out, in_table);
    if (b.low >= beta) return {b.low, c.move};
    if (b.high < beta)
      best.value = std::max(best.value, b.high);
    else
      open[left++] = open[i];
  }
  const int depth = left > 1 ? shallow_depth(n) : 0;
  if (depth > 0)
    for (Open* o = open; o != open + left; ++o) {
      const Child& c = children[o->index];
      const int after = shallow_(c.board, c.moves, n - c.out, depth - 1);
      o->order += c.gain * seed_value + (c.same ? after : -after);
    }
  int put_off = 0;  // so many moves, kept in front, are being searched by other threads
  for (int i = 0; i < left; ++i) {
    std::swap(open[i],
              *std::max_element(open + i, open + left, [](const Open& a, const Open& b) { return a.order < b.order; }));
    if (shared && busy_->has(open[i].key)) {
      std::swap(open[put_off++], open[i]);
      continue;
    }
    const BusyBoards::Mark mark(shared ? busy_ : nullptr, open[i].key);
    if (try_move(open[i])) return best;
  }
  for (int i = 0; i < put_off; ++i)
    if (try_move(open[i])) return best;
  return best;
}

template <int W>
int SolverThread<W>::search(const Board& board, MoveSet moves, int n, int beta, Table::Key key) {
  if ((++nodes_ & 1023) == 0) {
    counted_.store(nodes_, std::memory_order_relaxed);
    if (nodes_ >= node_limit_) stop_.store(true, std::memory_order_relaxed);
  }
  if (n <= endgames_.levels()) return endgames_.at(board);
  if (n < beta) return n;
  if (-n >= beta) return -n;
  if (moves == 0) return kernel_.rest(board);

  Known known{{-n, n}, no_move, 0};
  if (const auto data = table_.probe(key)) known = Known::unpack(data);
  if (known.bounds.low >= beta) return known.bounds.low;
  if (known.bounds.high < beta) return known.bounds.high;

  const std::uint64_t before = nodes_;
  Best best{-n, no_move};
  if (known.move != no_move) {
    Child child;
    kernel_.make(board, known.move, child);
    best = {search_child(child, fetch_key(child.board, n - child.out), n, beta), known.move};
    moves &= ~set_of(known.move);
  }
  if (best.value < beta && !stopped()) best = search_moves(board, moves, n, beta, best);
  if (stopped()) return beta;

  if (best.value >= beta)
    known.bounds.low = std::max(known.bounds.low, best.value);
  else
    known.bounds.high = std::min(known.bounds.high, best.value);
  if (best.move != no_move) known.move = best.move;
  known.effort = std::bit_width(nodes_ - before);
  int& average = effort_[n];
  average += (known.effort * 256 - average) / 16;
  table_.store(key, known.pack(), [](std::uint32_t d) { return Known::unpack(d).effort; });
  return best.value;
}

}  // namespace sow
