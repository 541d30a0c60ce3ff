// Searcher around a kernel known at compile time.
#pragma once

#include <map>
#include <thread>

#include "board/any_kernel_for.h"
#include "db/database.h"
#include "search/search.h"
#include "search/searcher.h"

namespace sow {

template <class Kernel>
class SearcherFor final : public Searcher {
 public:
  using Thread = Search<Kernel>;

  SearcherFor(const GameDef& game, Kernel kernel, int total, const SearchOptions& options)
      : kernel_(std::move(kernel)),
        index_(kernel_.pits_per_player(), total),
        margins_(open_or_make_margins(game, total, options.database, std::max(1, options.threads))),
        evaluation_(game.rules, weights_for(game)) {
    if (index_.fits(table_key_bits)) table_ = std::make_unique<Table>(options.hash_bytes);
    for (int i = 0; i < std::max(1, options.threads); ++i)
      threads_.push_back(std::make_unique<Thread>(kernel_, index_, margins_, evaluation_, table_.get()));
  }

  Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) override;

  int hash_permille() const override { return table_ ? table_->permille() : 0; }

  void clear() override {
    if (table_) table_->clear();
    for (auto& thread : threads_) thread->forget();
  }

 private:
  std::vector<typename Thread::Visit> boards_before(const Game& game) const;
  // What databases prove of the moves of a game whose boards can repeat. The search does not ask them before a capture.
  void look_up_moves(const typename Kernel::Board& board, bool fresh);
  bool all_looked_up() const;
  // Whether every asked-for line is proven, and that no other move is better.
  bool complete(int lines) const;
  Analysis report(int depth, const SearchShared& shared, int lines) const;

  Kernel kernel_;
  Index index_;
  Margins margins_;
  Evaluation evaluation_;
  std::unique_ptr<Table> table_;
  std::vector<std::unique_ptr<Thread>> threads_;
  std::map<Move, Bounds> looked_up_;  // of the position that is searched
};

template <class Kernel>
auto SearcherFor<Kernel>::boards_before(const Game& game) const -> std::vector<typename Thread::Visit> {
  std::vector<typename Thread::Visit> boards;
  for (const auto& ply : game.plies()) {
    if (seeds_taken(ply.trace) > 0) boards.clear();
    auto board = kernel_.pack(ply.before);
    kernel_.bank(board);
    if (seeds_taken(ply.trace) == 0) boards.push_back({board, ply.before.mover});
  }
  return boards;
}

template <class Kernel>
void SearcherFor<Kernel>::look_up_moves(const typename Kernel::Board& board, bool fresh) {
  looked_up_.clear();
  if (kernel_.rules().never_repeats()) return;
  const int seeds = kernel_.seeds_in_pits(board);
  for (MoveSet moves = kernel_.moves(board); moves != 0; moves &= moves - 1) {
    auto child = board;
    const bool same = kernel_.play_unchecked(child, std::countr_zero(moves));
    const int gain = kernel_.bank(child);
    if (seeds - gain > margins_.stored() || (gain == 0 && !fresh)) continue;
    const auto bounds = try_look_up(kernel_, margins_, child, seeds - gain);
    if (bounds) looked_up_.emplace(std::countr_zero(moves), bounds->up(gain, same));
  }
}

template <class Kernel>
bool SearcherFor<Kernel>::all_looked_up() const {
  return looked_up_.size() == threads_[0]->root_moves().size() &&
         std::all_of(looked_up_.begin(), looked_up_.end(), [](const auto& move) { return move.second.exact(); });
}

template <class Kernel>
bool SearcherFor<Kernel>::complete(int lines) const {
  // Who wins must also have seen how: databases do not tell which of two winning moves leads on.
  const auto& first = threads_[0]->root_moves().front();
  if (all_looked_up() && (first.result.value <= 0 || first.result.at_least)) return true;
  int asked = lines;
  for (const auto& root : threads_[0]->root_moves())
    if (!root.result.at_most || (asked-- > 0 && !root.result.at_least)) return false;
  return true;
}

template <class Kernel>
Analysis SearcherFor<Kernel>::report(int depth, const SearchShared& shared, int lines) const {
  const Thread& thread = *threads_[0];
  Analysis a;
  a.depth = depth;
  a.seldepth = thread.seldepth();
  a.nodes = shared.nodes;
  a.db_hits = thread.db_hits();
  a.time_ms = shared.elapsed_ms();
  for (const auto& root : thread.root_moves()) {
    a.lines.push_back({root.move, root.result.score(), root.searched, root.pv});
    Line& line = a.lines.back();
    if (root.pv.empty()) line.pv.push_back(root.move);
    const auto found = looked_up_.find(root.move);
    if (found == looked_up_.end()) continue;
    const int low = found->second.low * seed_value, high = found->second.high * seed_value;
    if (low == high) line.searched = true;
    if (low == high || line.score.value < low) line.score = {low, low == high ? ScoreKind::exact : ScoreKind::lower};
    if (line.score.value > high) line.score = {high, ScoreKind::upper};
  }
  if (!looked_up_.empty())  // of equal moves the search knows which is better
    std::stable_sort(a.lines.begin(), a.lines.end(), [](const Line& x, const Line& y) {
      return x.searched != y.searched ? x.searched : x.score.value > y.score.value;
    });
  a.db_hits += looked_up_.size();
  a.complete = complete(lines);
  return a;
}

template <class Kernel>
Analysis SearcherFor<Kernel>::analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) {
  SearchShared shared;
  if (limits.nodes) shared.node_limit = *limits.nodes;
  const std::int64_t budget = time_budget(limits);
  if (budget != no_limit) shared.deadline = shared.start + std::chrono::milliseconds(budget);
  shared.interrupt = limits.stop;
  if (game.ending()) return {};
  auto board = kernel_.pack(game.position());
  kernel_.bank(board);
  const auto before = boards_before(game);
  look_up_moves(board, before.empty());
  for (auto& thread : threads_) thread->set_root(board, game.position().mover, before);
  const int deepest = std::clamp(limits.depth, 1, max_depth);
  // Helpers run the same search and fill the shared table; in_hand keeps them from doing the same at the same time.
  InHand in_hand;
  if (threads_.size() > 1) shared.in_hand = &in_hand;
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < threads_.size(); ++i)
    helpers.emplace_back([&, i] {
      for (int depth = 1; depth <= max_depth && !shared.stop; ++depth)
        if (!threads_[i]->iterate(depth, limits.lines, shared)) break;
    });
  Thread& main = *threads_[0];
  int depth = 1;
  for (; depth <= deepest; ++depth) {
    const bool finished = main.iterate(depth, limits.lines, shared);
    main.flush(shared);
    if (!finished) break;
    if (on_progress) on_progress(report(depth, shared, limits.lines));
    if (complete(limits.lines)) {
      ++depth;
      break;
    }
    // Another depth takes longer than all before: do not begin one that cannot end in time.
    if (budget != no_limit && shared.elapsed_ms() * 2 > budget) {
      ++depth;
      break;
    }
  }
  shared.stop = true;
  helpers.clear();
  return report(depth - 1, shared, limits.lines);
}

}  // namespace sow
