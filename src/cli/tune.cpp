// sow tune: fits the evaluation's weights of a game, and prints them as in weights.toml.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "cli/argument.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "rules/catalog.h"
#include "search/tuning.h"

namespace sow {
namespace {

struct Options {
  std::string game;
  TuneOptions tune;
};

int tune_game(const Options& options) {
  const GameDef def = find_game(options.game);
  catch_interrupts();
  const Tuned tuned = tune(def, options.tune, interrupted);
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

void add_tune(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  options->tune.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  auto* command = app.add_subcommand("tune", "Fit the evaluation's weights of a game to games of the engine");
  command->add_option("GAME", options->game, game_help)->required();
  command->add_option("--games", options->tune.games, "games")->check(CLI::Range(1, 1000000))->capture_default_str();
  command->add_option("--depth", options->tune.depth, "plies of each search")
      ->check(CLI::Range(1, 20))
      ->capture_default_str();
  command->add_option("--seed", options->tune.seed, "of the dice")->capture_default_str();
  command->add_option("--threads", options->tune.threads, "threads")->check(CLI::Range(1, 256))->capture_default_str();
  command->callback([options, &run] { run = [options] { return tune_game(*options); }; });
}

}  // namespace sow
