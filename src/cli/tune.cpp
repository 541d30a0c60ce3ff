// sow tune: fits the evaluation's weights of a game, and prints them as in weights.toml.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "rules/catalog.h"
#include "search/tuning.h"

namespace sow {
namespace {

struct Options {
  std::string game;
  TuneOptions tune;
  bool json = false;
};

std::string tuned_json(const GameDef& def, const Options& options, const Tuned& tuned) {
  return nlohmann::ordered_json{{"game", def.name},
                                {"games", options.tune.games},
                                {"depth", options.tune.depth},
                                {"seed", options.tune.seed},
                                {"positions", tuned.positions},
                                {"error", tuned.error_after},
                                {"error_without_fit", tuned.error_before},
                                {"tempo", tuned.weights.tempo},
                                {"pits", tuned.weights.pits}}
      .dump();
}

int tune_game(const Options& options) {
  const GameDef def = find_game(options.game);
  catch_interrupts();
  std::atomic<int> played{0};
  TuneOptions how = options.tune;
  how.played = &played;
  const auto all = std::uint64_t(how.games);
  const Tuned tuned = [&] {
    const Ticker ticker([&](double seconds) { return progress_text(played, all, "games", seconds); });
    return tune(def, how, interrupted);
  }();
  if (options.json) {
    fmt::print("{}\n", tuned_json(def, options, tuned));
    return tuned.positions > 0 ? 0 : 1;
  }
  fmt::print("# sow tune {} --games {} --depth {} --seed {}: {} positions, error {:.2f} seeds, {:.2f} without a fit\n",
             def.name, options.tune.games, options.tune.depth, options.tune.seed, tuned.positions, tuned.error_after,
             tuned.error_before);
  fmt::print("[{}]\ntempo = {:.1f}\npits = [  # for each seed; in addition with 1, 2, … 15 or more\n",
             def.name.find('/') == std::string::npos ? def.name : "\"" + def.name + "\"", tuned.weights.tempo);
  for (const auto& pit : tuned.weights.pits) fmt::print("  [{:.1f}],\n", fmt::join(pit, ", "));
  fmt::print("]\n");
  return tuned.positions > 0 ? 0 : 1;
}

}  // namespace

void add_tune(Command& program) {
  const auto options = std::make_shared<Options>();
  Command& command = program.command("tune", "Fit the evaluation's weights of a game to games of the engine");
  add_game(command, options->game).required();
  command.option("--games", &options->tune.games, "games to play").value("N").range(1, 1000000);
  command.option("--depth", &options->tune.depth, "plies of each search").value("N").range(1, 20);
  command.option("--seed", &options->tune.seed, "of the dice").value("N");
  add_threads(command, options->tune.threads);
  command.option("--json", &options->json, "print one JSON object");
  command.run = [options] { return tune_game(*options); };
}

}  // namespace sow
