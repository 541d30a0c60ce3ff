// sow tune: trains an evaluation network and tests it against the current evaluation, or trains the weights of the
// linear evaluation and prints them in the format of games/NAME.weights.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "match/evaluation_trial.h"
#include "rules/catalog.h"
#include "search/network_file.h"
#include "search/network_tuning.h"
#include "search/weights_tuning.h"

namespace sow {
namespace {

struct TuneArguments {
  std::string game;
  bool linear = false;
  WeightsTuningOptions weights;
  NetworkTuningOptions network;
  std::string db, out;
  int match_games = 400, time = 0;
  std::uint64_t seed = 1;
  int threads = 0;
  bool json = false;
};

std::string weights_json(const GameDef& def, const TuneArguments& options, const TunedWeights& tuned) {
  return nlohmann::ordered_json{{"game", def.name},
                                {"game_count", options.weights.games},
                                {"depth", options.weights.depth},
                                {"seed", options.seed},
                                {"positions", tuned.positions},
                                {"training_error", tuned.training_error},
                                {"baseline_error", tuned.baseline_error},
                                {"tempo", tuned.weights.tempo},
                                {"pit_weights", tuned.weights.pits}}
      .dump();
}

int tune_weights_command(const TuneArguments& options) {
  const GameDef def = find_game(options.game);
  catch_interrupts();
  std::atomic<int> played{0};
  WeightsTuningOptions how = options.weights;
  how.seed = options.seed;
  how.threads = options.threads;
  how.played = &played;
  const auto all = std::uint64_t(how.games);
  const TunedWeights tuned = [&] {
    const Ticker ticker([&](double seconds) { return progress_text(played, all, "games", seconds); });
    return tune_weights(def, how, interrupted);
  }();
  if (options.json) {
    fmt::print("{}\n", weights_json(def, options, tuned));
    return tuned.positions > 0 ? 0 : 1;
  }
  fmt::print(
      "# sow tune {} --linear --games {} --depth {} --seed {}: {} positions, training error {:.2f} seeds (baseline: "
      "{:.2f})\n",
      def.name, options.weights.games, options.weights.depth, options.seed, tuned.positions, tuned.training_error,
      tuned.baseline_error);
  fmt::print("tempo = {:.1f}\npits = [  # value per seed, then the bonus for 1, 2, … 15 or more seeds\n",
             tuned.weights.tempo);
  for (const auto& pit : tuned.weights.pits) fmt::print("  [{:.1f}],\n", fmt::join(pit, ", "));
  fmt::print("]\n");
  return tuned.positions > 0 ? 0 : 1;
}

std::string tuning_text(const NetworkTuningProgress& progress, std::size_t first, const NetworkTuningOptions& options,
                        double seconds) {
  if (progress.phase == NetworkTuningProgress::Phase::training)
    return fmt::format("training, epoch {} of {}", progress.epoch + 1, options.epochs);
  const std::size_t generated = progress.positions;
  return fmt::format("{} of {} positions, {}", grouped(generated), grouped(options.games.positions),
                     rate_text(generated - std::min(generated, first),
                               static_cast<double>(generated) / static_cast<double>(options.games.positions), seconds));
}

// The first line of a network file is a comment that says how it was created.
constexpr std::string_view tune_command = "sow tune";

bool is_network_file(std::string_view start) { return start.starts_with(fmt::format("# {} ", tune_command)); }

EvaluationTrial run_trial(const GameDef& def, const TuneArguments& options, const std::string& file,
                          const DatabaseUse& database) {
  std::atomic<std::uint64_t> played{0};
  const Ticker ticker([&](double seconds) {
    return progress_text(played, static_cast<std::uint64_t>(options.match_games), "games at most", seconds);
  });
  return try_evaluation(def, file,
                        {.max_games = options.match_games,
                         .time_ms = options.time,
                         .threads = options.threads,
                         .seed = options.seed,
                         .database = database,
                         .stop = &interrupted,
                         .on_game = [&] { ++played; }});
}

std::string verdict_text(const EvaluationTrial& trial) {
  const auto estimate = estimate_elo(trial.tally.pairs);
  std::string text = fmt::format("{} won, {} drawn, {} lost", trial.tally.wins, trial.tally.draws, trial.tally.losses);
  if (estimate && estimate->error) text += fmt::format(": {:+.0f} ± {:.0f} Elo", estimate->elo, *estimate->error);
  switch (trial.verdict) {
    case Sprt::Verdict::elo1: return text + ", stronger";
    case Sprt::Verdict::elo0: return text + ", not stronger";
    case Sprt::Verdict::open: break;
  }
  return text + ", inconclusive";
}

nlohmann::ordered_json network_json(const GameDef& def, const TuneArguments& options, const TunedNetwork& tuned) {
  return {{"game", def.name},
          {"positions", tuned.positions},
          {"nodes", options.network.games.nodes},
          {"seed", options.seed},
          {"validation_error", tuned.validation_error},
          {"baseline_error", tuned.baseline_error}};
}

int tune_network_command(const TuneArguments& options) {
  const GameDef def = find_game(options.game);
  const DatabaseUse database = database_use(options.db);
  std::string out = options.out;
  if (const auto usual = network_paths(def, database.folder); out.empty() && !usual.empty()) out = usual.front();
  if (out.empty()) throw Error("there is no folder to write to; name a file with --out");
  if (const auto folder = std::filesystem::path(out).parent_path(); !folder.empty()) {
    std::error_code code;  // on failure, writing the file reports the reason
    std::filesystem::create_directories(folder, code);
  }
  const std::string candidate = out + ".new";
  for (const std::string& path : {out, candidate}) require_replaceable(path, "a network file", is_network_file);
  catch_interrupts();
  NetworkTuningProgress progress;
  NetworkTuningOptions how = options.network;
  how.games.threads = options.threads;
  how.games.seed = options.seed;
  how.games.database = database;
  how.games.file = out + ".positions";
  how.progress = &progress;
  const auto tuned = [&] {
    std::size_t first = 0;
    const Ticker ticker([&](double seconds) {
      if (first == 0) first = progress.positions;
      return tuning_text(progress, first, how, seconds);
    });
    return tune_network(def, how, interrupted);
  }();
  if (!tuned) {
    fmt::print(stderr, "Stopped. Run the same command again to resume; the positions are saved in {}.\n",
               how.games.file);
    return exit_failed;
  }
  const std::string about = fmt::format(
      "{} {} --positions {} --nodes {}{} --epochs {} --seed {}: validation error {:.2f} seeds (baseline: {:.2f})",
      tune_command, def.name, how.games.positions, how.games.nodes,
      how.games.endings > 0 ? fmt::format(" --endings {}", how.games.endings) : "", how.epochs, options.seed,
      tuned->validation_error, tuned->baseline_error);
  const std::string text = network_text(tuned->network, about);
  write_text_file(candidate, text);
  auto json = network_json(def, options, *tuned);
  if (!options.json)
    fmt::print("Trained on {} positions. Validation error: {:.2f} seeds (baseline: {:.2f}).\n",
               grouped(tuned->positions), tuned->validation_error, tuned->baseline_error);
  bool keep = true;
  if (options.match_games > 1) {
    const EvaluationTrial trial = run_trial(def, options, candidate, database);
    keep = trial.accepted();
    json["match"] = {{"won", trial.tally.wins}, {"drawn", trial.tally.draws}, {"lost", trial.tally.losses}};
    if (!options.json)
      fmt::print("Match against the current evaluation, {} ms per move: {}.\n", options.time, verdict_text(trial));
  }
  std::error_code code;
  std::filesystem::remove(candidate, code);
  if (keep) write_text_file(out, text);
  json["file"] = keep ? nlohmann::ordered_json(out) : nlohmann::ordered_json(nullptr);
  if (options.json)
    fmt::print("{}\n", json.dump());
  else
    fmt::print("{}\n", keep ? "Saved: " + out : "Not saved, since it is not stronger. More positions may help.");
  return keep ? 0 : exit_failed;
}

}  // namespace

void add_tune(Command& program) {
  const auto options = std::make_shared<TuneArguments>();
  Command& command = program.command("tune", "Train an evaluation for a game by self-play");
  add_game(command, options->game).required();
  auto& games = options->network.games;
  command.option("--positions", &games.positions, "number of training positions").value("N").range(100, 1'000'000'000);
  command.option("--nodes", &games.nodes, "nodes per search that scores a training position")
      .value("N")
      .range(10, 10'000'000);
  command.option("--endings", &games.endings, "percentage of games that start from a random endgame position")
      .value("N")
      .range(0, 100);
  command.option("--epochs", &options->network.epochs, "number of training epochs").value("N").range(1, 10000);
  command
      .option("--match", &options->match_games, "maximum number of games against the current evaluation (0: no match)")
      .value("N")
      .range(0, 1'000'000);
  command.option(options::time.with_help("time per move of these games in milliseconds").with_default(10),
                 &options->time);
  command.option("--out", &options->out, "output file")
      .value("FILE")
      .defaults_to("next to the rule file, or in the user's data folder");
  command.option(options::db, &options->db);
  command.option("--linear", &options->linear, "train the weights of the linear evaluation instead, and print them");
  command.option("--games", &options->weights.games, "number of games for --linear").value("N").range(1, 1000000);
  command.option("--depth", &options->weights.depth, "search depth in plies for --linear").value("N").range(1, 20);
  command.option("--seed", &options->seed, "random seed").value("N");
  add_threads(command, options->threads);
  command.option("--json", &options->json, "print one JSON object");
  command.footer =
      "The engine uses the new file from then on. Positions are saved in FILE.positions: after Ctrl-C, run the same "
      "command "
      "again to resume.\n";
  command.run = [options] { return options->linear ? tune_weights_command(*options) : tune_network_command(*options); };
}

}  // namespace sow
