// Solving around a kernel known at compile time.
#pragma once

#include <chrono>
#include <mutex>
#include <thread>

#include "board/any_kernel_for.h"
#include "db/builder.h"
#include "db/database.h"
#include "search/solver.h"
#include "search/solving.h"

namespace sow {

template <class Kernel>
class SolvingFor final : public Solving {
 public:
  SolvingFor(const GameDef& game, Kernel kernel, int total, const SolveOptions& options)
      : kernel_(std::move(kernel)),
        options_(options),
        index_(kernel_.pits_per_player(), total),
        margins_(open_margins(game, total, options.database, options.threads)),
        builder_(make_level_builder(game.rules, total)),
        table_seeds_(table_seeds(index_, total, options)),
        table_(hash_bytes(index_, options)) {}

  Analysis solve(const Game& game, const OnSolveProgress& on_progress, const std::atomic<bool>& stop) override;

 private:
  using Board = typename Kernel::Board;
  using Clock = std::chrono::steady_clock;

  // A small game needs no large table: touching its pages for the first time would take longer than the search.
  static std::size_t hash_bytes(const Index& index, const SolveOptions& options) {
    constexpr int bytes_of_board = 32;  // twice a slot: boards do not spread evenly
    return index.all() < options.hash_bytes / bytes_of_board ? static_cast<std::size_t>(index.all()) * bytes_of_board
                                                             : options.hash_bytes;
  }
  // As many seeds as take a few seconds to make, and no more than half of those in the game: beyond that, positions of
  // the search would be in the tables before it has begun.
  static int table_seeds(const Index& index, int total, const SolveOptions& options);
  void make_tables(SolveProgress& progress, const OnSolveProgress& on_progress, const std::atomic<bool>& stop);
  // Solves on all threads; the first to finish ends the others.
  std::optional<int> solve_board(const Board& board, int guess, SolveProgress& progress,
                                 const OnSolveProgress& on_progress, const std::atomic<bool>& stop);
  std::int64_t elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
  }

  Kernel kernel_;
  SolveOptions options_;
  Index index_;
  Margins margins_;
  std::unique_ptr<LevelBuilder> builder_;
  int table_seeds_;
  Table table_;
  Clock::time_point start_;
};

template <class Kernel>
int SolvingFor<Kernel>::table_seeds(const Index& index, int total, const SolveOptions& options) {
  if (options.table_seeds >= 0) return std::min({options.table_seeds, total, 127});
  std::uint64_t boards = 0;
  int seeds = -1;
  while (seeds + 1 < total / 2 && seeds + 1 <= 127) {
    boards += index.size(seeds + 1);
    if (boards > options.database.memory_bytes ||
        boards > (std::uint64_t{1} << 26) * static_cast<unsigned>(options.threads))
      break;
    ++seeds;
  }
  return std::max(seeds, 0);
}

template <class Kernel>
void SolvingFor<Kernel>::make_tables(SolveProgress& progress, const OnSolveProgress& on_progress,
                                     const std::atomic<bool>& stop) {
  progress.tables = true;
  BoardsDone done{0};
  while (margins_.stored() < table_seeds_ && !stop) {
    progress.seeds = margins_.levels() + 1;
    progress.time_ms = elapsed_ms();
    if (on_progress) on_progress(progress);
    builder_->build_level(margins_, options_.threads, stop, done);
  }
  progress.tables = false;
}

template <class Kernel>
std::optional<int> SolvingFor<Kernel>::solve_board(const Board& board, int guess, SolveProgress& progress,
                                                   const OnSolveProgress& on_progress, const std::atomic<bool>& stop) {
  std::atomic<bool> end{false};
  std::optional<int> value;
  std::mutex mutex;
  std::vector<std::unique_ptr<Solver<Kernel>>> solvers;
  for (int i = 0; i < options_.threads; ++i)
    solvers.push_back(std::make_unique<Solver<Kernel>>(kernel_, index_, margins_, table_, end, i));
  const std::uint64_t before = progress.nodes;
  const auto count = [&] {
    progress.nodes = before;
    for (const auto& solver : solvers) progress.nodes += solver->nodes();
    progress.time_ms = elapsed_ms();
  };
  {
    std::vector<std::jthread> pool;
    for (const auto& solver : solvers)
      pool.emplace_back([&, s = solver.get()] {
        const auto found = s->solve(board, guess);
        const std::lock_guard lock(mutex);
        if (found) value = found;
        end = true;
      });
    for (auto next = Clock::now(); !end; std::this_thread::sleep_for(std::chrono::microseconds(200))) {
      if (stop) end = true;
      if (!on_progress || Clock::now() < next) continue;
      next = Clock::now() + std::chrono::milliseconds(100);
      count();
      on_progress(progress);
    }
  }
  count();
  return value;
}

template <class Kernel>
Analysis SolvingFor<Kernel>::solve(const Game& game, const OnSolveProgress& on_progress,
                                   const std::atomic<bool>& stop) {
  start_ = Clock::now();
  Analysis result;
  if (game.ending()) return result;
  SolveProgress progress;
  make_tables(progress, on_progress, stop);
  Board root = kernel_.pack(game.position());
  kernel_.bank(root);
  const MoveSet moves = kernel_.moves(root);
  progress.moves = std::popcount(moves);
  progress.margin = stop ? std::nullopt : solve_board(root, 0, progress, on_progress, stop);
  result.complete = progress.margin.has_value();
  const int guess = progress.margin.value_or(0);
  for (MoveSet rest = moves; rest != 0; rest &= rest - 1) {
    Line line{std::countr_zero(rest), {}, false, {std::countr_zero(rest)}};
    Board child = root;
    const bool same = kernel_.play_unchecked(child, line.move);
    const int gain = kernel_.bank(child);
    ++progress.move;
    const auto value =
        stop ? std::nullopt : solve_board(child, same ? guess - gain : gain - guess, progress, on_progress, stop);
    if (value) line.score = {(gain + (same ? *value : -*value)) * seed_value, ScoreKind::exact};
    line.searched = value.has_value();
    result.complete = result.complete && line.searched;
    result.lines.push_back(std::move(line));
    progress.lines = result.lines;
  }
  std::stable_sort(result.lines.begin(), result.lines.end(), [](const Line& a, const Line& b) {
    return a.searched != b.searched ? a.searched : a.score.value > b.score.value;
  });
  result.nodes = progress.nodes;
  result.time_ms = elapsed_ms();
  result.depth = max_seeds;
  return result;
}

}  // namespace sow
