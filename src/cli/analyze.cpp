// sow analyze: scores every legal move of a position, live.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/engine_arguments.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/terminal.h"
#include "engine/engine.h"
#include "game/explain.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"

namespace sow {
namespace {

constexpr std::int64_t time_off_terminal_ms = 10000;  // nobody can press Ctrl-C

struct AnalyzeArguments {
  std::string game = default_game, position;
  std::string moves;
  std::optional<int> depth;
  std::optional<std::int64_t> time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> lines;
  EngineArguments engine;
  bool json = false;
};

// A table that is redrawn in place.
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

int analyze(const AnalyzeArguments& options) {
  const GameDef def = find_game(options.game);
  const Game game = game_argument(def, options.position, options.moves);
  const bool terminal = isatty(STDOUT_FILENO) != 0 && !options.json;
  if (game.ending() && !options.json) {
    fmt::print("{}{}\n", fitted_picture(def.rules, game.position()), explain_ending(game));
    return 0;
  }
  catch_interrupts();
  Limits limits;
  limits.stop = &interrupted;
  limits.lines = options.lines.value_or(max_moves);
  if (options.depth) limits.depth = *options.depth;
  limits.time_ms = options.time;
  limits.nodes = options.nodes;
  if (!terminal && !options.depth && !options.time && !options.nodes) limits.time_ms = time_off_terminal_ms;

  Engine engine(options.engine.search_options());
  engine.prepare(game);  // throws if the evaluation does not fit the game
  if (!options.json) fmt::print("{}\n", fitted_picture(def.rules, game.position()));
  LiveTable table;
  const auto show = [&](const Analysis& a) {
    if (terminal) return table.show(fitted(moves_table(game, a) + search_stats_text(a) + "\n"));
    if (!options.json && !a.lines.empty())
      fmt::print("{}: {} {}\n", search_stats_text(a), move_text(game.rules(), game.position(), a.best()),
                 score_text(game.position(), a.lines[0].margin));
  };
  const Analysis result = engine.analyze(game, limits, show);
  if (options.json) {
    fmt::print("{}\n", named_analysis_json(game, result).dump());
  } else {
    terminal ? show(result) : fmt::print("{}{}\n", moves_table(game, result), search_stats_text(result));
    if (result.complete)
      fmt::print("Solved: every score is proven.\n");
    else if (result.margin && has_useful_bounds(game.position(), *result.margin))
      fmt::print("Proven bounds of the position: {}\n", score_bounds_text(game.position(), *result.margin));
  }
  return 0;
}

}  // namespace

void add_analyze(Command& program) {
  const auto options = std::make_shared<AnalyzeArguments>();
  Command& command = program.command("analyze", "Score every legal move of a position");
  command.alias = "analyse";
  add_game(command, options->game);
  add_position(command, options->position, options->moves);
  command.option(options::depth, &options->depth);
  command.option(options::time.with_help("time limit in milliseconds").with_default("no limit"), &options->time);
  command.option(options::nodes.with_help("maximum number of nodes"), &options->nodes);
  command.option(options::lines.with_help("number of moves to score"), &options->lines).defaults_to("all");
  options->engine.add_with_threads_to(command);
  command.option("--json", &options->json, "print the result as one JSON object");
  command.footer =
      "A score is the final margin of the game in seeds for the player to move: = proven, ≥ ≤ proven bounds, "
      "~ estimated; -4 to +4 is a proven range.\n"
      "\n"
      "Without a limit the search runs until Ctrl-C, or for 10 seconds if the output is not a terminal.\n";
  command.run = [options] { return analyze(*options); };
}

}  // namespace sow
