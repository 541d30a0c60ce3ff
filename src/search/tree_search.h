// The heuristic search below the root: negamax with alpha-beta, for every game. search_thread.h decides what is searched, and how
// deep.
//
// search() is fail-soft: with best play as far as it looked, the margin is the returned value if that lies inside the
// window, at most the value if it is not above alpha, at least the value if it is not below beta. Margins are counted
// from the board at hand, so a board with n seeds in its pits is worth between -n and n seeds. Who moves next is always
// asked of the kernel: after an extra turn the sign does not change.
//
// Next to the value every result carries what is proven (Margin): both bounds at the end of the game and in the endgame
// tables, none for estimates and wherever a repetition had a say.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "board/kernel.h"
#include "db/probe_board.h"
#include "search/board_key.h"
#include "search/evaluation.h"
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
        doubt_(has_stores_ ? 70 : 600),
        history_(kernel.layout().moves().size()) {}

  // A board the game has been in, or the search path runs through.
  struct Visit {
    Board board;
    Player mover;
  };

  // What was learnt from other positions about the order of moves.
  void forget() {
    for (auto& row : history_) row.fill(0);
  }

  // Another root. `before`: the boards of the game since its last capture, the root not included.
  void set_path(std::vector<Visit> before) {
    path_ = std::move(before);
    for (auto& row : history_)
      for (auto& v : row) v /= 4;
    killers_.fill(no_move);
    nodes_ = flushed_ = db_hits_ = 0;
  }

  void share(SearchShared& shared) { shared_ = &shared; }

  // The margin of a move of the root, seen by the player who makes it. Worth nothing if the search was stopped.
  Margin search_move(const Visit& root, Move move, int depth, int alpha, int beta);
  // How play goes on after that move, if its margin lies inside the window.
  std::span<const std::int8_t> line() const { return {pv_[1].data(), static_cast<std::size_t>(pv_length_[1])}; }

  // The move to go on with, if somebody knows one: the table, or else databases that prove it to be best.
  Move known_move(const Board& board) const;

  // Where threads tell each other which boards of this depth they search; null if they do not.
  BusyBoards* busy(int depth) const { return table_ != nullptr && depth >= min_shared_depth ? shared_->busy : nullptr; }
  // The key of a board that will be searched to this depth. By the time it is searched the memory has answered.
  Table::Key fetch_key(const Board& board, int depth) const {
    if (!remembers(depth)) return 0;
    const Table::Key key = board_key(index_, board);
    table_->prefetch(key);
    return key;
  }

  const std::vector<Visit>& path() const { return path_; }
  std::uint64_t db_hits() const { return db_hits_; }
  // Adds the nodes not yet counted to the shared sum.
  void flush(SearchShared& shared) {
    shared.nodes.fetch_add(nodes_ - flushed_, std::memory_order_relaxed);
    flushed_ = nodes_;
  }

 private:
  static constexpr int deepest = 127;                           // plies from the root
  static constexpr int min_table_depth = 3;                     // below it a probe costs more than the search it saves
  static constexpr int min_shared_depth = min_table_depth + 1;  // smaller searches are not worth telling other threads
  static constexpr int min_file_depth = 4;  // reading a file takes as long as a search of a few plies
  static constexpr int first_late = 2, first_very_late = 4,
                       first_last = 8;           // moves searched one, two, three plies less deep
  static constexpr int most_trusted_depth = 7;   // up to which estimates far above a window are trusted
  static constexpr int most_hopeless_depth = 4;  // up to which moves that look far too bad are skipped
  static constexpr int hope = 500;  // what a move can turn out better with each ply, in hundredths of a seed

  // How many plies less deep the nth move is searched.
  static int reduction(int depth, int nth) {
    if (depth < 3 || nth < first_late) return 0;
    if (depth < 4 || nth < first_very_late) return 1;
    return depth < 6 || nth < first_last ? 2 : 3;
  }

  bool remembers(int depth) const { return table_ != nullptr && depth >= min_table_depth; }

  bool stopped() {
    SearchShared& shared = *shared_;
    if ((nodes_ & 31) == 0) {
      flush(shared);
      if (shared.nodes.load(std::memory_order_relaxed) >= shared.node_limit)
        shared.stop.store(true, std::memory_order_relaxed);
    }
    if ((nodes_ & 511) == 0) {
      if ((shared.interrupt != nullptr && shared.interrupt->load(std::memory_order_relaxed)) ||
          std::chrono::steady_clock::now() >= shared.deadline)
        shared.stop.store(true, std::memory_order_relaxed);
    }
    return shared.stopped();
  }

  // A board on the search path. `key` is its key in the table if it is searched to a depth that the table remembers.
  struct Node {
    const Child& child;
    Table::Key key;
    int seeds;
    Player mover;
  };
  // The best of the moves tried so far, and what they prove together.
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
      margin.high = all_from_above ? margin.value : unbounded;  // proven from above means that every move is
    }
    // The moves that are left are not tried, as they are taken to be worth no more than this.
    void leave_out(int most) {
      if (most > margin.value) margin = Margin::estimate(most);
      margin.high = unbounded;
    }
  };
  // The first board of path_ that can come again from here on.
  using Since = std::size_t;

  Margin search(const Node& node, int depth, int ply, Since since, int alpha, int beta);
  Margin search_moves(const Node& node, Move first, int depth, int ply, Since since, int alpha, int beta);
  Margin frontier(const Node& node, int ply, Since since, int alpha, int beta);
  Margin ended(const Board& board) const;
  std::optional<Margin> database_end(const Board& board, int seeds, int depth, bool fresh, int alpha, int beta);
  int estimate(const Board& board, int seeds) const;
  std::optional<Margin> history_end(const Board& board, Player mover, Since since) const;
  std::optional<Margin> clear_end(const Board& board, int seeds, int depth, int alpha, int beta) const;
  // Whether a move that looks like `value` would hardly reach a null window by a search of this depth; then those after it would
  // not either. Worth 54 ± 29 Elo in hus at 5,000 nodes a move (up to three plies); in oware nothing (docs/strength.md).
  bool hopeless(int value, int depth, int alpha, int beta) const {
    return !has_stores_ && depth <= most_hopeless_depth && beta - alpha == 1 && value + hope * depth <= alpha;
  }
  // The margin of a move, seen by the player who makes it.
  Margin search_child(const Child& child, Table::Key key, const Node& parent, int depth, int ply, Since since,
                      int alpha, int beta);
  Move proven_move(const Board& board) const;
  // The best line from this ply begins with the move and goes on as one ply further down.
  void keep_line(int ply, Move move);
  int order(const Board& board, const Child& child, int seeds, int ply) const;
  void reward(const Board& board, Move move, int depth, int ply);
  // After such a move no earlier board can come again. Without stores a capture counts as one: seeds do come back there,
  // but hardly ever to the same board, and only estimates depend on it.
  bool irreversible(const Child& child) const { return child.out > 0 || (!has_stores_ && child.taken > 0); }
  unsigned seeds_lifted(const Board& board, Move move) const {
    return std::min(board.own.get(kernel_.layout().moves()[move].from.pit), 63u);
  }

  const Kernel<W>& kernel_;
  const Index& index_;
  const EndgameTable& endgames_;
  const Evaluation& evaluation_;
  Table* table_;
  const bool cyclic_, has_stores_;
  // By how much the estimate of a board may change for the worse with each ply, in hundredths of a seed. Without stores no seed is
  // ever safe.
  const int doubt_;

  SearchShared* shared_ = nullptr;
  std::vector<Visit> path_;
  std::vector<std::array<int, 64>> history_;  // [move][seeds it lifts]
  std::array<Move, deepest + 2> killers_{};
  std::array<std::array<std::int8_t, deepest + 2>, deepest + 2> pv_{};
  std::array<int, deepest + 2> pv_length_{};
  std::uint64_t nodes_ = 0, flushed_ = 0, db_hits_ = 0;
};

// The game is over on this board.
template <int W>
Margin TreeSearch<W>::ended(const Board& board) const {
  const int rest = kernel_.rest(board);
  // Where plies without a capture are counted, the game may be over before it gets here: the board alone proves nothing.
  return kernel_.rules().quiet > 0 ? Margin::estimate(rest * seed_value) : Margin::exactly(rest);
}

// What databases prove of a board, if that decides. Where boards can repeat they are asked only after a move that cannot be
// undone (`fresh`): before, the game may have seen the board already, and a player who is told the same margin after every
// move would not make progress. Files take longer than memory and are asked only if that spares a search of some depth.
template <int W>
std::optional<Margin> TreeSearch<W>::database_end(const Board& board, int seeds, int depth, bool fresh, int alpha,
                                                  int beta) {
  if (seeds > endgames_.stored() || (cyclic_ && !fresh)) return std::nullopt;
  if (seeds > endgames_.levels() && depth < min_file_depth) return std::nullopt;
  const auto margin = try_probe_board(kernel_, endgames_, board, seeds);
  if (!margin) return std::nullopt;
  ++db_hits_;
  if (margin->exact()) return margin;
  if (margin->low >= beta) return Margin::at_least(margin->low);
  if (margin->high <= alpha) return Margin::at_most(margin->high);
  return std::nullopt;
}

// A guess, within what databases prove. A margin that is known but not yet won is valued a little less than one that the
// search has seen won, so that the player who wins makes progress.
template <int W>
int TreeSearch<W>::estimate(const Board& board, int seeds) const {
  if (!cyclic_ || seeds > endgames_.levels()) return evaluation_(board, seeds);
  const Margin m = probe_board(kernel_, endgames_, board, seeds);
  if (m.exact()) return m.value - (m.value > 0) + (m.value < 0);
  return std::clamp(evaluation_(board, seeds), m.low, m.high);
}

// The end by repetition or by too many plies without a capture. It depends on the path, so nothing is proven by it.
template <int W>
std::optional<Margin> TreeSearch<W>::history_end(const Board& board, Player mover, Since since) const {
  const Ruleset& rules = kernel_.rules();
  bool over = rules.quiet > 0 && path_.size() - since >= rules.quiet;
  if (rules.repeat_count > 0)
    for (std::size_t i = path_.size(); !over && i > since; --i)
      over = path_[i - 1].mover == mover && path_[i - 1].board == board;
  if (!over) return std::nullopt;
  if (rules.repeat == Repeat::split) return Margin::estimate(0);
  return Margin::estimate(seed_value * kernel_.held(board));
}

// A board that looks so good that a search of this depth would hardly bring it below the window is not searched. Worth 115 Elo in
// oware at 5,000 nodes a move, 80 at 50,000 (docs/strength.md); the same for boards that look bad brought nothing more.
template <int W>
std::optional<Margin> TreeSearch<W>::clear_end(const Board& board, int seeds, int depth, int alpha, int beta) const {
  if (depth > most_trusted_depth || beta - alpha > 1) return std::nullopt;
  const int value = estimate(board, seeds) - doubt_ * depth;
  return value >= beta ? std::optional(Margin::estimate(value)) : std::nullopt;
}

// Moves that look best after one ply come first; a killer or a move with a good history is worth some seeds more.
template <int W>
int TreeSearch<W>::order(const Board& board, const Child& child, int seeds, int ply) const {
  const int after = evaluation_(child.board, seeds - child.out);
  int v = child.gain * seed_value + (child.same ? after + 200 : -after);
  if (killers_[ply] == child.move) v += 150;
  return v + history_[child.move][seeds_lifted(board, child.move)];
}

template <int W>
void TreeSearch<W>::reward(const Board& board, Move move, int depth, int ply) {
  killers_[ply] = move;
  int& h = history_[move][seeds_lifted(board, move)];
  h += depth * depth;
  if (h > 600)
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
  if (const auto end = database_end(board, node.seeds, depth, since > 0, alpha, beta)) return *end;
  if (node.child.moves == 0) return ended(board);
  if (cyclic_)
    if (const auto end = history_end(board, node.mover, since)) return *end;
  const int most = node.seeds * seed_value;
  if (alpha >= most) return Margin::at_most(most);
  if (beta <= -most) return Margin::at_least(-most);
  if (stopped()) return {};
  if (depth <= 0) return Margin::estimate(estimate(board, node.seeds));
  if (depth == 1 || ply >= deepest) return frontier(node, ply, since, alpha, beta);

  Move first = no_move;
  if (remembers(depth))
    if (const auto data = table_->probe(node.key)) {
      const SearchEntry known = SearchEntry::unpack(data);
      if (known.decides(depth, alpha, beta)) return known.margin;
      first = known.move;
    }
  if (const auto end = clear_end(board, node.seeds, depth, alpha, beta)) return *end;
  if (cyclic_) path_.push_back({board, node.mover});
  const Margin margin = search_moves(node, first, depth, ply, since, alpha, beta);
  if (cyclic_) path_.pop_back();
  return margin;
}

// Searches the moves of a board, `first` before all others, and tells the table.
template <int W>
Margin TreeSearch<W>::search_moves(const Node& node, Move first, int depth, int ply, Since since, int alpha, int beta) {
  const Board& board = node.child.board;
  MoveSet moves = node.child.moves;
  Best best;
  const int alpha_before = alpha;
  int tried = 0;
  // Null window unless it is the first move, late moves to less depth; a surprise is searched again. `nth`: how late the
  // move comes in the order, whenever it is tried.
  const auto try_child = [&](const Child& child, Table::Key key, int nth) {
    const BusyBoards::Mark mark(nth > 0 ? busy(depth - 1) : nullptr, key);
    const auto look = [&](int less, int high) {
      return search_child(child, key, node, depth - 1 - less, ply + 1, since, alpha, high);
    };
    const int less = child.same ? 0 : reduction(depth, nth);
    Margin m = look(less, tried++ == 0 ? beta : alpha + 1);
    if (less > 0 && m.value > alpha) m = look(0, alpha + 1);
    if (tried > 1 && m.value > alpha && m.value < beta) m = look(0, beta);

    best.add(m, child.move);
    if (m.value > alpha) {
      alpha = m.value;
      keep_line(ply, child.move);
    }
    if (alpha >= beta) reward(board, child.move, depth, ply);
    return alpha >= beta;
  };

  bool cut = false;
  if (first != no_move) {
    moves &= ~set_of(first);
    Child child;
    kernel_.make(board, first, child);
    cut = try_child(child, fetch_key(child.board, depth - 1), 0);
  }
  if (!cut && moves != 0) {
    Child children[max_moves];
    struct Ordered {
      int order, index;
      Table::Key key;
    } list[max_moves];
    const int count = kernel_.expand(board, moves, children);
    for (int i = 0; i < count; ++i)
      list[i] = {order(board, children[i], node.seeds, ply), i, fetch_key(children[i].board, depth - 1)};
    const BusyBoards* others = busy(depth - 1);
    const int before = tried;
    int put_off = 0;  // so many moves, kept in front, are being searched by other threads
    for (int i = 0; i < count && !cut; ++i) {
      std::swap(list[i], *std::max_element(list + i, list + count,
                                           [](const Ordered& a, const Ordered& b) { return a.order < b.order; }));
      Ordered& next = list[i];
      if (tried > 0 && hopeless(next.order, depth, alpha, beta)) {
        best.leave_out(next.order + hope * depth);
        break;
      }
      next.order = before + i;
      if (next.order > 0 && others != nullptr && others->has(next.key))
        std::swap(list[put_off++], next);
      else
        cut = try_child(children[next.index], next.key, next.order);
    }
    for (int i = 0; i < put_off && !cut; ++i) cut = try_child(children[list[i].index], list[i].key, list[i].order);
  }
  if (shared_->stopped()) return {};
  if (cut) best.margin.high = unbounded;  // the moves not tried may be better still
  if (remembers(depth)) {
    const int value = best.margin.value;
    const Bound bound = value >= beta ? Bound::lower : value > alpha_before ? Bound::exact : Bound::upper;
    const SearchEntry known{best.margin, depth, best.move, bound};
    table_->store(node.key, known.pack(), [](std::uint32_t d) { return SearchEntry::unpack(d).worth(); });
  }
  return best.margin;
}

template <int W>
void TreeSearch<W>::keep_line(int ply, Move move) {
  pv_[ply][0] = move;
  std::copy_n(pv_[ply + 1].begin(), pv_length_[ply + 1], pv_[ply].begin() + 1);
  pv_length_[ply] = pv_length_[ply + 1] + 1;
}

// The last ply: each move is made and what it leads to is estimated at once, without order, table or history. Nine of
// ten boards of a search are seen here. Moves are made one by one, as a cut spares the rest.
template <int W>
Margin TreeSearch<W>::frontier(const Node& node, int ply, Since since, int alpha, int beta) {
  const Board& board = node.child.board;
  Best best;
  for (MoveSet moves = node.child.moves; moves != 0; moves &= moves - 1) {
    ++nodes_;
    Child child;
    kernel_.make(board, std::countr_zero(moves), child);
    const int seeds = node.seeds - child.out;
    const bool fresh = since > 0 || (cyclic_ && irreversible(child));
    auto end = database_end(child.board, seeds, 0, fresh, -unbounded, unbounded);
    if (!end) end = child.moves == 0 ? ended(child.board) : Margin::estimate(estimate(child.board, seeds));
    const Margin m = end->up(child.gain * seed_value, child.same);
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

// The move of which most is proven, by what the databases and the table know of the boards it leads to.
template <int W>
Move TreeSearch<W>::proven_move(const Board& board) const {
  Child children[max_moves];
  const int count = kernel_.expand(board, kernel_.legal(board), children);
  const int seeds = kernel_.seeds(board);
  Move best = no_move;
  int low = -unbounded / 2;  // of the best move
  for (const Child* c = children; c != children + count; ++c) {
    Margin known;
    if (seeds - c->out <= endgames_.stored())
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
