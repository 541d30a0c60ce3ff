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
        evaluation_(game.rules, weights_for(game)),
        threads_(std::max(1, options.threads)) {
    if (index_.fits(table_key_bits)) table_ = std::make_unique<Table>(options.hash_bytes);
    if (game.rules.never_repeats() && kernel_.pits_per_player() <= 7) {
      AcyclicBuilder<Kernel> builder(kernel_, margins_);
      const std::atomic<bool> go_on{false};
      for (int n = 0; n <= std::min(total, small_endings); ++n) builder.build_level(threads_, go_on);
    }
  }

  Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) override;

  void clear() override {
    if (table_) table_->clear();
  }

 private:
  static constexpr int small_endings = 8;  // seeds; 125,970 boards of twelve pits in some 10 ms

  std::vector<typename Thread::Visit> boards_before(const Game& game) const;
  Analysis report(const Thread& thread, int depth, const SearchShared& shared, int lines) const;

  Kernel kernel_;
  Index index_;
  Margins margins_;
  Evaluation evaluation_;
  std::unique_ptr<Table> table_;
  int threads_;
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
Analysis SearcherFor<Kernel>::report(const Thread& thread, int depth, const SearchShared& shared, int lines) const {
  Analysis a;
  a.depth = depth;
  a.seldepth = thread.seldepth();
  a.nodes = shared.nodes;
  a.db_hits = thread.db_hits();
  a.time_ms = shared.elapsed_ms();
  a.hash_permille = table_ ? table_->permille() : 0;
  bool proven = true;
  for (const auto& root : thread.root_moves()) {
    Line line{root.move, root.result.score(), root.searched, root.pv};
    if (line.pv.empty()) line.pv.push_back(root.move);
    const bool asked = static_cast<int>(a.lines.size()) < lines;
    proven = proven && (asked ? line.score.kind == ScoreKind::exact : root.result.at_most);
    a.lines.push_back(std::move(line));
  }
  a.complete = proven;
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
  std::vector<std::unique_ptr<Thread>> threads;
  for (int i = 0; i < threads_; ++i) {
    threads.push_back(std::make_unique<Thread>(kernel_, index_, margins_, evaluation_, table_.get()));
    threads.back()->set_root(board, game.position().mover, before);
  }
  const int deepest = std::clamp(limits.depth, 1, max_depth);
  // Helpers run the same search and fill the shared table; every other one is a ply ahead.
  std::vector<std::jthread> helpers;
  for (int i = 1; i < threads_; ++i)
    helpers.emplace_back([&, i] {
      for (int depth = 1 + i % 2; depth <= max_depth && !shared.stop; ++depth)
        if (!threads[static_cast<std::size_t>(i)]->iterate(depth, limits.lines, shared)) break;
    });
  Thread& main = *threads[0];
  Analysis result = report(main, 0, shared, limits.lines);
  for (int depth = 1; depth <= deepest; ++depth) {
    const bool finished = main.iterate(depth, limits.lines, shared);
    main.flush(shared);
    result = report(main, finished ? depth : depth - 1, shared, limits.lines);
    if (!finished) break;
    if (on_progress) on_progress(result);
    if (result.complete) break;
    // Another depth takes longer than all before: do not begin one that cannot end in time.
    if (budget != no_limit && shared.elapsed_ms() * 2 > budget) break;
  }
  shared.stop = true;
  helpers.clear();
  result.nodes = shared.nodes;
  result.time_ms = shared.elapsed_ms();
  return result;
}

}  // namespace sow
