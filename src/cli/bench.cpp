// sow bench: a signature of the search, and its speed.
#include "search/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/analysis_text.h"
#include "cli/command.h"
#include "rules/catalog.h"

namespace sow {
namespace {

struct BenchArguments {
  std::vector<std::string> games;
  bool json = false;
};

int bench(const BenchArguments& options) {
  std::vector<BenchResult> results;
  double seconds = 0;
  std::uint64_t nodes = 0;
  nlohmann::ordered_json games = nlohmann::ordered_json::array();
  const auto rate = [](std::uint64_t n, double s) { return n / std::max(s, 0.001); };
  for (const auto& name : options.games.empty() ? builtin_names() : options.games) {
    results.push_back(bench_game(name));
    const auto& r = results.back();
    nodes += r.nodes;
    seconds += r.seconds;
    games.push_back(
        {{"game", r.game}, {"nodes", r.nodes}, {"nps", static_cast<std::uint64_t>(rate(r.nodes, r.seconds))}});
    if (!options.json)
      fmt::print("{:<24} {:>12} nodes  {:>8}/s\n", r.game, grouped(r.nodes), rounded(rate(r.nodes, r.seconds)));
  }
  if (options.json)
    fmt::print("{}\n", nlohmann::ordered_json{{"signature", bench_signature(results)}, {"games", games}}.dump());
  else
    fmt::print("{:<24} {:>12} nodes  {:>8}/s\nsignature {}\n", "all", grouped(nodes), rounded(rate(nodes, seconds)),
               bench_signature(results));
  return 0;
}

}  // namespace

void add_bench(Command& program) {
  const auto options = std::make_shared<BenchArguments>();
  Command& command = program.command("bench", "Run fixed searches; print their signature and speed");
  command.positional("GAME", &options->games, "games to run").defaults_to("all built-in games");
  command.option("--json", &options->json, "print the result as one JSON object");
  command.run = [options] { return bench(*options); };
}

}  // namespace sow
