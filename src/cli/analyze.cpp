// sow analyze: what every move of a position is worth, live.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/argument.h"
#include "cli/command.h"
#include "cli/database_option.h"
#include "cli/interrupt.h"
#include "game/explain.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/engine.h"

namespace sow {
namespace {

constexpr std::int64_t time_off_terminal_ms = 10000;  // nobody is there to press Ctrl-C

struct Options {
  std::string game = default_game, position;
  std::string moves;
  std::optional<int> depth;
  std::optional<std::int64_t> time;
  std::optional<std::uint64_t> nodes;
  int lines = max_pits;
  int threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  int hash = 256;
  bool json = false;
  std::string db;
};

// Redraws the table in place.
class LiveTable {
 public:
  void show(const std::string& text) {
    if (lines_ > 0) fmt::print("\033[{}A\033[J", lines_);
    fmt::print("{}", text);
    std::fflush(stdout);
    lines_ = std::count(text.begin(), text.end(), '\n');
  }

 private:
  std::ptrdiff_t lines_ = 0;
};

int analyze(const Options& options) {
  const GameDef def = find_game(options.game);
  const Game game = game_argument(def, options.position, options.moves);
  const bool terminal = isatty(STDOUT_FILENO) != 0 && !options.json;
  if (game.ending() && !options.json) {
    fmt::print("{}{}\n", picture(def.rules, game.position()), explain_ending(game));
    return 0;
  }
  catch_interrupts();
  Limits limits;
  limits.stop = &interrupted;
  limits.lines = options.lines;
  if (options.depth) limits.depth = *options.depth;
  limits.time_ms = options.time;
  limits.nodes = options.nodes;
  if (!terminal && !options.depth && !options.time && !options.nodes) limits.time_ms = time_off_terminal_ms;

  Engine engine({options.threads, static_cast<std::size_t>(options.hash) << 20, database_use(options.db)});
  if (!options.json) fmt::print("{}\n", picture(def.rules, game.position()));
  LiveTable table;
  const auto show = [&](const Analysis& a) {
    if (terminal) return table.show(moves_table(game, a) + figures_text(a) + "\n");
    if (!options.json && !a.lines.empty())
      fmt::print("{}: {} {}\n", figures_text(a), move_text(game.position(), a.best()), score_text(a.lines[0].score));
  };
  const Analysis result = engine.analyze(game, limits, show);
  if (options.json) {
    nlohmann::ordered_json json = {{"game", def.name}};
    json.update(analysis_json(game, result));
    fmt::print("{}\n", json.dump());
  } else {
    terminal ? show(result) : fmt::print("{}{}\n", moves_table(game, result), figures_text(result));
    if (result.complete) fmt::print("Proven: nothing is left to find out.\n");
  }
  return 0;
}

}  // namespace

void add_analyze(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("analyze", "What every move is worth; Ctrl-C ends with the best so far");
  command->add_option("GAME", options->game, game_help)->capture_default_str();
  command->add_option("POSITION", options->position, position_help);
  command->add_option("--moves", options->moves, "letters of moves to play first, as in FfE");
  command->add_option("--depth", options->depth, "plies")->check(CLI::Range(1, max_depth));
  command->add_option("--time", options->time, "milliseconds")->check(CLI::Range(1, 2000000000));
  command->add_option("--nodes", options->nodes, "boards to look at")->check(CLI::PositiveNumber);
  command->add_option("--lines", options->lines, "how many moves get a score of their own; all if not given")
      ->check(CLI::Range(1, max_pits));
  command->add_option("--threads", options->threads, "threads")->check(CLI::Range(1, 256))->capture_default_str();
  command->add_option("--hash", options->hash, "MiB of the table of boards")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  add_database_option(*command, options->db);
  command->add_flag("--json", options->json, "print one JSON object at the end");
  command->footer(
      "Scores are seeds the mover wins from here less those of the opponent: = proven, ≥ ≤ proven bounds,\n"
      "~ estimated. Without a limit it goes on until Ctrl-C, or for 10 s when not on a terminal.\n");
  command->callback([options, &run] { run = [options] { return analyze(*options); }; });
}

}  // namespace sow
