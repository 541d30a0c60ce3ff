#include "search/solver.h"

#include <chrono>
#include <mutex>
#include <thread>

#include "db/builder.h"
#include "db/database.h"
#include "search/searcher.h"
#include "search/solver_thread.h"

namespace sow {

namespace {

// The use of databases as the memory of the solver allows it.
DatabaseUse within(DatabaseUse use, const SolveMemory& memory) {
  use.memory_bytes = memory.endings;
  return use;
}

template <int W>
class SolverOf final : public Solver {
 public:
  SolverOf(const GameDef& game, std::unique_ptr<AnyKernel> kernel, int total, const SolveOptions& options)
      : owned_(std::move(kernel)),
        kernel_(static_cast<const Kernel<W>&>(*owned_)),
        options_(options),
        most_(solve_memory(options.memory_bytes)),
        index_(game.rules, total),
        endgames_(open_table(game, total, within(options.database, most_), options.threads)),
        evaluation_(game.rules, weights_for(game)),
        builder_(make_level_builder(game.rules, total)),
        total_(total),
        table_(useful_bytes(most_.boards)) {
    table_.grow(first_hash_bytes);
  }

  Analysis solve(const Game& game, const Limits& limits, const OnSolveProgress& on_progress) override;
  SolveMemory memory() const override;

 private:
  using Board = sow::Board<W>;
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  // The table of boards begins small and grows as the search goes on: touching memory for the first time takes longer than
  // solving a small game.
  static constexpr std::size_t first_hash_bytes = std::size_t{8} << 20;
  static constexpr std::size_t second_hash_bytes = std::size_t{128} << 20;
  static constexpr std::size_t hash_growth = 4;
  static constexpr int guess_depth = 8;  // plies, for the first guess of the margin; they take some milliseconds
  static constexpr std::size_t longest_line = 32;  // moves that are told
  // The nodes after which the next level of endings, or a larger table of boards, pays. Levels of up to some milliseconds are
  // made at once; a larger one when the search has looked at twice as many boards as it holds, so that small games are solved
  // before a large level is begun and large ones lose little (making a board takes 80 ns, looking at one 250).
  static constexpr std::uint64_t made_at_once = 200'000;
  std::uint64_t level_pays_at() const;
  std::uint64_t hash_pays_at() const { return table_.full_size() ? never : 3 * table_.boards(); }

  // Whether there is room for tables of the endings with so many seeds and fewer, and for what making them takes.
  bool level_fits(int seeds) const;
  std::size_t level_bytes(int seeds) const;
  // No more than twice what all boards of the game take.
  std::size_t useful_bytes(std::size_t bytes) const;

  void make_level(SolveProgress& progress, const OnSolveProgress& on_progress);
  // Makes what pays now.
  void provide(SolveProgress& progress, const OnSolveProgress& on_progress);
  // Searches until nothing is left to prove of the board, and provides what the search needs whenever that pays.
  // `interval` of the progress shows what is proven, in the view of the mover of the board's parent if there is one.
  struct Task {
    const Board& board;
    int guess;
    ProvenBounds& proven;
    std::function<Interval()> view;
    Interval SolveProgress::*shown;
  };
  void solve_board(const Task& task, SolveProgress& progress, const OnSolveProgress& on_progress);
  // Searches on all threads until about so many nodes are counted; the first to finish ends the others.
  void search_board(const Task& task, std::uint64_t node_limit, SolveProgress& progress,
                    const OnSolveProgress& on_progress);
  // An estimate, within what is proven in the end.
  Margin solve_position(const Board& root, ProvenBounds& proven, SolveProgress& progress,
                        const OnSolveProgress& on_progress);
  Line solve_move(const Board& root, Move move, const ProvenBounds& position, SolveProgress& progress,
                  const OnSolveProgress& on_progress);
  Line told_line(const Child<W>& child, const ProvenBounds& proven) const;
  SolverThread<W> reader() const { return {kernel_, index_, endgames_, evaluation_, table_, nullptr, halt_}; }

  std::int64_t elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
  }

  std::unique_ptr<AnyKernel> owned_;
  const Kernel<W>& kernel_;
  SolveOptions options_;
  const SolveMemory most_;
  Index index_;
  EndgameTable endgames_;
  Evaluation evaluation_;
  std::unique_ptr<LevelBuilder> builder_;
  int total_;
  mutable Table table_;
  Clock::time_point start_;
  std::uint64_t node_limit_ = never;
  mutable std::atomic<bool> halt_{false};  // a limit is reached, or the caller wants no more
};

template <int W>
std::size_t SolverOf<W>::useful_bytes(std::size_t bytes) const {
  const Index::Wide all = 2 * 16 * index_.size_below(total_ + 1);
  return all < bytes ? static_cast<std::size_t>(all) : bytes;
}

// A byte a board; and for each move of each side what the builder remembers of it (db/acyclic.h), in lists that have room
// to grow.
template <int W>
std::size_t SolverOf<W>::level_bytes(int seeds) const {
  constexpr std::size_t bytes_a_move = 2 * (8 + W);
  std::size_t sides = 0;
  for (int k = 0; k <= seeds; ++k) sides += index_.sides(k);
  const Index::Wide bytes =
      index_.size_below(seeds + 1) + sides * bytes_a_move * static_cast<std::size_t>(kernel_.pits());
  return bytes < never ? static_cast<std::size_t>(bytes) : never;
}

template <int W>
bool SolverOf<W>::level_fits(int seeds) const {
  // Margins of more seeds do not fit a byte; and above levels that are files none can be in memory.
  if (database_kind(kernel_.rules()).kind == DatabaseKind::nothing) return false;
  if (seeds >= std::min(total_, 128) || endgames_.stored() > endgames_.levels()) return false;
  return (options_.table_seeds < 0 || seeds <= options_.table_seeds) && level_bytes(seeds) <= most_.endings;
}

template <int W>
std::uint64_t SolverOf<W>::level_pays_at() const {
  const int next = endgames_.levels() + 1;
  if (!level_fits(next)) return never;
  if (options_.table_seeds >= 0) return 0;
  return index_.size(next) <= made_at_once ? 0 : 2 * index_.size(next);
}

template <int W>
SolveMemory SolverOf<W>::memory() const {
  int last = endgames_.levels();
  while (level_fits(last + 1)) ++last;
  return {useful_bytes(most_.boards), last < 0 ? 0 : std::min(level_bytes(last), most_.endings)};
}

template <int W>
void SolverOf<W>::make_level(SolveProgress& progress, const OnSolveProgress& on_progress) {
  BoardsDone done{0};
  progress.tables = true;
  progress.seeds = endgames_.levels() + 1;
  progress.time_ms = elapsed_ms();
  if (on_progress) on_progress(progress);
  builder_->build_level(endgames_, options_.threads, halt_, done);
  progress.tables = false;
}

template <int W>
void SolverOf<W>::provide(SolveProgress& progress, const OnSolveProgress& on_progress) {
  while (progress.nodes >= level_pays_at() && !halt_) make_level(progress, on_progress);
  while (progress.nodes >= hash_pays_at()) table_.grow(std::max(second_hash_bytes, table_.bytes() * hash_growth));
}

template <int W>
void SolverOf<W>::solve_board(const Task& task, SolveProgress& progress, const OnSolveProgress& on_progress) {
  while (task.proven.open() && !halt_) {
    provide(progress, on_progress);
    search_board(task, std::min({level_pays_at(), hash_pays_at(), node_limit_}), progress, on_progress);
    if (progress.nodes >= node_limit_) halt_ = true;
  }
  progress.*task.shown = task.view();
}

template <int W>
void SolverOf<W>::search_board(const Task& task, std::uint64_t node_limit, SolveProgress& progress,
                               const OnSolveProgress& on_progress) {
  std::atomic<bool> end{false};
  std::vector<std::unique_ptr<SolverThread<W>>> solvers;
  BusyBoards busy;
  for (int i = 0; i < options_.threads; ++i)
    solvers.push_back(std::make_unique<SolverThread<W>>(kernel_, index_, endgames_, evaluation_, table_,
                                                        options_.threads > 1 ? &busy : nullptr, end));
  const std::uint64_t before = progress.nodes;
  const std::uint64_t limit_each = (node_limit - std::min(before, node_limit)) / options_.threads;
  const auto look = [&] {
    progress.nodes = before;
    for (const auto& solver : solvers) progress.nodes += solver->nodes();
    progress.time_ms = elapsed_ms();
    progress.*task.shown = task.view();
  };
  {
    std::vector<std::jthread> pool;
    for (const auto& solver : solvers)
      pool.emplace_back([&, s = solver.get()] {
        s->solve(task.board, task.guess, task.proven, limit_each);
        end = true;
      });
    for (auto next = Clock::now(); !end; std::this_thread::sleep_for(std::chrono::microseconds(200))) {
      if (halt_) end = true;
      if (!on_progress || Clock::now() < next) continue;
      next = Clock::now() + std::chrono::milliseconds(100);
      look();
      on_progress(progress);
    }
  }
  look();
}

template <int W>
Margin SolverOf<W>::solve_position(const Board& root, ProvenBounds& proven, SolveProgress& progress,
                                   const OnSolveProgress& on_progress) {
  const int estimate =
      ShallowSearch<W>(kernel_, evaluation_)(root, kernel_.legal(root), kernel_.seeds(root), guess_depth);
  const auto view = [&] { return Interval{proven.low(), proven.high()}; };
  progress.position = view();
  solve_board({root, estimate / seed_value, proven, view, &SolveProgress::position}, progress, on_progress);
  return Margin::estimate(estimate).within(proven.low(), proven.high());
}

// No move is worth more than the position.
template <int W>
Line SolverOf<W>::solve_move(const Board& root, Move move, const ProvenBounds& position, SolveProgress& progress,
                             const OnSolveProgress& on_progress) {
  Child<W> child;
  kernel_.make(root, move, child);
  const int gain = child.gain, n = kernel_.seeds(child.board), most = position.high();
  ProvenBounds proven(-n, n);
  child.same ? proven.at_most(most - gain) : proven.at_least(gain - most);
  const auto view = [&] {
    return child.same ? Interval{gain + proven.low(), gain + proven.high()}
                      : Interval{gain - proven.high(), gain - proven.low()};
  };
  progress.at_move = view();
  if (position.open()) {  // stopped before: what was learnt by the way is all there is
    const auto known = reader().known(child.board);
    proven.at_least(known.low);
    proven.at_most(known.high);
  } else {
    solve_board({child.board, child.same ? most - gain : gain - most, proven, view, &SolveProgress::at_move}, progress,
                on_progress);
  }
  return told_line(child, proven);
}

// The value is what is sure, or if nothing is, what is the most; a line of which nothing is proven is not told.
template <int W>
Line SolverOf<W>::told_line(const Child<W>& child, const ProvenBounds& proven) const {
  const int n = kernel_.seeds(child.board);
  Line line{child.move, Margin::between(proven.low(), proven.high()).up(child.gain * seed_value, child.same), true, {}};
  const Margin board = Margin::between(-n, n).up(child.gain * seed_value, child.same);
  line.margin.value = line.margin.low > board.low ? line.margin.low : line.margin.high;
  line.searched = line.margin.low > board.low || line.margin.high < board.high;
  line.pv = proven.open() ? std::vector<Move>{} : reader().line(child.board, proven.low(), longest_line - 1);
  line.pv.insert(line.pv.begin(), child.move);
  return line;
}

template <int W>
Analysis SolverOf<W>::solve(const Game& game, const Limits& limits, const OnSolveProgress& on_progress) {
  if (game.ending()) return result_analysis(game);
  start_ = Clock::now();
  halt_ = false;
  node_limit_ = limits.nodes.value_or(never);
  const std::int64_t budget = time_budget(limits);
  std::jthread watch([&](const std::stop_token& over) {
    for (; !over.stop_requested() && !halt_; std::this_thread::sleep_for(std::chrono::milliseconds(2)))
      if ((limits.stop != nullptr && *limits.stop) || (budget != no_limit && elapsed_ms() >= budget)) halt_ = true;
  });
  const Board root = kernel_.pack(game.position());
  const MoveSet moves = kernel_.legal(root);
  const int n = kernel_.seeds(root);
  ProvenBounds position(-n, n);
  SolveProgress progress;
  progress.moves = std::popcount(moves);
  Analysis result;
  result.margin = solve_position(root, position, progress, on_progress);
  const auto best = options_.value_only ? reader().line(root, position.low(), 1) : std::vector<Move>{};
  for (MoveSet rest = moves; rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    if (options_.value_only && (position.open() || best.empty() || best.front() != move)) continue;
    ++progress.move;
    result.lines.push_back(solve_move(root, move, position, progress, on_progress));
  }
  std::stable_sort(result.lines.begin(), result.lines.end(), [](const Line& a, const Line& b) {
    return a.margin.low != b.margin.low ? a.margin.low > b.margin.low : a.margin.high > b.margin.high;
  });
  result.complete = !position.open() && std::all_of(result.lines.begin(), result.lines.end(),
                                                    [](const Line& line) { return line.margin.exact(); });
  result.nodes = progress.nodes;
  result.time_ms = elapsed_ms();
  return result;
}

}  // namespace

SolveMemory solve_memory(std::size_t bytes) {
  constexpr std::size_t most_endings = std::size_t{1} << 30;
  const std::size_t endings = std::min(bytes / 2, most_endings);
  return {bytes - endings, endings};
}

std::unique_ptr<Solver> make_solver(const GameDef& game, int total, const SolveOptions& options) {
  const Ruleset& rules = game.rules;
  if (!rules.never_repeats()) return nullptr;
  if (!Index(rules, total).fits(table_key_bits)) return nullptr;
  auto kernel = make_kernel(game.rules, total);
  return with_width(*kernel, [&]<int W>(const Kernel<W>&) -> std::unique_ptr<Solver> {
    return std::make_unique<SolverOf<W>>(game, std::move(kernel), total, options);
  });
}

}  // namespace sow
