// One thread of the solver: exact margins by MTD(f), for games in which no board can repeat (Ruleset::never_repeats).
//
// Scores are relative to the current board: seeds already in the stores do not matter, so the same board with other
// stores shares one table entry. A board with n seeds in its pits is worth between -n and n.
//
// Move ordering favors the move that refutes with the smallest tree, and trees that overlap: moves that remove seeds
// from the board, and the same kind of move each time. A shallow search adds to the ordering score, deeper for larger
// trees. It halves the tree of kalah (6,4) and quarters that of owari; with the shallow search as the only criterion,
// kalah's tree is four times as large.
//
// search() uses null windows only: a result >= beta is a proven lower bound, a result < beta a proven upper bound.
// solve() repeats it until the bounds meet.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <vector>

#include "board/kernel.h"
#include "db/endgame_table.h"
#include "search/busy_boards.h"
#include "search/move_picker.h"
#include "search/proof_table.h"
#include "search/shallow_search.h"

namespace sow {

// Proven bounds on a margin in seeds; threads narrow them together.
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

  // `busy` is null if there is only one thread.
  SolverThread(const Kernel<W>& kernel, const Index& index, const EndgameTable& endgames, const Evaluation& evaluation,
               ProofTable& table, BusyBoards* busy, std::atomic<bool>& stop)
      : kernel_(kernel),
        index_(index),
        endgames_(endgames),
        shallow_(kernel, evaluation, stop),
        table_(table),
        busy_(busy),
        stop_(stop) {
    for (int n = 0; n <= index.max_seeds(); ++n) first_key_[n] = static_cast<std::uint64_t>(index.size_below(n));
  }

  // Narrows the bounds on the board's margin until they meet, or until stopped. A good first guess saves time. Sets the
  // stop flag itself after about `node_limit` nodes.
  void solve(const Board& board, int guess, ProvenBounds& proven, std::uint64_t node_limit = ~std::uint64_t{0}) {
    node_limit_ = node_limit;
    const int n = kernel_.seeds(board);
    const MoveSet moves = kernel_.legal(board);
    const ProofTable::Key key = fetch_key(board, n);
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

  // The bounds from the transposition table and the endgame tables, without any search.
  Bounds known(const Board& board) const {
    const int n = kernel_.seeds(board);
    if (endgames_.in_memory(n)) {
      const int value = endgames_.at(board);
      return {value, value};
    }
    const Proof proof = table_.probe(fetch_key(board, n));
    return proof.known() ? Bounds{proof.low, proof.high} : Bounds{-n, n};
  }

  // The moves that lead to this margin. Boards that are no longer in the table are searched again, up to `node_limit`
  // nodes; then the line ends early.
  std::vector<Move> line(Board board, int margin, std::size_t max_length, std::uint64_t node_limit);

  // May be read by another thread.
  std::uint64_t nodes() const { return counted_.load(std::memory_order_relaxed); }

 private:
  // Search effort is measured as the binary logarithm of nodes, with this unit.
  static constexpr int effort_unit = 256;
  // The average effort above which a technique pays off: a shallow search of one ply, probing the table for all
  // children before searching any, and BusyBoards.
  static constexpr int min_shallow_effort = 3 * effort_unit, min_probe_effort = 5 * effort_unit,
                       min_shared_effort = 8 * effort_unit;
  static constexpr int max_shallow_depth = 8;
  // Move ordering, in hundredths of a seed.
  static constexpr int extra_turn_bonus = 3000, gain_bonus = 400, last_pits_bonus = 35;
  static constexpr std::uint64_t count_interval = 1024;  // nodes between updates of the shared count; a power of two

  struct Best {
    int value;
    Move move;
  };

  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  int search(const Board& board, MoveSet moves, int n, int beta, ProofTable::Key key);
  int search_child(const Child& c, ProofTable::Key key, int n, int beta) {
    const int gain = c.gain;
    return c.same ? gain + search(c.board, c.moves, n - c.out, beta - gain, key)
                  : gain - search(c.board, c.moves, n - c.out, gain - beta + 1, key);
  }
  // The key in the transposition table, or the index in the endgame table if there is one with this many seeds.
  // Prefetches the entry.
  ProofTable::Key fetch_key(const Board& board, int seeds) const;
  // Depth of the shallow search that orders the moves of a board with n seeds.
  int shallow_depth(int n) const;
  Bounds probe(const Child& child, ProofTable::Key key, int seeds, bool in_table) const;
  Best search_moves(const Board& board, MoveSet moves, int n, int beta, Best best);

  const Kernel<W>& kernel_;
  const Index& index_;
  const EndgameTable& endgames_;
  const ShallowSearch<W> shallow_;
  ProofTable& table_;
  BusyBoards* const busy_;
  std::atomic<bool>& stop_;
  std::array<std::uint64_t, max_seeds + 1> first_key_{};  // of the boards with n seeds
  std::array<int, max_seeds + 1> effort_{};  // moving average of the effort for a board with n seeds; 0 if unknown
  std::uint64_t nodes_ = 0, node_limit_ = 0;
  std::atomic<std::uint64_t> counted_{0};
};

template <int W>
ProofTable::Key SolverThread<W>::fetch_key(const Board& board, int seeds) const {
  const std::uint64_t number = index_.number(board);
  if (endgames_.in_memory(seeds)) {
    prefetch(endgames_.level(seeds) + number);
    return number;
  }
  const ProofTable::Key key = table_.scrambled(first_key_[seeds] + number);
  table_.prefetch(key);
  return key;
}

template <int W>
int SolverThread<W>::shallow_depth(int n) const {
  int effort = 0;  // for n seeds, or else for the next smaller number that is known
  for (int seeds = n; seeds > 0 && effort == 0; --seeds) effort = effort_[seeds];
  constexpr int logarithm_at_depth_0 = 7;
  return effort < min_shallow_effort ? 0
                                     : std::clamp(effort / effort_unit - logarithm_at_depth_0, 1, max_shallow_depth);
}

// The known bounds on the move to this child, from the view of the player who makes it.
template <int W>
auto SolverThread<W>::probe(const Child& c, ProofTable::Key key, int seeds, bool in_table) const -> Bounds {
  Bounds b{-seeds, seeds};
  if (endgames_.in_memory(seeds))
    b.low = b.high = endgames_.level(seeds)[key];
  else if (in_table)
    if (const Proof proof = table_.probe(key); proof.known()) b = {proof.low, proof.high};
  return c.same ? Bounds{c.gain + b.low, c.gain + b.high} : Bounds{c.gain - b.high, c.gain - b.low};
}

template <int W>
std::vector<Move> SolverThread<W>::line(Board board, int margin, std::size_t max_length, std::uint64_t node_limit) {
  node_limit_ = node_limit;
  std::vector<Move> moves;
  while (moves.size() < max_length) {
    Child children[max_moves];
    const int n = kernel_.seeds(board), count = kernel_.expand(board, kernel_.legal(board), children);
    const auto key = [&](const Child& c) { return fetch_key(c.board, n - c.out); };
    const Child* next = std::find_if(children, children + count,
                                     [&](const Child& c) { return probe(c, key(c), n - c.out, true).low >= margin; });
    if (next == children + count)
      next = std::find_if(children, children + count,
                          [&](const Child& c) { return search_child(c, key(c), n, margin) >= margin || stopped(); });
    if (next == children + count || stopped()) break;
    moves.push_back(next->move);
    margin = next->same ? margin - next->gain : next->gain - margin;
    board = next->board;
  }
  return moves;
}

template <int W>
auto SolverThread<W>::search_moves(const Board& board, MoveSet moves, int n, int beta, Best best) -> Best {
  Child children[max_moves];
  OrderedMove open[max_moves];
  const int count = kernel_.expand(board, moves, children);
  for (int i = 0; i < count; ++i) {
    const Child& c = children[i];
    open[i] = {.order = (c.same ? extra_turn_bonus : 0) + gain_bonus * c.gain + last_pits_bonus * c.move,
               .index = i,
               .rank = 0,
               .key = fetch_key(c.board, n - c.out)};
  }
  const int effort = effort_[n];
  const bool in_table = effort >= min_probe_effort, shared = busy_ != nullptr && effort >= min_shared_effort;
  // Enhanced transposition cutoff: a known bound on a child may decide the search, or at least exclude the move.
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
    for (OrderedMove* o = open; o != open + left; ++o) {
      const Child& c = children[o->index];
      const int after = shallow_(c.board, c.moves, n - c.out, depth - 1);
      o->order += c.gain * seed_value + (c.same ? after : -after);
    }
  BusyBoards* const busy = shared ? busy_ : nullptr;
  MovePicker picker(open, left, busy);
  while (const OrderedMove* const move = picker.next()) {
    const BusyBoards::Mark mark(busy, move->key);
    const Child& child = children[move->index];
    const int v = search_child(child, move->key, n, beta);
    if (v > best.value && !stopped()) best = {v, child.move};
    if (v >= beta || stopped()) break;
  }
  return best;
}

template <int W>
int SolverThread<W>::search(const Board& board, MoveSet moves, int n, int beta, ProofTable::Key key) {
  if (++nodes_ % count_interval == 0) {
    counted_.store(nodes_, std::memory_order_relaxed);
    checkpoint();
    if (nodes_ >= node_limit_) stop_.store(true, std::memory_order_relaxed);
  }
  if (endgames_.in_memory(n)) return endgames_.at(board);
  if (n < beta) return n;
  if (-n >= beta) return -n;
  if (moves == 0) return kernel_.rest(board);

  Proof entry{-n, n, no_move, 0};
  if (const Proof known = table_.probe(key); known.known()) entry = known;
  if (entry.low >= beta) return entry.low;
  if (entry.high < beta) return entry.high;

  const std::uint64_t before = nodes_;
  Best best{-n, no_move};
  if ((moves & (entry.move != no_move ? set_of(entry.move) : 0)) != 0) {
    Child child;
    kernel_.make(board, entry.move, child);
    best = {search_child(child, fetch_key(child.board, n - child.out), n, beta), entry.move};
    moves &= ~set_of(entry.move);
  }
  if (best.value < beta && !stopped()) best = search_moves(board, moves, n, beta, best);
  if (stopped()) return beta;

  if (best.value >= beta)
    entry.low = std::max(entry.low, best.value);
  else
    entry.high = std::min(entry.high, best.value);
  if (best.move != no_move) entry.move = best.move;
  entry.effort = std::bit_width(nodes_ - before);
  constexpr int averaged_searches = 16;
  int& average = effort_[n];
  average += (entry.effort * effort_unit - average) / averaged_searches;
  if (entry.effort > 0) table_.store(key, entry);
  return best.value;
}

}  // namespace sow
