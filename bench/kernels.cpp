// Speed of the kernels: perft from the start position of each built-in game, for the table kernel and the reference
// kernel. `leaves` is the result of perft and `moves` counts all moves made on the way. Relay games also show `laps`,
// which is a better measure for them: a turn of hus has four laps on average and up to two hundred.
//
//   build/release/bench/bench_kernels --benchmark_filter=hus
#include <benchmark/benchmark.h>

#include <memory>

#include "board/kernel.h"
#include "board/reference.h"
#include "rules/catalog.h"

namespace {

using namespace sow;

struct Work {
  double leaves = 0, moves = 0, laps = 0;
};

// Each sequence of consecutive drops is a lap.
int laps_of(const Trace& trace) {
  int laps = 0;
  bool dropping = false;
  for (const auto& event : trace) {
    const bool drop = event.kind == Event::Kind::drop;
    if (drop && !dropping) ++laps;
    dropping = drop;
  }
  return laps;
}

// Counts the work of perft in the traces of the reference kernel.
void count_work(const ReferenceKernel& kernel, const Position& p, int depth, Work& work) {
  if (kernel.ending(p)) return;
  for (MoveSet rest = kernel.moves(p); rest != 0; rest &= rest - 1) {
    Position after = p;
    Trace trace;
    kernel.play_unchecked(after, std::countr_zero(rest), &trace);
    ++work.moves;
    work.laps += laps_of(trace);
    if (depth == 1)
      ++work.leaves;
    else
      count_work(kernel, after, depth - 1, work);
  }
}

// The lowest depth with at least this many leaves.
int depth_for(const AnyKernel& kernel, const Position& p, double leaves) {
  int depth = 1;
  while (depth < 20 && static_cast<double>(kernel.perft(p, depth)) < leaves) ++depth;
  return depth;
}

void perft(benchmark::State& state, const GameDef& game, bool fast) {
  const Position start = start_position(game.rules);
  const auto kernel = make_kernel(game.rules, start.total());
  const ReferenceKernel reference(game.rules);
  const int depth = depth_for(*kernel, start, fast ? 5e5 : 2e4);
  Work work;
  count_work(reference, start, depth, work);
  for (auto _ : state) benchmark::DoNotOptimize(fast ? kernel->perft(start, depth) : reference.perft(start, depth));
  const auto rate = [&](double n) { return benchmark::Counter(n, benchmark::Counter::kIsIterationInvariantRate); };
  state.counters["leaves"] = rate(work.leaves);
  state.counters["moves"] = rate(work.moves);
  if (game.rules.relays()) state.counters["laps"] = rate(work.laps);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  for (const auto& name : builtin_names())
    for (const bool fast : {true, false})
      benchmark::RegisterBenchmark((name + (fast ? " table" : " reference")).c_str(), perft, find_game(name), fast)
          ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
}
