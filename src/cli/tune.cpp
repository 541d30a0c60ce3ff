// sow tune: learns an evaluation of a game and tries it against the one in use; or fits the weights of the linear one, and
// prints them as in games/NAME.weights.
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
#include "match/match.h"
#include "rules/catalog.h"
#include "search/learning.h"
#include "search/network_file.h"
#include "search/tuning.h"

namespace sow {
namespace {

struct TuneArguments {
  std::string game;
  bool linear = false;
  TuneOptions tune;
  LearningOptions learning;
  std::string db, out;
  int match_games = 400, time = 0;
  std::uint64_t seed = 1;
  int threads = 0;
  bool json = false;
};

std::string tuned_json(const GameDef& def, const TuneArguments& options, const Tuned& tuned) {
  return nlohmann::ordered_json{{"game", def.name},
                                {"games", options.tune.games},
                                {"depth", options.tune.depth},
                                {"seed", options.seed},
                                {"positions", tuned.positions},
                                {"error", tuned.error_after},
                                {"error_without_fit", tuned.error_before},
                                {"tempo", tuned.weights.tempo},
                                {"pits", tuned.weights.pits}}
      .dump();
}

int fit_weights(const TuneArguments& options) {
  const GameDef def = find_game(options.game);
  catch_interrupts();
  std::atomic<int> played{0};
  TuneOptions how = options.tune;
  how.seed = options.seed;
  how.threads = options.threads;
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
  fmt::print(
      "# sow tune {} --linear --games {} --depth {} --seed {}: {} positions, error {:.2f} seeds, {:.2f} without a "
      "fit\n",
      def.name, options.tune.games, options.tune.depth, options.seed, tuned.positions, tuned.error_after,
      tuned.error_before);
  fmt::print("tempo = {:.1f}\npits = [  # for each seed; in addition with 1, 2, … 15 or more\n", tuned.weights.tempo);
  for (const auto& pit : tuned.weights.pits) fmt::print("  [{:.1f}],\n", fmt::join(pit, ", "));
  fmt::print("]\n");
  return tuned.positions > 0 ? 0 : 1;
}

std::string learning_text(const LearningProgress& progress, std::size_t first, const LearningOptions& options,
                          double seconds) {
  if (progress.phase == LearningProgress::Phase::training)
    return fmt::format("training, epoch {} of {}", progress.epoch + 1, options.epochs);
  const std::size_t made = progress.positions;
  return fmt::format("{} of {} positions, {}", grouped(made), grouped(options.games.positions),
                     rate_text(made - std::min(made, first),
                               static_cast<double>(made) / static_cast<double>(options.games.positions), seconds));
}

// The new evaluation in its file against the one in use.
struct Trial {
  Tally tally;
  Sprt::Verdict verdict = Sprt::Verdict::open;
};
constexpr Sprt question{.elo0 = 0, .elo1 = 20};

Trial try_out(const GameDef& def, const TuneArguments& options, const std::string& file, const DatabaseUse& database) {
  const auto contestant = [&](const std::string& name, const std::string& evaluation) {
    PlayerSpec who = parse_player(fmt::format("engine:time={}", options.time));
    who.evaluation = evaluation;
    return Contestant{.name = name, .make = [=](const std::atomic<bool>& stop) {
                        return make_agent(who, {.stop = &stop, .database = database});
                      }};
  };
  RandomOpenings openings(def, 6, options.seed, database);
  Match match({.players = {contestant("new", file), contestant("in use", "")},
               .pairs = options.match_games / 2,
               .seed = options.seed,
               .threads = options.threads,
               .longest_game = 300,  // a game that goes on for ever tells nothing
               .sprt = question,
               .stop = &interrupted},
              openings);
  std::atomic<std::uint64_t> played{0};
  {
    const Ticker ticker([&](double seconds) {
      return progress_text(played, static_cast<std::uint64_t>(match.games()), "games at most", seconds);
    });
    match.play([&](const MatchGame&) { ++played; });
  }
  const Tally& tally = match.standings().pairings[0].tally;
  return {tally, question.verdict(tally.pairs)};
}

std::string verdict_text(const Trial& trial) {
  const auto estimate = estimate_elo(trial.tally.pairs);
  std::string text = fmt::format("{} won, {} drawn, {} lost", trial.tally.wins, trial.tally.draws, trial.tally.losses);
  if (estimate && estimate->error) text += fmt::format(": {:+.0f} ± {:.0f} Elo", estimate->elo, *estimate->error);
  switch (trial.verdict) {
    case Sprt::Verdict::elo1: return text + ", stronger";
    case Sprt::Verdict::elo0: return text + ", no stronger";
    case Sprt::Verdict::open: break;
  }
  return text + ", not decided";
}

nlohmann::ordered_json learned_json(const GameDef& def, const TuneArguments& options, const Learned& learned) {
  return {{"game", def.name},     {"positions", learned.positions}, {"nodes", options.learning.games.nodes},
          {"seed", options.seed}, {"error", learned.error_after},   {"error_without_evaluation", learned.error_before}};
}

int learn(const TuneArguments& options) {
  const GameDef def = find_game(options.game);
  const DatabaseUse database = database_use(options.db);
  std::string out = options.out;
  if (const auto usual = network_paths(def, database.folder); out.empty() && !usual.empty()) out = usual.front();
  if (out.empty()) throw Error("nowhere to write to; name a file with --out");
  if (const auto folder = std::filesystem::path(out).parent_path(); !folder.empty()) {
    std::error_code code;  // if it cannot be made, writing will say why
    std::filesystem::create_directories(folder, code);
  }
  catch_interrupts();
  LearningProgress progress;
  LearningOptions how = options.learning;
  how.games.threads = options.threads;
  how.games.seed = options.seed;
  how.games.database = database;
  how.games.file = out + ".positions";
  how.progress = &progress;
  const auto learned = [&] {
    std::size_t first = 0;
    const Ticker ticker([&](double seconds) {
      if (first == 0) first = progress.positions;
      return learning_text(progress, first, how, seconds);
    });
    return learn_network(def, how, interrupted);
  }();
  if (!learned) {
    fmt::print(stderr, "Stopped. The same command goes on where it was: {} is kept.\n", how.games.file);
    return exit_failed;
  }
  const std::string about = fmt::format(
      "sow tune {} --positions {} --nodes {}{} --epochs {} --seed {}: error {:.2f} seeds, {:.2f} without an evaluation",
      def.name, how.games.positions, how.games.nodes,
      how.games.endings > 0 ? fmt::format(" --endings {}", how.games.endings) : "", how.epochs, options.seed,
      learned->error_after, learned->error_before);
  const std::string text = network_text(learned->network, about), candidate = out + ".new";
  write_text_file(candidate, text);
  auto json = learned_json(def, options, *learned);
  if (!options.json)
    fmt::print(
        "Learnt from {} positions. It misses the margin of others by {:.2f} seeds; guessing nothing, by {:.2f}.\n",
        grouped(learned->positions), learned->error_after, learned->error_before);
  bool keep = true;
  if (options.match_games > 1) {
    const Trial trial = try_out(def, options, candidate, database);
    keep = trial.verdict != Sprt::Verdict::elo0 && 2 * trial.tally.points() >= trial.tally.games();
    json["match"] = {{"won", trial.tally.wins}, {"drawn", trial.tally.draws}, {"lost", trial.tally.losses}};
    if (!options.json)
      fmt::print("Against the evaluation in use, {} ms a move: {}.\n", options.time, verdict_text(trial));
  }
  std::error_code code;
  std::filesystem::remove(candidate, code);
  if (keep) write_text_file(out, text);
  json["file"] = keep ? nlohmann::ordered_json(out) : nlohmann::ordered_json(nullptr);
  if (options.json)
    fmt::print("{}\n", json.dump());
  else
    fmt::print("{}\n", keep ? "Written: " + out : "It is not written. More positions may help.");
  return keep ? 0 : exit_failed;
}

}  // namespace

void add_tune(Command& program) {
  const auto options = std::make_shared<TuneArguments>();
  Command& command = program.command("tune", "Learn an evaluation of a game from games of the engine");
  add_game(command, options->game).required();
  auto& games = options->learning.games;
  command.option("--positions", &games.positions, "positions to learn from").value("N").range(100, 1'000'000'000);
  command.option("--nodes", &games.nodes, "nodes of the search that says what a position is worth")
      .value("N")
      .range(10, 10'000'000);
  command.option("--endings", &games.endings, "games of a hundred that begin on a random board of few seeds")
      .value("N")
      .range(0, 100);
  command.option("--epochs", &options->learning.epochs, "how often the training sees each position")
      .value("N")
      .range(1, 10000);
  command.option("--match", &options->match_games, "games at most against the evaluation in use; 0: none")
      .value("N")
      .range(0, 1'000'000);
  command.option(options::time.with_help("milliseconds a move of these games").with_default(10), &options->time);
  command.option("--out", &options->out, "the file to write")
      .value("FILE")
      .otherwise("beside the rules, or in the user's data folder");
  command.option(options::db, &options->db);
  command.option("--linear", &options->linear, "fit the weights of the linear evaluation instead, and print them");
  command.option("--games", &options->tune.games, "games to play for --linear").value("N").range(1, 1000000);
  command.option("--depth", &options->tune.depth, "plies of each search for --linear").value("N").range(1, 20);
  command.option("--seed", &options->seed, "of the dice").value("N");
  add_threads(command, options->threads);
  command.option("--json", &options->json, "print one JSON object");
  command.footer =
      "The engine uses the file from then on. Ctrl-C stops, and the same command goes on; the positions are kept in "
      "FILE.positions.\n";
  command.run = [options] { return options->linear ? fit_weights(*options) : learn(*options); };
}

}  // namespace sow
