#include "search/searcher.h"

#include <map>
#include <system_error>

#include "search/search_thread.h"

namespace sow {

namespace {

template <int W>
class SearcherOf final : public Searcher {
 public:
  using Thread = SearchThread<W>;

  SearcherOf(const Game& game, const Kernel<W>& kernel, int total, const SearchOptions& options)
      : owner_(game.shared_kernel()),
        kernel_(kernel),
        index_(game.rules(), total),
        max_threads_(std::max(1, options.threads)),
        endgames_(open_or_build_table(game.def(), total, options.database, max_threads_)),
        evaluation_(game.rules(), weights_for(game.def()),
                    network_for(game.def(), options.evaluation, options.database)),
        cyclic_(!game.rules().never_repeats()) {
    if (index_.fits(table_key_bits)) table_ = std::make_unique<Table>(options.hash_bytes);
    add_threads(1);
  }

  Analysis analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) override;

  int hash_permille() const override { return table_ ? table_->permille() : 0; }

  void clear() override {
    if (table_) table_->clear();
    for (auto& thread : threads_) thread->clear_history();
  }

  void open_databases(const Game& game, const DatabaseUse& use) override {
    endgames_ = open_or_build_table(game.def(), game.position().total(), use, max_threads_);
  }

 private:
  // Threads are created when a search first uses them.
  void add_threads(int count) {
    while (std::ssize(threads_) < count)
      threads_.push_back(std::make_unique<Thread>(kernel_, index_, endgames_, evaluation_, table_.get()));
  }
  std::vector<typename Thread::Visit> boards_before(const Game& game) const;
  // Probes the databases for all root moves. In games with repetitions, the search itself probes only after a capture.
  void probe_moves(const Board<W>& board, bool fresh);
  bool all_probed() const;
  // Whether the requested lines are proven, and it is also proven that no other move is better.
  bool complete(int lines) const;
  Line line_of(const typename Thread::RootMove& root) const;
  Analysis report(int depth, const SearchShared& shared, int lines) const;
  static std::size_t useful_hash_bytes(const Limits& limits, std::int64_t budget, int threads);

  const std::shared_ptr<const AnyKernel> owner_;
  const Kernel<W>& kernel_;
  Index index_;
  const int max_threads_;
  EndgameTable endgames_;  // the threads refer to it
  Evaluation evaluation_;
  const bool cyclic_;
  std::unique_ptr<Table> table_;
  std::vector<std::unique_ptr<Thread>> threads_;
  std::map<Move, Margin> probed_;  // database values of the root moves
};

template <int W>
auto SearcherOf<W>::boards_before(const Game& game) const -> std::vector<typename Thread::Visit> {
  std::vector<typename Thread::Visit> boards;
  for (std::size_t i = game.counted_from(); i < game.plies().size(); ++i) {
    const Game::Ply& ply = game.plies()[i];
    if (ply.taken > 0)
      boards.clear();
    else
      boards.push_back({kernel_.pack(ply.before), ply.before.mover});
  }
  return boards;
}

template <int W>
void SearcherOf<W>::probe_moves(const Board<W>& board, bool fresh) {
  probed_.clear();
  const int seeds = kernel_.seeds(board);
  Child<W> children[max_moves];
  const int count = kernel_.expand(board, kernel_.legal(board), children);
  for (const Child<W>* c = children; c != children + count; ++c) {
    if (!endgames_.has(seeds - c->out) || (c->out == 0 && !fresh)) continue;
    if (const auto margin = try_probe_board(kernel_, endgames_, c->board, seeds - c->out))
      probed_.emplace(c->move, margin->up(c->gain * seed_value, c->same));
  }
}

template <int W>
bool SearcherOf<W>::all_probed() const {
  return probed_.size() == threads_[0]->root_moves().size() &&
         std::all_of(probed_.begin(), probed_.end(), [](const auto& move) { return move.second.exact(); });
}

template <int W>
bool SearcherOf<W>::complete(int lines) const {
  // A winning side must also search until it finds the win: databases do not say which winning move makes progress.
  const auto& first = threads_[0]->root_moves().front();
  if (cyclic_ && all_probed() && (first.margin.value <= 0 || first.margin.proven_from_below())) return true;
  int requested = lines;
  for (const auto& root : threads_[0]->root_moves())
    if (!root.margin.proven_from_above() || (requested-- > 0 && !root.margin.proven_from_below())) return false;
  return true;
}

template <int W>
Line SearcherOf<W>::line_of(const typename Thread::RootMove& root) const {
  const int seeds = kernel_.seeds(threads_[0]->root());
  Line line = root;
  line.margin = root.margin.within(-seeds, seeds).within(Margin{0, root.low, root.high});
  if (root.pv.empty()) line.pv.push_back(root.move);
  const auto found = probed_.find(root.move);
  if (found == probed_.end()) return line;
  line.margin = line.margin.within(found->second);
  line.searched = line.searched || found->second.exact();
  return line;
}

template <int W>
Analysis SearcherOf<W>::report(int depth, const SearchShared& shared, int lines) const {
  const Thread& thread = *threads_[0];
  Analysis a;
  a.depth = depth;
  a.seldepth = thread.seldepth();
  a.nodes = shared.nodes;
  a.db_hits = thread.db_hits() + probed_.size();
  a.time_ms = shared.elapsed_ms();
  for (const auto& root : thread.root_moves()) a.lines.push_back(line_of(root));
  // Database values may change the order; a stable sort keeps the search's order of equal moves.
  if (!probed_.empty()) std::stable_sort(a.lines.begin(), a.lines.end(), better);
  const auto requested_end = a.lines.begin() + std::min<std::ptrdiff_t>(lines, std::ssize(a.lines));
  for (auto line = requested_end; line != a.lines.end(); ++line) line->searched = false;  // former best moves
  std::stable_sort(a.lines.begin(), requested_end, better);  // a stopped depth leaves them unsorted
  const LapMeter laps;  // with very long turns, extending all lines would take longer than the search
  for (auto line = a.lines.begin(); line != requested_end && line->searched && !laps.expired(); ++line)
    thread.extend(line->pv);
  a.margin = margin_of(a.lines);
  a.complete = complete(lines);
  return a;
}

// A table shared by threads cannot grow during the search, so its size is chosen from the limits. A thread searches
// about ten million nodes per second and stores one in twenty; a table that is up to a fifth full loses hardly any
// entries.
template <int W>
std::size_t SearcherOf<W>::useful_hash_bytes(const Limits& limits, std::int64_t budget, int threads) {
  constexpr std::uint64_t nodes_per_ms = 10'000, bytes_per_node = 4;
  std::uint64_t nodes = limits.nodes.value_or(~std::uint64_t{0} / bytes_per_node);
  if (budget != no_limit) nodes = std::min(nodes, static_cast<std::uint64_t>(budget) * nodes_per_ms * threads);
  return std::min(nodes, ~std::uint64_t{0} / bytes_per_node) * bytes_per_node;
}

template <int W>
Analysis SearcherOf<W>::analyze(const Game& game, const Limits& limits, const OnProgress& on_progress) {
  if (game.ending()) return result_analysis(game);
  const std::int64_t budget = time_budget(limits);
  const int thread_count = std::clamp(limits.threads.value_or(max_threads_), 1, max_threads_);
  add_threads(thread_count);
  if (table_) table_->set_growth(thread_count > 1 ? Table::Growth::manual : Table::Growth::automatic);
  if (table_ && thread_count > 1) {
    const std::size_t before = table_->bytes();
    table_->grow(useful_hash_bytes(limits, budget, thread_count));
    if (budget != no_limit) table_->page_in(before);  // before the clock starts
  }
  SearchShared shared;
  if (limits.nodes) shared.node_limit = *limits.nodes;
  if (budget != no_limit) shared.deadline = shared.start + std::chrono::milliseconds(budget);
  shared.interrupt = limits.stop;
  const Board<W> board = kernel_.pack(game.position());
  const auto before = boards_before(game);
  probe_moves(board, before.empty() || !cyclic_);
  for (int i = 0; i < thread_count; ++i) threads_[i]->set_root(board, game.position().mover, before);
  const int deepest = std::clamp(limits.depth, 1, max_depth);
  // Lazy SMP: helper threads run the same search and share the transposition table; BusyBoards spreads them out.
  BusyBoards busy;
  if (thread_count > 1) shared.busy = &busy;
  std::vector<jthread> helpers;
  try {
    for (int i = 1; i < thread_count; ++i)
      helpers.emplace_back([&, i] {
        for (int depth = 1; depth <= max_depth && !shared.stop; ++depth)
          if (!threads_[i]->iterate(depth, limits.lines, shared)) break;
      });
  } catch (const std::system_error&) {
    // The system allows no more threads. The search runs on fewer.
  }
  Thread& main = *threads_[0];
  int depth = 1;
  for (; depth <= deepest; ++depth) {
    const bool finished = main.iterate(depth, limits.lines, shared);
    main.flush(shared);
    if (!finished) break;
    if (on_progress) on_progress(report(depth, shared, limits.lines));
    const bool forced = main.root_moves().size() == 1 && limits.to_play && budget != no_limit;
    if (complete(limits.lines) || forced) {
      ++depth;
      break;
    }
  }
  shared.stop = true;
  helpers.clear();
  return report(depth - 1, shared, limits.lines);
}

}  // namespace

Analysis result_analysis(const Game& game) {
  const Position& p = game.position();
  Analysis a;
  a.margin = Margin::exactly(game.ending()->margin(p.mover) - (p.store[0] - p.store[1]));
  a.complete = true;
  return a;
}

std::unique_ptr<Searcher> make_searcher(const Game& game, const SearchOptions& options) {
  return with_width(game.kernel(), [&]<int W>(const Kernel<W>& kernel) -> std::unique_ptr<Searcher> {
    return std::make_unique<SearcherOf<W>>(game, kernel, game.position().total(), options);
  });
}

}  // namespace sow
