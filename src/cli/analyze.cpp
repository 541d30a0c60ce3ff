// sow analyze: what every move of a position is worth, live.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/terminal.h"
#include "game/explain.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/engine.h"

namespace sow {
namespace {

constexpr std::int64_t time_off_terminal_ms = 10000;  // nobody is there to press Ctrl-C

struct AnalyzeArguments {
  std::string game = default_game, position;
  std::string moves;
  std::optional<int> depth;
  std::optional<std::int64_t> time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> lines;
  int threads = 0, hash = 0;
  bool json = false;
  std::string db, evaluation;
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

  Engine engine({options.threads, mebibytes(options.hash), database_use(options.db), {options.evaluation}});
  engine.prepare(game);  // throws if the evaluation is no good
  if (!options.json) fmt::print("{}\n", fitted_picture(def.rules, game.position()));
  LiveTable table;
  const auto show = [&](const Analysis& a) {
    if (terminal) return table.show(fitted(moves_table(game, a) + figures_text(a) + "\n"));
    if (!options.json && !a.lines.empty())
      fmt::print("{}: {} {}\n", figures_text(a), move_text(game.rules(), game.position(), a.best()),
                 margin_text(a.lines[0].margin));
  };
  const Analysis result = engine.analyze(game, limits, show);
  if (options.json) {
    fmt::print("{}\n", named_analysis_json(game, result).dump());
  } else {
    terminal ? show(result) : fmt::print("{}{}\n", moves_table(game, result), figures_text(result));
    if (result.complete)
      fmt::print("Proven: nothing is left to find out.\n");
    else if (result.margin && says_more_than_the_board(*result.margin, game.position()))
      fmt::print("Proven of the position: {}.\n", interval_text(*result.margin));
  }
  return 0;
}

}  // namespace

void add_analyze(Command& program) {
  const auto options = std::make_shared<AnalyzeArguments>();
  Command& command = program.command("analyze", "What every move is worth; Ctrl-C ends with the best so far");
  add_game(command, options->game);
  add_position(command, options->position, options->moves);
  command.option(options::depth, &options->depth);
  command.option(options::time.with_help("milliseconds"), &options->time);
  command.option(options::nodes.with_help("nodes to search"), &options->nodes);
  command.option(options::lines.with_help("how many moves get a score of their own"), &options->lines).otherwise("all");
  add_threads(command, options->threads);
  command.option(options::hash, &options->hash);
  command.option(options::db, &options->db);
  command.option(options::evaluation, &options->evaluation);
  command.option("--json", &options->json, "print one JSON object at the end");
  command.footer =
      "Scores are seeds the mover wins from here less those of the opponent: = proven, ≥ ≤ proven bounds,\n"
      "~ estimated; -4 to +4: proven to lie there. Without a limit it goes on until Ctrl-C, or for 10 s when not on a "
      "terminal.\n";
  command.run = [options] { return analyze(*options); };
}

}  // namespace sow
