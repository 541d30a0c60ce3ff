// One thread of the heuristic search: negamax with alpha-beta, for every game.
//
// search() is fail-soft: with best play as far as it looked the margin is the returned value if that lies inside the
// window, at most the value if it is not above alpha, at least the value if it is not below beta. Margins are counted
// from the board at hand, stores left out, so a board with n seeds in its pits is worth between -n and n seeds and the
// table needs no stores. Who moves next is always asked of the kernel: after an extra turn the sign does not change.
//
// Next to the value every result says which of its two directions is proven (Result): true at the end of the game and
// in the endgame tables, false for estimates and wherever a repetition had a say, and carried up through the tree.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <vector>

#include "board/position.h"
#include "db/bounds.h"
#include "search/analysis.h"
#include "search/board_key.h"
#include "search/evaluation.h"
#include "search/in_hand.h"
#include "search/limits.h"
#include "search/table.h"

namespace sow {

// What all threads of one search share.
struct SearchShared {
  // Written again and again: on a cache line of its own, away from what every thread reads at every board.
  alignas(64) std::atomic<std::uint64_t> nodes{0};
  alignas(64) std::atomic<bool> stop{false};
  InHand* in_hand = nullptr;  // if there are several threads
  std::uint64_t node_limit = ~std::uint64_t{0};
  const std::atomic<bool>* interrupt = nullptr;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  std::int64_t elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count();
  }
};

template <class Kernel>
class Search {
 public:
  using Board = typename Kernel::Board;

  Search(const Kernel& kernel, const Index& index, const Margins& margins, const Evaluation& evaluation, Table* table)
      : kernel_(kernel), index_(index), margins_(margins), evaluation_(evaluation), table_(table) {}

  // A board the game has been in, or the search path runs through.
  struct Visit {
    Board board;
    Player mover;
  };

  struct RootMove {
    Move move;
    Result result;
    bool searched = false;
    std::vector<Move> pv;
  };

  // What was learnt from other positions about the order of moves.
  void forget() { history_ = {}; }

  // `before`: the boards of the game since its last capture, the present one not included.
  void set_root(const Board& board, Player mover, std::vector<Visit> before) {
    root_ = board;
    root_mover_ = mover;
    path_ = std::move(before);
    root_moves_.clear();
    for (MoveSet moves = kernel_.moves(board); moves != 0; moves &= moves - 1)
      root_moves_.push_back({std::countr_zero(moves), {}, false, {}});
    for (auto& row : history_)
      for (auto& v : row) v /= 4;
    killers_.fill(no_move);
    nodes_ = flushed_ = db_hits_ = 0;
  }

  // Searches all root moves to this depth, the first `lines` of them fully. False if stopped before the end; the root
  // moves then hold what was found out so far, best first, and always a legal move.
  bool iterate(int depth, int lines, SearchShared& shared);

  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  int seldepth() const { return seldepth_; }
  std::uint64_t db_hits() const { return db_hits_; }
  // Adds the nodes not yet counted to the shared sum.
  void flush(SearchShared& shared) {
    shared.nodes.fetch_add(nodes_ - flushed_, std::memory_order_relaxed);
    flushed_ = nodes_;
  }

 private:
  static constexpr int deepest = 127;         // plies from the root
  static constexpr int least_remembered = 3;  // depth: below it a look at memory costs more than the search it saves
  static constexpr int least_told = 1;  // depth above least_remembered: smaller searches are not worth telling others
  static constexpr int least_from_file = 4;  // depth: a look at a file takes as long as a search of a few plies
  static constexpr int first_late = 2, first_very_late = 4;  // moves searched one and two plies less deep
  static constexpr int everything = 100000;                  // above any score

  struct Child {
    Board board;
    Table::Key key;  // if the table is asked for it
    Move move;
    int gain;  // in hundredths
    int seeds;
    bool same;
    int order;
  };

  enum class Bound : std::uint8_t { none, upper, lower, exact };

  // Table data: | value 16 | depth 6 | move 4 | bound 2 | at_least 1 | at_most 1 | has_move 1 | unused 1 |
  struct Known {
    Result result;
    int depth;
    Move move;
    Bound bound;

    std::uint32_t pack() const {
      return static_cast<std::uint32_t>(result.value + 32768) << 16 | static_cast<std::uint32_t>(depth) << 10 |
             static_cast<std::uint32_t>(move < 0 ? 0 : move) << 6 | static_cast<std::uint32_t>(bound) << 4 |
             static_cast<std::uint32_t>(result.at_least) << 3 | static_cast<std::uint32_t>(result.at_most) << 2 |
             static_cast<std::uint32_t>(move >= 0) << 1;
    }
    static Known unpack(std::uint32_t d) {
      return {{static_cast<int>(d >> 16) - 32768, (d >> 3 & 1) != 0, (d >> 2 & 1) != 0},
              static_cast<int>(d >> 10 & 63),
              (d >> 1 & 1) != 0 ? static_cast<Move>(d >> 6 & 15) : no_move,
              static_cast<Bound>(d >> 4 & 3)};
    }
    // Whether this spares a search to this depth with this window.
    bool decides(int wanted, int alpha, int beta) const {
      const bool deep = depth >= wanted, low = bound != Bound::upper, high = bound != Bound::lower;
      return (low && result.value >= beta && (deep || result.at_least)) ||
             (high && result.value <= alpha && (deep || result.at_most)) ||
             (low && high && (deep || (result.at_least && result.at_most)));
    }
    int worth() const { return depth + (result.at_least || result.at_most ? 4 : 0); }
  };

  // Whether boards can repeat; known when the kernel is compiled, if it is a fast one.
  bool cyclic() const {
    if constexpr (requires { Kernel::shape; })
      return !Kernel::shape.never_repeats;
    else
      return !kernel_.rules().never_repeats();
  }
  // Where threads tell each other which boards of this depth they search; null if they do not.
  InHand* in_hand(int depth) const { return remembers(depth - least_told) ? shared_->in_hand : nullptr; }
  bool remembers(int depth) const { return table_ != nullptr && depth >= least_remembered; }

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
    return shared.stop.load(std::memory_order_relaxed);
  }

  Result search(const Child& node, Player mover, int depth, int ply, std::size_t since, int alpha, int beta);
  Result frontier(const Board& board, MoveSet moves, int seeds, int ply, std::size_t since, int alpha, int beta);
  std::optional<Result> known_end(const Board& board, MoveSet& moves) const;
  std::optional<Result> database_end(const Board& board, int seeds, int depth, bool fresh, int alpha, int beta);
  int estimate(const Board& board, int seeds) const;
  std::optional<Result> history_end(const Board& board, Player mover, std::size_t since) const;
  // `depth`: to which the child will be searched.
  Child make_child(const Board& board, Move move, int seeds, int depth) const;
  Result search_child(const Child& child, Player mover, const Board& parent, int depth, int ply, std::size_t since,
                      int alpha, int beta);
  Result search_root_move(RootMove& root, int depth, int alpha, int beta);
  // The best line from this ply begins with the move and goes on as one ply further down.
  void keep_line(int ply, Move move);
  int order(const Board& board, const Child& child, int ply) const;
  void reward(const Board& board, const Child& child, int depth, int ply);
  bool irreversible(const Board& parent, const Child& child) const;
  unsigned seeds_in(const Board& board, Move move) const {
    if constexpr (requires { board.own; })
      return board.own.get(move);
    else
      return board.pits[0][static_cast<std::size_t>(move)];
  }

  const Kernel& kernel_;
  const Index& index_;
  const Margins& margins_;
  const Evaluation& evaluation_;
  Table* table_;

  SearchShared* shared_ = nullptr;
  Board root_;
  Player root_mover_ = Player::south;
  std::vector<RootMove> root_moves_;
  std::vector<Visit> path_;
  std::array<std::array<int, 64>, max_pits> history_{};  // [pit][seeds in it]
  std::array<Move, deepest + 2> killers_{};
  std::array<std::array<std::int8_t, deepest + 2>, deepest + 2> pv_{};
  std::array<int, deepest + 2> pv_length_{};
  std::uint64_t nodes_ = 0, flushed_ = 0, db_hits_ = 0;
  int seldepth_ = 0;
};

// A board whose margin is known without looking at moves' consequences. Fills in the moves.
template <class Kernel>
std::optional<Result> Search<Kernel>::known_end(const Board& board, MoveSet& moves) const {
  if (!kernel_.side_empty(board)) {
    moves = kernel_.moves(board);
    if (moves != 0) return std::nullopt;
  }
  Result end = Result::exact(kernel_.rest(board));
  // Where plies without a capture are counted, the game may be over before it gets here: the board alone proves nothing.
  if (kernel_.rules().quiet > 0) end.at_least = end.at_most = false;
  return end;
}

// What databases prove of a board, if that decides. Where boards can repeat they are asked only after a move that cannot be
// undone (`fresh`): before, the game may have seen the board already, and a player who is told the same margin after every
// move would not get on. Files take longer than memory and are asked only if that spares a search of some depth.
template <class Kernel>
std::optional<Result> Search<Kernel>::database_end(const Board& board, int seeds, int depth, bool fresh, int alpha,
                                                   int beta) {
  if (seeds > margins_.stored() || (cyclic() && !fresh)) return std::nullopt;
  if (seeds > margins_.levels() && depth < least_from_file) return std::nullopt;
  const auto bounds = try_look_up(kernel_, margins_, board, seeds);
  if (!bounds) return std::nullopt;
  ++db_hits_;
  if (bounds->exact()) return Result::exact(bounds->low);
  if (bounds->low * seed_value >= beta) return Result{bounds->low * seed_value, true, false};
  if (bounds->high * seed_value <= alpha) return Result{bounds->high * seed_value, false, true};
  return std::nullopt;
}

// A guess, within what databases prove. A margin that is known but not yet won is valued a little less than one that the
// search has seen won, so that the player who wins gets on.
template <class Kernel>
int Search<Kernel>::estimate(const Board& board, int seeds) const {
  if (!cyclic() || seeds > margins_.levels()) return evaluation_(board, seeds);
  const Bounds b = look_up(kernel_, margins_, board, seeds);
  if (b.exact()) return b.low * seed_value - (b.low > 0) + (b.low < 0);
  return std::clamp(evaluation_(board, seeds), b.low * seed_value, b.high * seed_value);
}

// The end by repetition or by too many plies without a capture. It depends on the path, so nothing is proven by it.
template <class Kernel>
std::optional<Result> Search<Kernel>::history_end(const Board& board, Player mover, std::size_t since) const {
  const Ruleset& rules = kernel_.rules();
  bool over = rules.quiet > 0 && path_.size() - since >= rules.quiet;
  if (rules.repeat_count > 0)
    for (std::size_t i = path_.size(); !over && i > since; --i)
      over = path_[i - 1].mover == mover && path_[i - 1].board == board;
  if (!over) return std::nullopt;
  if (rules.repeat == Repeat::split) return Result{};
  if constexpr (requires { board.own; })
    return Result{seed_value *
                  (static_cast<int>(kernel_.pits(board.own).sum()) - static_cast<int>(kernel_.pits(board.opp).sum()))};
  else
    return Result{seed_value * (board.seeds_on(0) - board.seeds_on(1))};
}

template <class Kernel>
auto Search<Kernel>::make_child(const Board& board, Move move, int seeds, int depth) const -> Child {
  Child child{board, 0, move, 0, 0, false, 0};
  child.same = kernel_.play_unchecked(child.board, move);
  const int gain = kernel_.bank(child.board);
  child.gain = gain * seed_value;
  child.seeds = seeds - gain;
  if (remembers(depth)) {  // by the time the child is searched the memory has answered
    child.key = board_key(index_, child.board);
    table_->prefetch(child.key);
  }
  return child;
}

// After such a move no earlier board can come again. Without stores a capture counts as one: seeds do come back there,
// but hardly ever to the same board, and only estimates depend on it.
template <class Kernel>
bool Search<Kernel>::irreversible(const Board& parent, const Child& child) const {
  if (child.gain > 0) return true;
  if constexpr (requires { parent.own; }) {
    if constexpr (!Kernel::has_stores)
      return kernel_.pits(parent.opp).sum() != kernel_.pits(child.same ? child.board.opp : child.board.own).sum();
    return false;
  } else {
    return !kernel_.rules().has_stores() && parent.seeds_on(1) != child.board.seeds_on(child.same ? 1 : 0);
  }
}

// Moves that look best after one ply come first; a killer or a move with a good history is worth some seeds more.
template <class Kernel>
int Search<Kernel>::order(const Board& board, const Child& child, int ply) const {
  const int after = evaluation_(child.board, child.seeds);
  int v = child.gain + (child.same ? after + 200 : -after);
  if (killers_[static_cast<std::size_t>(ply)] == child.move) v += 150;
  return v + history_[static_cast<std::size_t>(child.move)][std::min(seeds_in(board, child.move), 63u)];
}

template <class Kernel>
void Search<Kernel>::reward(const Board& board, const Child& child, int depth, int ply) {
  killers_[static_cast<std::size_t>(ply)] = child.move;
  int& h = history_[static_cast<std::size_t>(child.move)][std::min(seeds_in(board, child.move), 63u)];
  h += depth * depth;
  if (h > 600)
    for (auto& row : history_)
      for (auto& v : row) v /= 2;
}

template <class Kernel>
Result Search<Kernel>::search_child(const Child& child, Player mover, const Board& parent, int depth, int ply,
                                    std::size_t since, int alpha, int beta) {
  if (cyclic() && irreversible(parent, child)) since = path_.size();
  const Result r = child.same ? search(child, mover, depth, ply, since, alpha - child.gain, beta - child.gain)
                              : search(child, other(mover), depth, ply, since, child.gain - beta, child.gain - alpha);
  return r.up(child.gain, child.same);
}

template <class Kernel>
Result Search<Kernel>::search(const Child& node, Player mover, int depth, int ply, std::size_t since, int alpha,
                              int beta) {
  const Board& board = node.board;
  ++nodes_;
  pv_length_[static_cast<std::size_t>(ply)] = 0;
  MoveSet moves = 0;
  if (const auto end = database_end(board, node.seeds, depth, since > 0, alpha, beta)) return *end;
  if (const auto end = known_end(board, moves)) return *end;
  if (cyclic())
    if (const auto end = history_end(board, mover, since)) return *end;
  const int most = node.seeds * seed_value;
  if (alpha >= most) return {most, false, true};
  if (beta <= -most) return {-most, true, false};
  if (stopped()) return {};
  if (depth <= 0) return {estimate(board, node.seeds), false, false};
  if (depth == 1 || ply >= deepest) return frontier(board, moves, node.seeds, ply, since, alpha, beta);

  Move first = no_move;
  if (remembers(depth))
    if (const auto data = table_->probe(node.key)) {
      const Known known = Known::unpack(data);
      if (known.decides(depth, alpha, beta)) return known.result;
      first = known.move;
    }

  if (cyclic()) path_.push_back({board, mover});
  Result best{-everything, false, true};
  Move best_move = no_move;
  const int alpha_before = alpha;
  int tried = 0;
  // Null window unless it is the first move, late moves to less depth; a surprise is searched again. `nth`: how late the
  // move comes in the order, whenever it is tried.
  const auto try_child = [&](const Child& child, int nth) {
    const InHand::Mark mark(nth > 0 ? in_hand(depth - 1) : nullptr, child.key);
    const auto look = [&](int less, int high) {
      return search_child(child, mover, board, depth - 1 - less, ply + 1, since, alpha, high);
    };
    const int less = depth < 3 || child.same || nth < first_late ? 0 : nth < first_very_late || depth < 4 ? 1 : 2;
    Result r = look(less, tried++ == 0 ? beta : alpha + 1);
    if (less > 0 && r.value > alpha) r = look(0, alpha + 1);
    if (tried > 1 && r.value > alpha && r.value < beta) r = look(0, beta);

    if (r.value > best.value || (r.value == best.value && r.at_least && !best.at_least)) {
      best.value = r.value;
      best.at_least = r.at_least;
      best_move = child.move;
    }
    best.at_most = best.at_most && r.at_most;
    if (r.value > alpha) {
      alpha = r.value;
      keep_line(ply, child.move);
    }
    if (alpha >= beta) reward(board, child, depth, ply);
    return alpha >= beta;
  };

  bool cut = false;
  if (first != no_move && (moves >> first & 1) != 0) {
    moves &= ~(MoveSet{1} << first);
    cut = try_child(make_child(board, first, node.seeds, depth - 1), 0);
  }
  if (!cut && moves != 0) {
    std::array<Child, max_pits> children;
    int count = 0;
    for (; moves != 0; moves &= moves - 1) {
      Child& child = children[static_cast<std::size_t>(count++)];
      child = make_child(board, std::countr_zero(moves), node.seeds, depth - 1);
      child.order = order(board, child, ply);
    }
    const int before = tried;
    int put_off = 0;  // so many moves, kept in front, are in the hands of other threads
    for (int i = 0; i < count && !cut; ++i) {
      const auto from = children.begin() + i;
      std::iter_swap(from, std::max_element(from, children.begin() + count,
                                            [](const Child& a, const Child& b) { return a.order < b.order; }));
      from->order = before + i;
      const InHand* others = in_hand(depth - 1);
      if (from->order > 0 && others != nullptr && others->has(from->key))
        std::swap(children[static_cast<std::size_t>(put_off++)], *from);
      else
        cut = try_child(*from, from->order);
    }
    for (int i = 0; i < put_off && !cut; ++i) {
      const Child& child = children[static_cast<std::size_t>(i)];
      cut = try_child(child, child.order);
    }
  }
  if (cyclic()) path_.pop_back();
  if (shared_->stop.load(std::memory_order_relaxed)) return {};
  if (cut) best.at_most = false;  // the moves not tried may be better still
  if (remembers(depth)) {
    const Bound bound = best.value >= beta ? Bound::lower : best.value > alpha_before ? Bound::exact : Bound::upper;
    const Known known{best, depth, best_move, bound};
    table_->store(node.key, known.pack(), [](std::uint32_t d) { return Known::unpack(d).worth(); });
  }
  return best;
}

template <class Kernel>
void Search<Kernel>::keep_line(int ply, Move move) {
  const auto here = static_cast<std::size_t>(ply);
  pv_[here][0] = static_cast<std::int8_t>(move);
  std::copy_n(pv_[here + 1].begin(), pv_length_[here + 1], pv_[here].begin() + 1);
  pv_length_[here] = pv_length_[here + 1] + 1;
}

// The last ply: each move is made and what it leads to is estimated at once, without order, table or history. Nine of
// ten boards of a search are seen here.
template <class Kernel>
Result Search<Kernel>::frontier(const Board& board, MoveSet moves, int seeds, int ply, std::size_t since, int alpha,
                                int beta) {
  Result best{-everything, false, true};
  for (; moves != 0; moves &= moves - 1) {
    ++nodes_;
    const Child child = make_child(board, std::countr_zero(moves), seeds, 0);
    MoveSet next = 0;
    const bool fresh = since > 0 || (cyclic() && irreversible(board, child));
    auto end = database_end(child.board, child.seeds, 0, fresh, -everything, everything);
    if (!end) end = known_end(child.board, next);
    const Result r = (end ? *end : Result{estimate(child.board, child.seeds), false, false}).up(child.gain, child.same);
    best.at_most = best.at_most && r.at_most;
    if (r.value <= best.value) continue;
    best.value = r.value;
    best.at_least = r.at_least;
    if (r.value <= alpha) continue;
    alpha = r.value;
    pv_[static_cast<std::size_t>(ply)][0] = static_cast<std::int8_t>(child.move);
    pv_length_[static_cast<std::size_t>(ply)] = 1;
    if (alpha >= beta) {
      best.at_most = best.at_most && (moves & (moves - 1)) == 0;
      break;
    }
  }
  return best;
}

template <class Kernel>
Result Search<Kernel>::search_root_move(RootMove& root, int depth, int alpha, int beta) {
  const int seeds = kernel_.seeds_in_pits(root_);
  const Child child = make_child(root_, root.move, seeds, depth - 1);
  const std::size_t since = 0;
  if (cyclic()) path_.push_back({root_, root_mover_});
  const Result r = search_child(child, root_mover_, root_, depth - 1, 1, since, alpha, beta);
  if (cyclic()) path_.pop_back();
  if (shared_->stop.load(std::memory_order_relaxed)) return r;
  if (r.value > alpha && r.value < beta) {
    root.pv.assign(1, root.move);
    root.pv.insert(root.pv.end(), pv_[1].begin(), pv_[1].begin() + pv_length_[1]);
  }
  return r;
}

template <class Kernel>
bool Search<Kernel>::iterate(int depth, int lines, SearchShared& shared) {
  shared_ = &shared;
  seldepth_ = depth;
  // Scores of this depth sort before those of the last, so that a stopped search still answers with its best.
  std::vector<RootMove> done;
  const auto better = [](const RootMove& a, const RootMove& b) {
    return a.searched != b.searched ? a.searched : a.result.value > b.result.value;
  };
  InHand* const others = in_hand(depth - 1);
  const auto key = [&](const RootMove& r) { return make_child(root_, r.move, max_seeds, depth - 1).key; };
  for (std::size_t i = 0; i < root_moves_.size(); ++i) {
    if (others != nullptr && i > 0) {  // moves that are in the hands of other threads come last
      const auto from = root_moves_.begin() + static_cast<std::ptrdiff_t>(i);
      const auto next = std::find_if(from, root_moves_.end(), [&](const RootMove& r) { return !others->has(key(r)); });
      if (next != root_moves_.end()) std::rotate(from, next, next + 1);
    }
    RootMove root = root_moves_[i];
    const bool told = others != nullptr && i > 0;
    const InHand::Mark mark(told ? others : nullptr, told ? key(root) : 0);
    const bool full = static_cast<int>(done.size()) < lines;
    const int bar = full ? -everything : done[static_cast<std::size_t>(lines) - 1].result.value;
    Result r;
    bool searched = full;
    if (!full) {
      r = search_root_move(root, depth, bar, bar + 1);
      searched = r.value > bar;
    }
    if (searched) {
      // A window round the last score, opened on the side where it fails.
      int margin = depth > 3 && root.searched ? 40 : 2 * everything;
      int alpha = std::max(bar, root.result.value - margin), beta = std::min(everything, root.result.value + margin);
      if (margin > everything) alpha = bar, beta = everything;
      for (;;) {
        r = search_root_move(root, depth, alpha, beta);
        if (shared.stop.load(std::memory_order_relaxed)) break;
        margin *= 4;
        if (r.value <= alpha && alpha > bar)
          alpha = margin > 2000 ? bar : std::max(bar, r.value - margin);
        else if (r.value >= beta && beta < everything)
          beta = margin > 2000 ? everything : std::min(everything, r.value + margin);
        else
          break;
      }
    }
    if (shared.stop.load(std::memory_order_relaxed)) {
      // Moves of this depth that were finished, then the others as they stood.
      done.insert(done.end(), root_moves_.begin() + static_cast<std::ptrdiff_t>(i), root_moves_.end());
      if (i > 0) root_moves_ = std::move(done);
      return false;
    }
    root.result = r;
    root.searched = searched && r.value > bar;
    if (!root.searched) root.pv.assign(1, root.move);
    done.insert(std::upper_bound(done.begin(), done.end(), root, better), root);
  }
  root_moves_ = std::move(done);
  return true;
}

}  // namespace sow
