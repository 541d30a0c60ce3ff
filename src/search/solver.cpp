#include "search/solver.h"

#include <chrono>
#include <limits>
#include <mutex>

#include "db/builder.h"
#include "db/database.h"
#include "search/proof_file.h"
#include "search/searcher.h"
#include "search/solver_thread.h"

namespace sow {

namespace {

// Limits the memory for databases to the solver's share.
DatabaseUse within(DatabaseUse use, const SolveMemory& memory) {
  use.memory_bytes = memory.endings;
  return use;
}

ProofCode proof_code(const AnyKernel& kernel, int seeds) {
  return {seeds, static_cast<int>(kernel.layout().moves().size())};
}

template <int W>
class SolverOf final : public Solver {
 public:
  SolverOf(const Game& game, const Kernel<W>& kernel, int total, const SolveOptions& options)
      : owner_(game.shared_kernel()),
        kernel_(kernel),
        options_(options),
        max_(solve_memory(options.memory_bytes)),
        index_(game.rules(), total),
        endgames_(open_table(game.def(), total, within(options.database, max_), options.threads)),
        evaluation_(game.rules(), weights_for(game.def())),
        builder_(make_level_builder(game.rules(), total)),
        total_(total),
        table_(proof_code(game.kernel(), total), static_cast<std::uint64_t>(index_.size_below(total + 1)),
               useful_bytes(max_.boards)) {}

  Analysis solve(const Game& game, const Limits& limits, const OnSolveProgress& on_progress) override;
  SolveMemory memory() const override;

 private:
  using Board = sow::Board<W>;
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  // The transposition table starts small and grows during the search: touching memory for the first time takes longer
  // than solving a small game.
  static constexpr std::size_t second_hash_bytes = std::size_t{128} << 20;
  static constexpr std::size_t hash_growth = 4;
  static constexpr int guess_depth = 8;  // plies for the first guess of the margin; takes a few milliseconds
  static constexpr std::size_t max_line_length = 32;        // moves in a reported line
  static constexpr std::uint64_t max_line_nodes = 1 << 18;  // a few hundredths of a second
  // level_pays_at() and hash_pays_at() return the node counts at which the next endgame table and a larger
  // transposition table pay off. Endgame tables of up to max_initial_boards boards are built at once. A large game is
  // solved fastest if the tables up to useful_table_seeds() are built before the search, so they are built soon; small
  // games are solved before that. A larger table is built when the search has visited twice as many boards, so that
  // large games lose little (building takes 50 ns per board, searching 250 ns).
  static constexpr std::uint64_t max_initial_boards = 200'000, max_early_boards = 40'000'000;
  // Fitted to kalah with 36, 48, and 60 seeds.
  int useful_table_seeds() const { return total_ / 2 - 7; }
  std::uint64_t level_pays_at() const;
  std::uint64_t hash_pays_at() const { return table_.full_size() ? never : 3 * table_.boards(); }

  // Whether endgame tables up to this many seeds fit in memory, including the working memory to build them.
  bool level_fits(int seeds) const;
  std::size_t level_bytes(int seeds) const;
  // At most twice the memory that all boards of the game need.
  std::size_t useful_bytes(std::size_t bytes) const;

  void build_level(SolveProgress& progress, const OnSolveProgress& on_progress);
  // Builds endgame tables and grows the transposition table as far as it pays off now.
  void grow_tables(SolveProgress& progress, const OnSolveProgress& on_progress);
  // The task of proving the margin of a board. `view` returns its bounds from the view of the player at the root; they
  // are written to the `shown` member of the progress.
  struct Task {
    const Board& board;
    int guess;
    ProvenBounds& proven;
    std::function<Interval()> view;
    Interval SolveProgress::*shown;
  };
  // Counts the moves that the bounds in the transposition table decide; see SolveProgress.
  int decided(const Interval& position) const;
  void solve_board(const Task& task, SolveProgress& progress, const OnSolveProgress& on_progress);
  // Throws Error. save() reports a failure to files.warn.
  void write_save(const SolveProgress& progress);
  void save(const SolveProgress& progress);
  void save_regularly(const SolveProgress& progress) {
    if (!options_.files.save.empty() && Clock::now() >= next_save_) save(progress);
  }
  // Searches on all threads up to about `node_limit` nodes. The first thread to finish stops the others.
  void search_board(const Task& task, std::uint64_t node_limit, SolveProgress& progress,
                    const OnSolveProgress& on_progress);
  // The value is an estimate if the bounds do not meet.
  Margin solve_position(ProvenBounds& proven, SolveProgress& progress, const OnSolveProgress& on_progress);
  Line solve_move(Move move, const ProvenBounds& position, SolveProgress& progress, const OnSolveProgress& on_progress);
  Line make_line(const Child<W>& child, const ProvenBounds& proven) const;
  SolverThread<W> reader() const { return {kernel_, index_, endgames_, evaluation_, table_, nullptr, halt_}; }
  // Uses the bounds that are already known.
  void narrow(ProvenBounds& proven, const Board& board) const {
    const auto known = reader().known(board);
    proven.at_least(known.low);
    proven.at_most(known.high);
  }
  std::vector<Move> variation(const Board& board, int margin, std::size_t max_length) const {
    std::atomic<bool> end{false};
    return SolverThread<W>(kernel_, index_, endgames_, evaluation_, table_, nullptr, end)
        .line(board, margin, max_length, max_line_nodes);
  }

  std::int64_t total_ms() const { return resumed_.time_ms + elapsed_ms(); }
  std::int64_t elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_).count();
  }

  const std::shared_ptr<const AnyKernel> owner_;
  const Kernel<W>& kernel_;
  SolveOptions options_;
  const SolveMemory max_;
  Index index_;
  EndgameTable endgames_;
  Evaluation evaluation_;
  std::unique_ptr<LevelBuilder> builder_;
  int total_;
  mutable ProofTable table_;
  Board root_;
  Clock::time_point start_, next_save_;
  SolveWork resumed_;
  std::uint64_t node_limit_ = never;
  mutable std::atomic<bool> halt_{false};  // a limit was reached, or the caller requested a stop
};

template <int W>
std::size_t SolverOf<W>::useful_bytes(std::size_t bytes) const {
  const Index::Wide all = 2 * 8 * index_.size_below(total_ + 1);
  return all < bytes ? static_cast<std::size_t>(all) : bytes;
}

// One byte per board, plus the builder's lists of the moves of each side (db/acyclic.h), which have room to grow.
template <int W>
std::size_t SolverOf<W>::level_bytes(int seeds) const {
  constexpr std::size_t bytes_per_move = 2 * (8 + W);
  constexpr std::size_t max = std::numeric_limits<std::size_t>::max();
  std::uint64_t sides = 0;
  for (int k = 0; k <= seeds; ++k) sides += index_.sides(k);
  const Index::Wide bytes =
      index_.size_below(seeds + 1) + sides * bytes_per_move * static_cast<std::uint64_t>(kernel_.pits());
  return bytes < max ? static_cast<std::size_t>(bytes) : max;
}

template <int W>
bool SolverOf<W>::level_fits(int seeds) const {
  // Larger margins do not fit in a byte, and levels in memory must be below all levels in files.
  constexpr int max_byte_margin = 128;
  if (database_kind(kernel_.rules()).kind == DatabaseKind::nothing) return false;
  if (seeds >= std::min(total_, max_byte_margin) || endgames_.stored() > endgames_.max_seeds()) return false;
  return (options_.table_seeds < 0 || seeds <= options_.table_seeds) && level_bytes(seeds) <= max_.endings;
}

template <int W>
std::uint64_t SolverOf<W>::level_pays_at() const {
  const int next = endgames_.max_seeds() + 1;
  if (!level_fits(next)) return never;
  if (options_.table_seeds >= 0) return 0;
  const std::uint64_t boards = index_.size(next);
  if (boards <= max_initial_boards) return 0;
  return next <= useful_table_seeds() && boards <= max_early_boards ? boards / 16 : 2 * boards;
}

template <int W>
SolveMemory SolverOf<W>::memory() const {
  int last = endgames_.max_seeds();
  while (level_fits(last + 1)) ++last;
  return {useful_bytes(max_.boards), last < 0 ? 0 : std::min(level_bytes(last), max_.endings)};
}

template <int W>
void SolverOf<W>::build_level(SolveProgress& progress, const OnSolveProgress& on_progress) {
  BoardsDone done{0};
  progress.tables = true;
  progress.seeds = endgames_.max_seeds() + 1;
  progress.time_ms = total_ms();
  if (on_progress) on_progress(progress);
  builder_->build_level(endgames_, options_.threads, halt_, done);
  progress.tables = false;
}

template <int W>
void SolverOf<W>::grow_tables(SolveProgress& progress, const OnSolveProgress& on_progress) {
  while (progress.nodes >= level_pays_at() && !halt_) build_level(progress, on_progress);
  while (progress.nodes >= hash_pays_at()) table_.grow(std::max(second_hash_bytes, table_.bytes() * hash_growth));
}

template <int W>
void SolverOf<W>::solve_board(const Task& task, SolveProgress& progress, const OnSolveProgress& on_progress) {
  while (task.proven.open() && !halt_) {
    grow_tables(progress, on_progress);
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
  const auto update_progress = [&] {
    progress.nodes = before;
    for (const auto& solver : solvers) progress.nodes += solver->nodes();
    progress.time_ms = total_ms();
    progress.*task.shown = task.view();
    progress.decided = progress.move > 0 ? progress.move - 1 : decided(progress.position);
  };
  std::vector<std::function<void()>> work;
  for (const auto& solver : solvers)
    work.emplace_back([&, s = solver.get()] {
      s->solve(task.board, task.guess, task.proven, limit_each);
      end = true;
    });
  run_watched(work, std::chrono::microseconds(200), [&, next = Clock::now()]() mutable {
    if (halt_) end = true;
    if (Clock::now() < next) return;
    next = Clock::now() + std::chrono::milliseconds(100);
    update_progress();
    save_regularly(progress);
    if (on_progress) on_progress(progress);
  });
  update_progress();
}

template <int W>
void SolverOf<W>::write_save(const SolveProgress& progress) {
  write_proofs(options_.files.save, rules_fingerprint(kernel_.rules()), {progress.nodes, total_ms()}, table_);
  next_save_ = Clock::now() + options_.files.interval;
}

template <int W>
void SolverOf<W>::save(const SolveProgress& progress) {
  next_save_ = Clock::now() + options_.files.interval;
  try {
    write_save(progress);
  } catch (const std::exception& e) {
    if (options_.files.warn) options_.files.warn(message_of(e));
  }
}

template <int W>
int SolverOf<W>::decided(const Interval& position) const {
  Child<W> children[max_moves];
  const int count = kernel_.expand(root_, kernel_.legal(root_), children);
  return static_cast<int>(std::count_if(children, children + count, [&](const Child<W>& c) {
    const auto known = reader().known(c.board);
    const int low = c.gain + (c.same ? known.low : -known.high), high = c.gain + (c.same ? known.high : -known.low);
    return high <= position.low || low >= position.high;
  }));
}

template <int W>
Margin SolverOf<W>::solve_position(ProvenBounds& proven, SolveProgress& progress, const OnSolveProgress& on_progress) {
  narrow(proven, root_);
  const ShallowSearch<W> shallow(kernel_, evaluation_, halt_);
  const MoveSet moves = kernel_.legal(root_);
  const int seeds = kernel_.seeds(root_);
  int estimate = shallow(root_, moves, seeds, 0);
  if (const int deeper = shallow(root_, moves, seeds, guess_depth); !halt_) estimate = deeper;
  const auto view = [&] { return Interval{proven.low(), proven.high()}; };
  progress.position = view();
  solve_board({root_, estimate / seed_value, proven, view, &SolveProgress::position}, progress, on_progress);
  return Margin::estimate(estimate).within(proven.low(), proven.high());
}

// The upper bound on the position is also an upper bound on each move.
template <int W>
Line SolverOf<W>::solve_move(Move move, const ProvenBounds& position, SolveProgress& progress,
                             const OnSolveProgress& on_progress) {
  Child<W> child;
  kernel_.make(root_, move, child);
  const int gain = child.gain, n = kernel_.seeds(child.board), limit = position.high();
  ProvenBounds proven(-n, n);
  child.same ? proven.at_most(limit - gain) : proven.at_least(gain - limit);
  const auto view = [&] {
    return child.same ? Interval{gain + proven.low(), gain + proven.high()}
                      : Interval{gain - proven.high(), gain - proven.low()};
  };
  narrow(proven, child.board);
  progress.at_move = view();
  if (!position.open())  // otherwise the search was stopped early
    solve_board({child.board, child.same ? limit - gain : gain - limit, proven, view, &SolveProgress::at_move},
                progress, on_progress);
  return make_line(child, proven);
}

// The value is the lower bound if one is proven, or else the upper bound. A line without any proven bound is marked as
// not searched.
template <int W>
Line SolverOf<W>::make_line(const Child<W>& child, const ProvenBounds& proven) const {
  const int n = kernel_.seeds(child.board);
  Line line{child.move, Margin::between(proven.low(), proven.high()).up(child.gain * seed_value, child.same), true, {}};
  const Margin board = Margin::between(-n, n).up(child.gain * seed_value, child.same);
  line.margin.value = line.margin.low > board.low ? line.margin.low : line.margin.high;
  // If the move leaves no seeds in the pits, its margin is exact although nothing narrows the bounds of the board.
  line.searched = line.margin.exact() || line.margin.low > board.low || line.margin.high < board.high;
  line.pv = proven.open() ? std::vector<Move>{} : variation(child.board, proven.low(), max_line_length - 1);
  line.pv.insert(line.pv.begin(), child.move);
  return line;
}

template <int W>
Analysis SolverOf<W>::solve(const Game& game, const Limits& limits, const OnSolveProgress& on_progress) {
  if (game.ending()) return result_analysis(game);
  start_ = Clock::now();
  halt_ = false;
  resumed_ = {};
  if (const std::string& file = options_.files.resume; !file.empty())
    resumed_ = read_proofs(file, rules_fingerprint(kernel_.rules()), table_);
  node_limit_ = limits.nodes ? resumed_.nodes + *limits.nodes : never;
  const std::int64_t budget = time_budget(limits);
  const Watch watch(std::chrono::milliseconds(2), [&] {
    if ((limits.stop != nullptr && *limits.stop) || (budget != no_limit && elapsed_ms() >= budget)) halt_ = true;
  });
  root_ = kernel_.pack(game.position());
  const MoveSet moves = kernel_.legal(root_);
  const int n = kernel_.seeds(root_);
  ProvenBounds position(-n, n);
  SolveProgress progress;
  progress.nodes = resumed_.nodes;
  progress.moves = std::popcount(moves);
  Analysis result;
  if (!options_.files.save.empty()) write_save(progress);  // fails now, and not after days of work
  result.margin = solve_position(position, progress, on_progress);
  const auto best = options_.value_only && !position.open() ? variation(root_, position.low(), 1) : std::vector<Move>{};
  for (MoveSet rest = moves; rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    if (options_.value_only && (best.empty() || best.front() != move)) continue;
    ++progress.move;
    result.lines.push_back(solve_move(move, position, progress, on_progress));
  }
  std::stable_sort(result.lines.begin(), result.lines.end(), [](const Line& a, const Line& b) {
    return a.margin.low != b.margin.low ? a.margin.low > b.margin.low : a.margin.high > b.margin.high;
  });
  result.complete = !position.open() && std::all_of(result.lines.begin(), result.lines.end(),
                                                    [](const Line& line) { return line.margin.exact(); });
  if (!options_.files.save.empty()) save(progress);
  result.nodes = progress.nodes;
  result.time_ms = total_ms();
  return result;
}

}  // namespace

SolveMemory solve_memory(std::size_t bytes) {
  constexpr std::size_t max_endings = std::size_t{1} << 30;
  const std::size_t endings = std::min(bytes / 2, max_endings);
  return {bytes - endings, endings};
}

std::unique_ptr<Solver> make_solver(const Game& game, const SolveOptions& options) {
  const Ruleset& rules = game.rules();
  // Without stores, a margin is not what remains to be won: an empty board can be a win by one seed.
  if (!rules.never_repeats() || !rules.has_stores()) return nullptr;
  return with_width(game.kernel(), [&]<int W>(const Kernel<W>& kernel) -> std::unique_ptr<Solver> {
    const int seeds = kernel.seeds(kernel.pack(game.position()));
    const Index index(rules, seeds);
    if (!index.fits(max_key_bits) || !ProofTable::fits(proof_code(kernel, seeds), index.size_below(seeds + 1),
                                                       solve_memory(options.memory_bytes).boards))
      return nullptr;
    return std::make_unique<SolverOf<W>>(game, kernel, seeds, options);
  });
}

}  // namespace sow
