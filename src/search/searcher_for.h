// Searcher around a kernel known at compile time.
#pragma once

#include <thread>

#include "board/any_kernel_for.h"
#include "db/acyclic.h"
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
        margins_(kernel_.pits_per_player(), std::min(total, small_endings)),
        evaluation_(game.rules, weights_for(game)) {
    if (index_.fits(table_key_bits)) table_ = std::make_unique<Table>(options.hash_bytes);
    for (int i = 0; i < std::max(1, options.threads); ++i)
      threads_.push_back(std::make_unique<Thread>(kernel_, index_, margins_, evaluation_, table_.get()));
    if (game.rules.never_repeats() && kernel_.pits_per_player() <= 7) {
      AcyclicBuilder<Kernel> builder(kernel_, margins_);
      const std::atomic<bool> go_on{false};
      for (int n = 0; n <= std::min(total, small_endings); ++n)
        builder.build_level(std::max(1, options.threads), go_on);
    }
  }

  Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) override;

  int hash_permille() const override { return table_ ? table_->permille() : 0; }

  void clear() override {
    if (table_) table_->clear();
  }

 private:
  static constexpr int small_endings = 8;  // seeds; 125,970 boards of twelve pits in some 10 ms

  std::vector<typename Thread::Visit> boards_before(const Game& game) const;
  // Whether every asked-for line is proven, and that no other move is better.
  bool complete(int lines) const;
  Analysis report(int depth, const SearchShared& shared, int lines) const;

  Kernel kernel_;
  Index index_;
  Margins margins_;
  Evaluation evaluation_;
  std::unique_ptr<Table> table_;
  std::vector<std::unique_ptr<Thread>> threads_;
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
bool SearcherFor<Kernel>::complete(int lines) const {
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
    if (root.pv.empty()) a.lines.back().pv.push_back(root.move);
  }
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
  for (auto& thread : threads_) thread->set_root(board, game.position().mover, before);
  const int deepest = std::clamp(limits.depth, 1, max_depth);
  // Helpers run the same search and fill the shared table; every other one is a ply ahead.
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < threads_.size(); ++i)
    helpers.emplace_back([&, i] {
      for (int depth = 1 + static_cast<int>(i % 2); depth <= max_depth && !shared.stop; ++depth)
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
