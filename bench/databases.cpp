// Speed of building and probing databases. Builds are measured per board and core (CPU time of all threads), probes per
// board: in memory, in the block cache, and in files whose blocks are mostly not cached.
//
//   build/release/bench/bench_databases --benchmark_filter=build/owari
//   SOW_BENCH_SEEDS=22 build/release/bench/bench_databases --benchmark_filter=build/owari
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include "board/kernel.h"
#include "db/builder.h"
#include "db/database.h"
#include "db/probe_board.h"
#include "rules/catalog.h"

namespace {

using namespace sow;

const std::atomic<bool> never_stop{false};

int seeds_or(int fallback) {
  const char* text = std::getenv("SOW_BENCH_SEEDS");
  return text != nullptr ? std::atoi(text) : fallback;
}

void build(benchmark::State& state, const std::string& name, int seeds, int threads) {
  const GameDef game = find_game(name);
  std::uint64_t boards = 0;
  for (auto _ : state) {
    EndgameTable table(Index(game.rules, seeds), database_kind(game.rules).kind);
    const auto builder = make_level_builder(game.rules, seeds);
    BoardsDone done{0};
    boards = 0;
    for (int n = 0; n <= seeds; ++n) {
      builder->build_level(table, threads, never_stop, done);
      boards += table.index().size(n);
    }
  }
  state.SetLabel(std::to_string(seeds) + " seeds");
  state.counters["boards"] =
      benchmark::Counter(static_cast<double>(boards), benchmark::Counter::kIsIterationInvariantRate);
}

// An owari database in a temporary folder.
class ProbedDatabase {
 public:
  static constexpr int seeds = 15;

  ProbedDatabase() : folder_(std::filesystem::temp_directory_path() / ("sow-bench-" + std::to_string(getpid()))) {
    const Database database(find_game("owari"), folder_);
    build_database(database, {.seeds = seeds, .threads = 2, .stop = &never_stop, .on_progress = {}});
  }
  ~ProbedDatabase() { std::filesystem::remove_all(folder_); }

  EndgameTable open(bool in_memory) const {
    DatabaseUse use;
    use.folder = folder_;
    use.memory_bytes = in_memory ? std::size_t{1} << 30 : 1;
    return open_table(find_game("owari"), seeds, use, 2);
  }

 private:
  std::string folder_;
};

// Random boards of the highest level, from its first `spread` blocks, or from all if 0.
std::vector<Board<8>> some_boards(const Index& index, std::uint64_t spread) {
  std::mt19937_64 random(1);
  std::vector<Board<8>> boards;
  const std::uint64_t size = spread == 0 ? index.size(ProbedDatabase::seeds) : spread * LevelFile::block_bytes;
  for (int i = 0; i < 1 << 18; ++i) {
    const Position p = index.position(ProbedDatabase::seeds, random() % size);
    boards.push_back(pack<8>(p, index.pits()));
  }
  return boards;
}

std::unique_ptr<EndgameTable> shared_table;

void probe(benchmark::State& state, const ProbedDatabase& database, bool in_memory, std::uint64_t blocks,
           std::size_t cache) {
  if (state.thread_index() == 0) {
    shared_table = std::make_unique<EndgameTable>(database.open(in_memory));
    shared_table->set_cache_bytes(cache);
  }
  const auto boards = some_boards(Index(6, ProbedDatabase::seeds), blocks);
  std::size_t i = state.thread_index() * 7919;
  for (auto _ : state) benchmark::DoNotOptimize(shared_table->read(boards[i++ & (boards.size() - 1)]));
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (const auto& [name, seeds] : {std::pair{"owari", 15}, {"kalah", 15}, {"oware", 12}, {"awari/solved", 12}})
    for (const int threads : {1, cores})
      benchmark::RegisterBenchmark(fmt::format("build/{}/threads:{}", name, threads).c_str(),
                                   [name = std::string(name), seeds = seeds_or(seeds),
                                    threads](benchmark::State& state) { build(state, name, seeds, threads); })
          ->MeasureProcessCPUTime()
          ->Unit(benchmark::kMillisecond);
  const ProbedDatabase database;
  struct Setup {
    const char* name;
    bool in_memory;
    std::uint64_t blocks;
    std::size_t cache;
  };
  for (const Setup& setup :
       {Setup{"probe/memory", true, 0, 0}, Setup{"probe/cached", false, 8000, std::size_t{64} << 20},
        Setup{"probe/half cached", false, 0, std::size_t{4} << 20}, Setup{"probe/cold", false, 0, 1}})
    benchmark::RegisterBenchmark(setup.name, [&database, setup](benchmark::State& state) {
      probe(state, database, setup.in_memory, setup.blocks, setup.cache);
    })->ThreadRange(1, cores);
  benchmark::RunSpecifiedBenchmarks();
}
