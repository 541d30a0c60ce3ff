// One search thread: iterative deepening at the root with aspiration windows. tree_search.h searches below the root.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "search/analysis.h"
#include "search/tree_search.h"

namespace sow {

template <int W>
class SearchThread {
 public:
  using Board = sow::Board<W>;
  using Child = sow::Child<W>;
  using Visit = typename TreeSearch<W>::Visit;

  SearchThread(const Kernel<W>& kernel, const Index& index, const EndgameTable& endgames, const Evaluation& evaluation,
               Table* table)
      : kernel_(kernel), tree_(kernel, index, endgames, evaluation, table) {}

  struct RootMove : Line {
    int low = -unbounded, high = unbounded;  // bounds proven at any depth so far

    void prove(const Margin& found) {
      low = std::max(low, found.low);
      high = std::min(high, found.high);
    }
  };

  void clear_history() { tree_.clear_history(); }

  // `before`: the boards of the game since its last capture, without the current one.
  void set_root(const Board& board, Player mover, std::vector<Visit> before) {
    root_ = {board, mover};
    root_moves_.clear();
    for (MoveSet moves = kernel_.legal(board); moves != 0; moves &= moves - 1)
      root_moves_.push_back({{.move = std::countr_zero(moves), .margin = {}, .pv = {}}});
    tree_.set_path(std::move(before));
  }

  // Searches all root moves to this depth, the best `lines` of them with a full window. Returns false if stopped early;
  // the root moves then still have the best move found so far in front.
  bool iterate(int depth, int lines, SearchShared& shared);

  // Extends a line from the root with moves from the transposition table and the databases.
  void extend(std::vector<Move>& line) const;

  const Board& root() const { return root_.board; }
  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  int seldepth() const { return seldepth_; }
  std::uint64_t db_hits() const { return tree_.db_hits(); }
  void flush(SearchShared& shared) { tree_.flush(shared); }

 private:
  static constexpr std::size_t max_line_length = 32;  // moves in a reported line
  static constexpr int aspiration_window = 120;       // initial half-width, in hundredths of a seed
  static constexpr int aspiration_growth = 4;         // factor after each failed search
  static constexpr int max_aspiration_window = 2000;  // beyond this width, the window is opened completely
  static constexpr int min_aspiration_depth = 4;      // scores of shallower searches vary too much

  Table::Key fetch_key(const RootMove& root, int depth) const {
    Child child;
    kernel_.make(root_.board, root.move, child);
    return tree_.fetch_key(child.board, depth);
  }
  // Finds the first root move, from index i on, that no other thread is searching, and puts it at index i.
  void defer_busy(std::size_t i, int depth);
  // Principal variation search: a null-window search at the bar, then aspiration windows if the move beats the bar. A
  // bar of -unbounded skips the null-window search.
  Margin search_above(RootMove& root, int depth, int bar);
  // Searches a root move and updates its proven bounds and principal variation.
  Margin search(RootMove& root, int depth, int alpha, int beta);

  const Kernel<W>& kernel_;
  TreeSearch<W> tree_;
  const SearchShared* shared_ = nullptr;
  Visit root_{};
  std::vector<RootMove> root_moves_;
  int seldepth_ = 0;
};

template <int W>
Margin SearchThread<W>::search(RootMove& root, int depth, int alpha, int beta) {
  const Margin m = tree_.search_move(root_, root.move, depth, alpha, beta);
  if (shared_->stopped()) return m;
  root.prove(m);
  if (m.value > alpha && m.value < beta) {
    root.pv.assign(1, root.move);
    root.pv.insert(root.pv.end(), tree_.line().begin(), tree_.line().end());
  }
  return m;
}

template <int W>
Margin SearchThread<W>::search_above(RootMove& root, int depth, int bar) {
  if (bar > -unbounded) {
    const Margin m = search(root, depth, bar, bar + 1);
    if (m.value <= bar || shared_->stopped()) return m;
  }
  int window = aspiration_window, alpha = bar, beta = unbounded;
  if (depth >= min_aspiration_depth && root.searched) {
    alpha = std::max(bar, root.margin.value - window);
    beta = root.margin.value + window;
  }
  for (;;) {  // widen the window on the side that failed
    const Margin m = search(root, depth, alpha, beta);
    if (shared_->stopped()) return m;
    window *= aspiration_growth;
    if (m.value <= alpha && alpha > bar)
      alpha = window > max_aspiration_window ? bar : std::max(bar, m.value - window);
    else if (m.value >= beta && beta < unbounded)
      beta = window > max_aspiration_window ? unbounded : m.value + window;
    else
      return m;
  }
}

template <int W>
void SearchThread<W>::defer_busy(std::size_t i, int depth) {
  const BusyBoards& others = *tree_.busy(depth);
  const auto from = root_moves_.begin() + i;
  const auto next =
      std::find_if(from, root_moves_.end(), [&](const RootMove& root) { return !others.has(fetch_key(root, depth)); });
  if (next != root_moves_.end()) std::rotate(from, next, next + 1);
}

template <int W>
bool SearchThread<W>::iterate(int depth, int lines, SearchShared& shared) {
  shared_ = &shared;
  tree_.share(shared);
  seldepth_ = depth;
  // Moves searched to this depth precede the others, so that a stopped search still returns its best move.
  std::vector<RootMove> done;
  for (std::size_t i = 0; i < root_moves_.size(); ++i) {
    BusyBoards* const others = i > 0 ? tree_.busy(depth - 1) : nullptr;
    if (others != nullptr) defer_busy(i, depth - 1);
    RootMove root = root_moves_[i];
    const BusyBoards::Mark mark(others, others != nullptr ? fetch_key(root, depth - 1) : 0);
    const int bar = std::ssize(done) < lines ? -unbounded : done[lines - 1].margin.value;
    const Margin margin = search_above(root, depth, bar);
    if (shared.stopped()) {
      // Keep the moves finished at this depth, followed by the others in their previous order.
      root_moves_[i].low = root.low;
      root_moves_[i].high = root.high;
      done.insert(done.end(), root_moves_.begin() + i, root_moves_.end());
      if (i > 0) root_moves_ = std::move(done);
      return false;
    }
    root.margin = margin;
    root.searched = margin.value > bar;
    if (!root.searched) root.pv.assign(1, root.move);
    done.insert(std::upper_bound(done.begin(), done.end(), root, better), root);
  }
  root_moves_ = std::move(done);
  return true;
}

template <int W>
void SearchThread<W>::extend(std::vector<Move>& line) const {
  Visit at = root_;
  std::vector<Visit> seen = tree_.path();
  const LapMeter laps;
  for (std::size_t i = 0; i < max_line_length; ++i) {
    if (i > 0 && laps.expired()) return line.resize(std::min(i, line.size()));
    const MoveSet legal = kernel_.legal(at.board);
    if (i == line.size()) {
      const bool repeated = std::any_of(seen.begin(), seen.end(),
                                        [&](const Visit& v) { return v.mover == at.mover && v.board == at.board; });
      const Move move = repeated || legal == 0 ? no_move : tree_.known_move(at.board);
      if (move == no_move) return;
      line.push_back(move);
    }
    if (!has(legal, line[i])) return line.resize(i);
    seen.push_back(at);
    Child child;
    kernel_.make(at.board, line[i], child);
    at = {child.board, child.same ? at.mover : other(at.mover)};
  }
}

}  // namespace sow
