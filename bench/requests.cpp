// CPU time per request of the HTTP API, without HTTP. For instruction counts:
//
//   perf stat -e instructions:u build/release/bench/bench_requests --benchmark_filter=oware --benchmark_min_time=1
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "server/api.h"

using namespace sow;

namespace {

void play(benchmark::State& state, const std::string& game, const std::string& legal) {
  static Api api{ServerOptions{}};
  const std::string body = fmt::format(R"({{"game":"{}","legal":"{}","history":"none"}})", game, legal);
  for (auto _ : state) {
    const Reply reply = api.handle({"POST", "/api/play", "", body});
    benchmark::DoNotOptimize(std::get<Response>(reply).body.data());
  }
}

const bool registered = [] {
  for (const std::string game : {"oware", "kalah", "hus", "toguz-kumalak"})
    for (const std::string legal : {"none", "brief", "full"})
      benchmark::RegisterBenchmark(fmt::format("play/{}/{}", game, legal).c_str(),
                                   [=](benchmark::State& state) { play(state, game, legal); });
  return true;
}();

}  // namespace

BENCHMARK_MAIN();
