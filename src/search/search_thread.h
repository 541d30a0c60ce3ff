// One thread of the heuristic search: the moves of the root, searched deeper and deeper. tree_search.h has all that lies below
// them.
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
    int low = -unbounded, high = unbounded;  // proven at any depth

    void prove(const Margin& found) {
      low = std::max(low, found.low);
      high = std::min(high, found.high);
    }
  };

  void forget() { tree_.forget(); }

  // `before`: the boards of the game since its last capture, the present one not included.
  void set_root(const Board& board, Player mover, std::vector<Visit> before) {
    root_ = {board, mover};
    root_moves_.clear();
    for (MoveSet moves = kernel_.legal(board); moves != 0; moves &= moves - 1)
      root_moves_.push_back({{.move = std::countr_zero(moves), .margin = {}, .pv = {}}});
    tree_.set_path(std::move(before));
  }

  // Searches all root moves to this depth, the first `lines` of them fully. False if stopped before the end; the root
  // moves then hold what was found out so far, best first, and always a legal move.
  bool iterate(int depth, int lines, SearchShared& shared);

  // Goes on with a line of moves from the root as far as the table and the databases know how.
  void extend(std::vector<Move>& line) const;

  const Board& root() const { return root_.board; }
  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  int seldepth() const { return seldepth_; }
  std::uint64_t db_hits() const { return tree_.db_hits(); }
  void flush(SearchShared& shared) { tree_.flush(shared); }

 private:
  static constexpr std::size_t longest_line = 32;  // moves that are told
  static constexpr int first_window = 120;         // either side of the last score, in hundredths of a seed
  static constexpr int widest_window = 2000;       // a wider one is opened altogether
  static constexpr int first_windowed_depth = 4;   // scores of less depth tell little of the next

  Table::Key fetch_key(const RootMove& root, int depth) const {
    Child child;
    kernel_.make(root_.board, root.move, child);
    return tree_.fetch_key(child.board, depth);
  }
  // Brings forward a move from this one on that no other thread is searching.
  void put_off_busy(std::size_t i, int depth);
  // The margin of a move that beats the bar; of others it is only known that they do not. Nothing is below -unbounded.
  Margin search_above(RootMove& root, int depth, int bar);
  // The margin with this window, as TreeSearch tells it. Keeps what is proven, and the line.
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
  int window = first_window, alpha = bar, beta = unbounded;
  if (depth >= first_windowed_depth && root.searched) {
    alpha = std::max(bar, root.margin.value - window);
    beta = root.margin.value + window;
  }
  for (;;) {  // the window is opened on the side where it fails
    const Margin m = search(root, depth, alpha, beta);
    if (shared_->stopped()) return m;
    window *= 4;
    if (m.value <= alpha && alpha > bar)
      alpha = window > widest_window ? bar : std::max(bar, m.value - window);
    else if (m.value >= beta && beta < unbounded)
      beta = window > widest_window ? unbounded : m.value + window;
    else
      return m;
  }
}

template <int W>
void SearchThread<W>::put_off_busy(std::size_t i, int depth) {
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
  // Scores of this depth sort before those of the last, so that a stopped search still answers with its best.
  std::vector<RootMove> done;
  for (std::size_t i = 0; i < root_moves_.size(); ++i) {
    BusyBoards* const others = i > 0 ? tree_.busy(depth - 1) : nullptr;
    if (others != nullptr) put_off_busy(i, depth - 1);
    RootMove root = root_moves_[i];
    const BusyBoards::Mark mark(others, others != nullptr ? fetch_key(root, depth - 1) : 0);
    const int bar = std::ssize(done) < lines ? -unbounded : done[lines - 1].margin.value;
    const Margin margin = search_above(root, depth, bar);
    if (shared.stopped()) {
      // Moves of this depth that were finished, then the others as they stood.
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
  for (std::size_t i = 0; i < longest_line; ++i) {
    const MoveSet legal = kernel_.legal(at.board);
    if (i == line.size()) {
      const bool again = std::any_of(seen.begin(), seen.end(),
                                     [&](const Visit& v) { return v.mover == at.mover && v.board == at.board; });
      const Move move = again || legal == 0 ? no_move : tree_.known_move(at.board);
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
