// The search below the root: negamax with alpha-beta for all games. search_thread.h has the root and iterative
// deepening.
//
// search() is fail-soft: the result is exact inside the window, an upper bound if it is at most alpha, and a lower
// bound if it is at least beta. Scores are relative to the current board, so a board with n seeds in its pits is worth
// between -n and n seeds. The sign does not change after an extra turn.
//
// Besides its value, each result carries proven bounds (Margin): both bounds at the end of the game and in the endgame
// databases, and none for estimates and for results that depend on a repetition.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "base/platform.h"
#include "board/kernel.h"
#include "board/long_turns.h"
#include "db/probe_board.h"
#include "search/board_key.h"
#include "search/evaluation.h"
#include "search/move_picker.h"
#include "search/search_entry.h"
#include "search/search_shared.h"
#include "search/table.h"

namespace sow {

template <int W>
class TreeSearch {
 public:
  using Board = sow::Board<W>;
  using Child = sow::Child<W>;

  TreeSearch(const Kernel<W>& kernel, const Index& index, const EndgameTable& endgames, const Evaluation& evaluation,
             Table* table)
      : kernel_(kernel),
        index_(index),
        endgames_(endgames),
        evaluation_(evaluation),
        table_(table),
        cyclic_(!kernel.rules().never_repeats()),
        has_stores_(kernel.rules().has_stores()),
        reverse_futility_margin_(has_stores_ ? reverse_futility_margin : reverse_futility_margin_without_stores),
        history_(kernel.layout().moves().size()) {}

  // A board of the game's history or of the current search path.
  struct Visit {
    Board board;
    Player mover;
  };

  void clear_history() {
    for (auto& row : history_) row.fill(0);
  }

  // Starts the search of another root. `before`: the boards of the game since its last capture, without the root.
  void set_path(std::vector<Visit> before) {
    path_ = std::move(before);
    for (auto& row : history_)
      for (auto& v : row) v /= history_aging;
    killers_.fill(no_move);
    nodes_ = flushed_ = db_hits_ = 0;
  }

  // To be called on the thread that searches.
  void share(SearchShared& shared) {
    shared_ = &shared;
    laps_.reset();
  }

  // Searches a root move; the score is from the view of the player who makes it. Meaningless if the search was stopped.
  Margin search_move(const Visit& root, Move move, int depth, int alpha, int beta);
  // The principal variation after that move, if its score is inside the window.
  std::span<const std::int8_t> line() const { return {pv_[1].data(), static_cast<std::size_t>(pv_length_[1])}; }

  // The best move according to the transposition table, or else according to the databases; no_move if unknown.
  Move known_move(const Board& board) const;

  // The boards that threads are searching to this depth or more; null if they are not shared at this depth.
  BusyBoards* busy(int depth) const { return table_ != nullptr && depth >= min_shared_depth ? shared_->busy : nullptr; }
  // The transposition table key of a board that will be searched to this depth. Prefetches its entry.
  Table::Key fetch_key(const Board& board, int depth) const {
    if (!uses_table(depth)) return 0;
    const Table::Key key = board_key(index_, board);
    table_->prefetch(key);
    return key;
  }

  const std::vector<Visit>& path() const { return path_; }
  std::uint64_t db_hits() const { return db_hits_; }
  // Adds the nodes searched since the last call to the shared count.
  void flush(SearchShared& shared) {
    shared.nodes.fetch_add(nodes_ - flushed_, std::memory_order_relaxed);
    flushed_ = nodes_;
  }

 private:
  static constexpr int max_ply = 127;
  static constexpr int min_table_depth = 3;  // below this, a probe costs more than the search it saves
  static constexpr int min_shared_depth = min_table_depth + 1;  // below this, searches are too short for BusyBoards
  static constexpr int min_file_depth = 4;  // reading a file costs as much as a search of a few plies
  static constexpr int max_reverse_futility_depth = 7;
  static constexpr int max_futility_depth = 4;
  // Scores below are in hundredths of a seed, and margins per ply. In games without stores, no seed is ever safe.
  static constexpr int reverse_futility_margin = 70, reverse_futility_margin_without_stores = 600;
  static constexpr int futility_margin = 500;
  static constexpr int extra_turn_bonus = 200, killer_bonus = 150;
  static constexpr int max_history = 600, history_aging = 4;
  static constexpr std::uint64_t node_flush_interval = 32, clock_interval = 512;  // nodes; powers of two

  // Late move reductions: the number of plies by which the nth move (from 0) is reduced.
  static int reduction(int depth, int nth) {
    if (depth < 3 || nth < 2) return 0;
    if (depth < 4 || nth < 4) return 1;
    return depth < 6 || nth < 8 ? 2 : 3;
  }

  bool uses_table(int depth) const { return table_ != nullptr && depth >= min_table_depth; }

  // Long turns count as several nodes, so that a node limit also bounds the time.
  bool stopped() {
    SearchShared& shared = *shared_;
    const bool long_turns = laps_.expired();
    if (long_turns) nodes_ += laps_.take_nodes();
    if (nodes_ % node_flush_interval == 0 || long_turns) {
      flush(shared);
      if (shared.nodes.load(std::memory_order_relaxed) >= shared.node_limit)
        shared.stop.store(true, std::memory_order_relaxed);
    }
    if (nodes_ % clock_interval == 0 || long_turns) {
      checkpoint();
      if ((shared.interrupt != nullptr && shared.interrupt->load(std::memory_order_relaxed)) ||
          std::chrono::steady_clock::now() >= shared.deadline)
        shared.stop.store(true, std::memory_order_relaxed);
    }
    return shared.stopped();
  }

  // A board on the search path. `key` is only valid if the depth is large enough for the transposition table.
  struct Node {
    const Child& child;
    Table::Key key;
    int seeds;
    Player mover;
  };
  // The best move searched so far, and the bounds that all moves searched so far prove together.
  struct Best {
    Margin margin{-unbounded, -unbounded, -unbounded};
    Move move = no_move;

    void add(const Margin& m, Move tried) {
      const bool all_from_above = margin.proven_from_above() && m.proven_from_above();
      if (m.value > margin.value || (m.value == margin.value && m.proven_from_below() && !margin.proven_from_below())) {
        margin.low = m.proven_from_below() ? m.value : -unbounded;
        margin.value = m.value;
        move = tried;
      }
      margin.high = all_from_above ? margin.value : unbounded;  // an upper bound needs an upper bound on every move
    }
    // The remaining moves are pruned; they are estimated to be worth at most `value`.
    void prune(int value) {
      if (value > margin.value) margin = Margin::estimate(value);
      margin.high = unbounded;
    }
  };
  // Index of the first board of path_ that can still be repeated.
  using Since = std::size_t;

  Margin search(const Node& node, int depth, int ply, Since since, int alpha, int beta);
  Margin search_moves(const Node& node, Move table_move, int depth, int ply, Since since, int alpha, int beta);
  Margin search_frontier(const Node& node, int ply, Since since, int alpha, int beta);
  Margin game_over(const Board& board) const;
  std::optional<Margin> probe_databases(const Board& board, int seeds, int depth, bool fresh, int alpha, int beta);
  int static_evaluation(const Board& board, int seeds) const;
  std::optional<Margin> repetition_or_ply_limit(const Board& board, Player mover, Since since) const;
  std::optional<Margin> reverse_futility(const Board& board, int seeds, int depth, int alpha, int beta) const;
  // Futility pruning: a move with this ordering score is very unlikely to raise alpha, and so are the moves after it.
  // Gains 54 ± 29 Elo in hus at 5,000 nodes per move (up to three plies), and nothing in oware (docs/strength.md).
  bool futile(int order, int depth, int alpha, int beta) const {
    return !has_stores_ && depth <= max_futility_depth && beta - alpha == 1 && order + futility_margin * depth <= alpha;
  }
  // The score of a move from the view of the player who makes it.
  Margin search_child(const Child& child, Table::Key key, const Node& parent, int depth, int ply, Since since,
                      int alpha, int beta);
  Move proven_move(const Board& board) const;
  // Sets the principal variation of this ply to the move followed by the principal variation of the next ply.
  void update_pv(int ply, Move move);
  int order(const Board& board, const Child& child, int seeds, int ply) const;
  void update_killer_and_history(const Board& board, Move move, int depth, int ply);
  // Whether no earlier board can be repeated after this move. In games without stores, captures are treated as
  // irreversible: seeds remain in play, but hardly ever lead to the same board, and only estimates depend on it.
  bool irreversible(const Child& child) const { return child.out > 0 || (!has_stores_ && child.taken > 0); }
  unsigned seeds_sown(const Board& board, Move move) const {
    return std::min(board.own.get(kernel_.layout().moves()[move].from.pit), 63u);
  }

  const Kernel<W>& kernel_;
  const Index& index_;
  const EndgameTable& endgames_;
  const Evaluation& evaluation_;
  Table* table_;
  const bool cyclic_, has_stores_;
  const int reverse_futility_margin_;  // per ply

  SearchShared* shared_ = nullptr;
  std::vector<Visit> path_;
  std::vector<std::array<int, 64>> history_;  // [move][seeds sown]
  std::array<Move, max_ply + 2> killers_{};
  std::array<std::array<std::int8_t, max_ply + 2>, max_ply + 2> pv_{};
  std::array<int, max_ply + 2> pv_length_{};
  std::uint64_t nodes_ = 0, flushed_ = 0, db_hits_ = 0;
  LapMeter laps_;
};

// The score of a board on which the game is over.
template <int W>
Margin TreeSearch<W>::game_over(const Board& board) const {
  const int rest = kernel_.rest(board);
  // With a limit on plies without a capture, the game may end before it reaches this board: nothing is proven.
  return kernel_.rules().quiet > 0 ? Margin::estimate(rest * seed_value) : Margin::exactly(rest);
}

// Probes the databases. In games with repetitions, only after an irreversible move (`fresh`): otherwise the board may
// repeat an earlier one, and a winning player who sees the same score after every move would not make progress. Files
// are slower than memory and are only probed at larger depths.
template <int W>
std::optional<Margin> TreeSearch<W>::probe_databases(const Board& board, int seeds, int depth, bool fresh, int alpha,
                                                     int beta) {
  if (!endgames_.has(seeds) || (cyclic_ && !fresh)) return std::nullopt;
  if (seeds > endgames_.max_seeds() && depth < min_file_depth) return std::nullopt;
  const auto margin = try_probe_board(kernel_, endgames_, board, seeds);
  if (!margin) return std::nullopt;
  ++db_hits_;
  if (margin->exact()) return margin;
  if (margin->low >= beta) return Margin::at_least(margin->low);
  if (margin->high <= alpha) return Margin::at_most(margin->high);
  return std::nullopt;
}

// Static evaluation, corrected by the databases. A database win counts slightly less than a win that the search has
// found, so that the winning player makes progress.
template <int W>
int TreeSearch<W>::static_evaluation(const Board& board, int seeds) const {
  if (!cyclic_ || !endgames_.in_memory(seeds)) return evaluation_(board, seeds);
  const Margin m = probe_board(kernel_, endgames_, board, seeds);
  if (m.exact()) return m.value - (m.value > 0) + (m.value < 0);
  return std::clamp(evaluation_(board, seeds), m.low, m.high);
}

// The score if the game ends by repetition or by the limit on plies without a capture. It depends on the path, so it
// proves nothing.
template <int W>
std::optional<Margin> TreeSearch<W>::repetition_or_ply_limit(const Board& board, Player mover, Since since) const {
  const Ruleset& rules = kernel_.rules();
  bool over = rules.quiet > 0 && path_.size() - since >= rules.quiet;
  if (rules.repeat_count > 0)
    for (std::size_t i = path_.size(); !over && i > since; --i)
      over = path_[i - 1].mover == mover && path_[i - 1].board == board;
  if (!over) return std::nullopt;
  if (rules.repeat == Repeat::split) return Margin::estimate(0);
  return Margin::estimate(seed_value * kernel_.held(board));
}

// Reverse futility pruning in null windows. Gains 115 Elo in oware at 5,000 nodes per move and 80 Elo at 50,000
// (docs/strength.md). The counterpart for bad scores (razoring) gained nothing more.
template <int W>
std::optional<Margin> TreeSearch<W>::reverse_futility(const Board& board, int seeds, int depth, int alpha,
                                                      int beta) const {
  if (depth > max_reverse_futility_depth || beta - alpha > 1) return std::nullopt;
  const int value = static_evaluation(board, seeds) - reverse_futility_margin_ * depth;
  return value >= beta ? std::optional(Margin::estimate(value)) : std::nullopt;
}

// Ordering score: static evaluation after the move, with bonuses for extra turns, killers, and history.
template <int W>
int TreeSearch<W>::order(const Board& board, const Child& child, int seeds, int ply) const {
  const int after = evaluation_(child.board, seeds - child.out);
  int v = child.gain * seed_value + (child.same ? after + extra_turn_bonus : -after);
  if (killers_[ply] == child.move) v += killer_bonus;
  return v + history_[child.move][seeds_sown(board, child.move)];
}

template <int W>
void TreeSearch<W>::update_killer_and_history(const Board& board, Move move, int depth, int ply) {
  killers_[ply] = move;
  int& h = history_[move][seeds_sown(board, move)];
  h += depth * depth;
  if (h > max_history)
    for (auto& row : history_)
      for (auto& v : row) v /= 2;
}

template <int W>
Margin TreeSearch<W>::search_child(const Child& child, Table::Key key, const Node& parent, int depth, int ply,
                                   Since since, int alpha, int beta) {
  if (cyclic_ && irreversible(child)) since = path_.size();
  const int gain = child.gain * seed_value;
  const Node node{child, key, parent.seeds - child.out, child.same ? parent.mover : other(parent.mover)};
  const Margin m = child.same ? search(node, depth, ply, since, alpha - gain, beta - gain)
                              : search(node, depth, ply, since, gain - beta, gain - alpha);
  return m.up(gain, child.same);
}

template <int W>
Margin TreeSearch<W>::search(const Node& node, int depth, int ply, Since since, int alpha, int beta) {
  const Board& board = node.child.board;
  ++nodes_;
  pv_length_[ply] = 0;
  // Step 1. Endgame databases
  if (const auto margin = probe_databases(board, node.seeds, depth, since > 0, alpha, beta)) return *margin;
  // Step 2. End of the game, repetition, and the limit on plies without a capture
  if (node.child.moves == 0) return game_over(board);
  if (cyclic_)
    if (const auto margin = repetition_or_ply_limit(board, node.mover, since)) return *margin;
  // Step 3. Seed count pruning, the counterpart of mate distance pruning: only the seeds in the pits are left to win
  const int seeds_left = node.seeds * seed_value;
  if (alpha >= seeds_left) return Margin::at_most(seeds_left);
  if (beta <= -seeds_left) return Margin::at_least(-seeds_left);
  if (stopped()) return {};
  // Step 4. Leaf and frontier nodes
  if (depth <= 0) return Margin::estimate(static_evaluation(board, node.seeds));
  if (depth == 1 || ply >= max_ply) return search_frontier(node, ply, since, alpha, beta);
  // Step 5. Transposition table
  Move table_move = no_move;
  if (uses_table(depth))
    if (const auto data = table_->probe(node.key)) {
      const SearchEntry entry = SearchEntry::unpack(data);
      if (entry.decides(depth, alpha, beta)) return entry.margin;
      table_move = entry.move;
    }
  // Step 6. Reverse futility pruning
  if (const auto margin = reverse_futility(board, node.seeds, depth, alpha, beta)) return *margin;
  // Step 7. Loop through the moves
  if (cyclic_) path_.push_back({board, node.mover});
  const Margin margin = search_moves(node, table_move, depth, ply, since, alpha, beta);
  if (cyclic_) path_.pop_back();
  return margin;
}

template <int W>
Margin TreeSearch<W>::search_moves(const Node& node, Move table_move, int depth, int ply, Since since, int alpha,
                                   int beta) {
  const Board& board = node.child.board;
  MoveSet moves = node.child.moves;
  Best best;
  const int old_alpha = alpha;
  int searched = 0;
  // `nth` is the rank of the move in the ordering, even if the move was deferred.
  const auto try_move = [&](const Child& child, Table::Key key, int nth) {
    const BusyBoards::Mark mark(nth > 0 ? busy(depth - 1) : nullptr, key);
    const auto search_with = [&](int plies_less, int high) {
      return search_child(child, key, node, depth - 1 - plies_less, ply + 1, since, alpha, high);
    };
    // Step 10. Late move reductions, except after extra turns
    const int reduced = child.same ? 0 : reduction(depth, nth);
    // Step 11. Principal variation search: a null window for all moves but the first, repeated with full depth and then
    // with the full window if the move turns out to be better than expected
    Margin m = search_with(reduced, searched++ == 0 ? beta : alpha + 1);
    if (reduced > 0 && m.value > alpha) m = search_with(0, alpha + 1);
    if (searched > 1 && m.value > alpha && m.value < beta) m = search_with(0, beta);
    // Step 12. New best move and beta cutoff
    best.add(m, child.move);
    if (m.value > alpha) {
      alpha = m.value;
      update_pv(ply, child.move);
    }
    if (alpha >= beta) update_killer_and_history(board, child.move, depth, ply);
    return alpha >= beta;
  };

  // Step 8. The table move first, before the other moves are generated
  bool cutoff = false;
  if (table_move != no_move) {
    moves &= ~set_of(table_move);
    Child child;
    kernel_.make(board, table_move, child);
    cutoff = try_move(child, fetch_key(child.board, depth - 1), 0);
  }
  if (!cutoff && moves != 0) {
    Child children[max_moves];
    OrderedMove list[max_moves];
    const int count = kernel_.expand(board, moves, children);
    // All keys first: the cache misses overlap, and the evaluation of the children covers their latency.
    for (int i = 0; i < count; ++i) list[i].key = fetch_key(children[i].board, depth - 1);
    for (int i = 0; i < count; ++i) {
      list[i].order = order(board, children[i], node.seeds, ply);
      list[i].index = i;
    }
    const int first_rank = searched;
    MovePicker picker(list, count, busy(depth - 1), first_rank > 0 ? 0 : 1);
    while (!cutoff) {
      const OrderedMove* const move = picker.next();
      if (move == nullptr) break;
      // Step 9. Futility pruning of this move and all moves after it
      if (searched > 0 && futile(move->order, depth, alpha, beta)) {
        best.prune(move->order + futility_margin * depth);
        picker.skip_to_deferred();
      } else {
        cutoff = try_move(children[move->index], move->key, first_rank + move->rank);
      }
    }
  }
  if (shared_->stopped()) return {};
  // Step 13. Store the result in the transposition table
  if (cutoff) best.margin.high = unbounded;  // the remaining moves may be even better
  if (uses_table(depth)) {
    const int value = best.margin.value;
    const Bound bound = value >= beta ? Bound::lower : value > old_alpha ? Bound::exact : Bound::upper;
    const SearchEntry entry{best.margin, depth, best.move, bound};
    table_->store(node.key, entry.pack(), [](std::uint32_t d) { return SearchEntry::unpack(d).worth(); });
  }
  return best.margin;
}

template <int W>
void TreeSearch<W>::update_pv(int ply, Move move) {
  pv_[ply][0] = move;
  std::copy_n(pv_[ply + 1].begin(), pv_length_[ply + 1], pv_[ply].begin() + 1);
  pv_length_[ply] = pv_length_[ply + 1] + 1;
}

// The last ply, which has nine out of ten boards of a search: makes each move and evaluates the result directly,
// without move ordering or a transposition table. Moves are generated one by one, since a beta cutoff makes the rest
// unnecessary.
template <int W>
Margin TreeSearch<W>::search_frontier(const Node& node, int ply, Since since, int alpha, int beta) {
  const Board& board = node.child.board;
  Best best;
  for (MoveSet moves = node.child.moves; moves != 0; moves &= moves - 1) {
    ++nodes_;
    Child child;
    kernel_.make(board, std::countr_zero(moves), child);
    if (laps_.expired() && stopped()) return {};
    const int seeds = node.seeds - child.out;
    const bool fresh = since > 0 || (cyclic_ && irreversible(child));
    auto margin = probe_databases(child.board, seeds, 0, fresh, -unbounded, unbounded);
    if (!margin)
      margin = child.moves == 0 ? game_over(child.board) : Margin::estimate(static_evaluation(child.board, seeds));
    const Margin m = margin->up(child.gain * seed_value, child.same);
    best.add(m, child.move);
    if (m.value <= alpha) continue;
    alpha = m.value;
    pv_[ply][0] = child.move;
    pv_length_[ply] = 1;
    if (alpha >= beta) {
      if ((moves & (moves - 1)) != 0) best.margin.high = unbounded;
      break;
    }
  }
  return best.margin;
}

template <int W>
Margin TreeSearch<W>::search_move(const Visit& root, Move move, int depth, int alpha, int beta) {
  Child child;
  kernel_.make(root.board, move, child);
  const Child none{};
  const Node parent{none, 0, kernel_.seeds(root.board), root.mover};
  if (cyclic_) path_.push_back(root);
  const Margin m = search_child(child, fetch_key(child.board, depth - 1), parent, depth - 1, 1, 0, alpha, beta);
  if (cyclic_) path_.pop_back();
  return m;
}

template <int W>
Move TreeSearch<W>::known_move(const Board& board) const {
  if (table_ != nullptr)
    if (const auto data = table_->probe(board_key(index_, board)))
      if (const SearchEntry known = SearchEntry::unpack(data); known.bound != Bound::upper) return known.move;
  return proven_move(board);
}

// The move with the highest lower bound according to the databases and the transposition table.
template <int W>
Move TreeSearch<W>::proven_move(const Board& board) const {
  Child children[max_moves];
  const int count = kernel_.expand(board, kernel_.legal(board), children);
  const int seeds = kernel_.seeds(board);
  Move best = no_move;
  int low = -unbounded / 2;  // lower bound on the best move
  for (const Child* c = children; c != children + count; ++c) {
    Margin known;
    if (endgames_.has(seeds - c->out))
      known = try_probe_board(kernel_, endgames_, c->board, seeds - c->out).value_or(known);
    else if (table_ != nullptr)
      if (const auto data = table_->probe(board_key(index_, c->board))) known = SearchEntry::unpack(data).margin;
    const Margin m = known.up(c->gain * seed_value, c->same);
    if (m.low <= low) continue;
    low = m.low;
    best = c->move;
  }
  return best;
}

}  // namespace sow
