#include "search/solver.h"

#include <chrono>
#include <mutex>
#include <thread>

#include "db/builder.h"
#include "db/database.h"
#include "search/solver_thread.h"

namespace sow {

namespace {

template <int W>
class SolverOf final : public Solver {
 public:
  SolverOf(const GameDef& game, std::unique_ptr<AnyKernel> kernel, int total, const SolveOptions& options)
      : owned_(std::move(kernel)),
        kernel_(static_cast<const Kernel<W>&>(*owned_)),
        options_(options),
        index_(kernel_.pits(), total),
        endgames_(open_table(game, total, options.database, options.threads)),
        evaluation_(game.rules, weights_for(game)),
        builder_(make_level_builder(game.rules, total)),
        total_(total),
        table_(std::min(first_hash_bytes, options.hash_bytes)) {}

  Analysis solve(const Game& game, const OnSolveProgress& on_progress, const std::atomic<bool>& stop) override;

 private:
  using Board = sow::Board<W>;
  using Clock = std::chrono::steady_clock;

  // The table of boards begins small and grows as the search goes on: touching memory for the first time takes longer than
  // solving a small game.
  static constexpr std::size_t first_hash_bytes = std::size_t{8} << 20;
  static constexpr std::size_t second_hash_bytes = std::size_t{128} << 20;
  static constexpr std::size_t hash_growth = 4;
  static constexpr int guess_depth = 8;  // plies, for the first guess of the margin; they take some milliseconds
  // The nodes after which the next level of endings, or a larger table of boards, pays. Levels of up to some milliseconds are
  // made at once; a larger one when the search has looked at twice as many boards as it holds, so that small games are solved
  // before a large level is begun and large ones lose little (making a board takes 80 ns, looking at one 250).
  static constexpr std::uint64_t made_at_once = 200'000;
  std::uint64_t level_pays_at() const;
  std::uint64_t hash_pays_at() const {
    return table_.bytes() < options_.hash_bytes ? 3 * table_.boards() : ~std::uint64_t{0};
  }
  void make_level(SolveProgress& progress, const OnSolveProgress& on_progress, const std::atomic<bool>& stop);
  // Makes what pays now.
  void provide(SolveProgress& progress, const OnSolveProgress& on_progress, const std::atomic<bool>& stop);
  // Searches, and provides what the search needs whenever that pays.
  std::optional<int> solve_board(const Board& board, int guess, SolveProgress& progress,
                                 const OnSolveProgress& on_progress, const std::atomic<bool>& stop);
  // Searches on all threads until about so many nodes are counted; the first to finish ends the others.
  std::optional<int> search_board(const Board& board, int guess, std::uint64_t node_limit, SolveProgress& progress,
                                  const OnSolveProgress& on_progress, const std::atomic<bool>& stop);
  std::int64_t elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
  }

  std::unique_ptr<AnyKernel> owned_;
  const Kernel<W>& kernel_;
  SolveOptions options_;
  Index index_;
  EndgameTable endgames_;
  Evaluation evaluation_;
  std::unique_ptr<LevelBuilder> builder_;
  int total_;
  Table table_;
  Clock::time_point start_;
};

template <int W>
std::uint64_t SolverOf<W>::level_pays_at() const {
  constexpr std::uint64_t never = ~std::uint64_t{0};
  const int next = endgames_.levels() + 1;
  // Margins of more seeds do not fit a byte; and above levels that are files none can be in memory.
  if (database_kind(kernel_.rules()).kind == DatabaseKind::nothing) return never;
  if (next >= std::min(total_, 128) || endgames_.stored() > endgames_.levels()) return never;
  if (options_.table_seeds >= 0) return next <= options_.table_seeds ? 0 : never;
  if (index_.size_below(next + 1) > options_.database.memory_bytes) return never;
  return index_.size(next) <= made_at_once ? 0 : 2 * index_.size(next);
}

template <int W>
void SolverOf<W>::make_level(SolveProgress& progress, const OnSolveProgress& on_progress,
                             const std::atomic<bool>& stop) {
  BoardsDone done{0};
  progress.tables = true;
  progress.seeds = endgames_.levels() + 1;
  progress.time_ms = elapsed_ms();
  if (on_progress) on_progress(progress);
  builder_->build_level(endgames_, options_.threads, stop, done);
  progress.tables = false;
}

template <int W>
void SolverOf<W>::provide(SolveProgress& progress, const OnSolveProgress& on_progress, const std::atomic<bool>& stop) {
  while (progress.nodes >= level_pays_at() && !stop) make_level(progress, on_progress, stop);
  while (progress.nodes >= hash_pays_at())
    table_.grow(std::min(options_.hash_bytes, std::max(second_hash_bytes, table_.bytes() * hash_growth)));
}

template <int W>
std::optional<int> SolverOf<W>::solve_board(const Board& board, int guess, SolveProgress& progress,
                                            const OnSolveProgress& on_progress, const std::atomic<bool>& stop) {
  std::optional<int> value;
  while (!value && !stop) {
    provide(progress, on_progress, stop);
    value = search_board(board, guess, std::min(level_pays_at(), hash_pays_at()), progress, on_progress, stop);
  }
  return value;
}

template <int W>
std::optional<int> SolverOf<W>::search_board(const Board& board, int guess, std::uint64_t node_limit,
                                             SolveProgress& progress, const OnSolveProgress& on_progress,
                                             const std::atomic<bool>& stop) {
  std::atomic<bool> end{false};
  std::optional<int> value;
  std::mutex mutex;
  std::vector<std::unique_ptr<SolverThread<W>>> solvers;
  BusyBoards busy;
  for (int i = 0; i < options_.threads; ++i)
    solvers.push_back(std::make_unique<SolverThread<W>>(kernel_, index_, endgames_, evaluation_, table_,
                                                        options_.threads > 1 ? &busy : nullptr, end));
  const std::uint64_t before = progress.nodes;
  const std::uint64_t limit_each = (node_limit - before) / options_.threads;
  const auto count = [&] {
    progress.nodes = before;
    for (const auto& solver : solvers) progress.nodes += solver->nodes();
    progress.time_ms = elapsed_ms();
  };
  {
    std::vector<std::jthread> pool;
    for (const auto& solver : solvers)
      pool.emplace_back([&, s = solver.get()] {
        const auto found = s->solve(board, guess, limit_each);
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

template <int W>
Analysis SolverOf<W>::solve(const Game& game, const OnSolveProgress& on_progress, const std::atomic<bool>& stop) {
  start_ = Clock::now();
  Analysis result;
  if (game.ending()) return result;
  SolveProgress progress;
  const Board root = kernel_.pack(game.position());
  const MoveSet moves = kernel_.legal(root);
  progress.moves = std::popcount(moves);
  const int estimate =
      ShallowSearch<W>(kernel_, evaluation_)(root, moves, kernel_.seeds(root), guess_depth) / seed_value;
  progress.margin = stop ? std::nullopt : solve_board(root, estimate, progress, on_progress, stop);
  result.complete = progress.margin.has_value();
  const int guess = progress.margin.value_or(0);
  for (MoveSet rest = moves; rest != 0; rest &= rest - 1) {
    Line line{std::countr_zero(rest), {}, false, {std::countr_zero(rest)}};
    Child<W> child;
    kernel_.make(root, line.move, child);
    const int gain = child.gain;
    ++progress.move;
    const auto value =
        stop ? std::nullopt
             : solve_board(child.board, child.same ? guess - gain : gain - guess, progress, on_progress, stop);
    if (value) line.margin = Margin::exactly(*value).up(gain * seed_value, child.same);
    line.searched = value.has_value();
    result.complete = result.complete && line.searched;
    result.lines.push_back(std::move(line));
    progress.lines = result.lines;
  }
  std::stable_sort(result.lines.begin(), result.lines.end(), [](const Line& a, const Line& b) {
    return a.searched != b.searched ? a.searched : a.margin.value > b.margin.value;
  });
  result.nodes = progress.nodes;
  result.time_ms = elapsed_ms();
  result.depth = max_seeds;
  return result;
}

}  // namespace

std::unique_ptr<Solver> make_solver(const GameDef& game, int total, const SolveOptions& options) {
  const Ruleset& rules = game.rules;
  if (!rules.never_repeats()) return nullptr;
  if (!Index(rules.pits_per_player(), total).fits(table_key_bits, States(rules).count())) return nullptr;
  auto kernel = make_kernel(game.rules, total);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) -> std::unique_ptr<Solver> {
    return std::make_unique<SolverOf<W>>(game, std::move(kernel), total, options);
  });
}

}  // namespace sow
