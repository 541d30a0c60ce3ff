// sow solve: the exact margin of a position and of every move.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "cli/terminal.h"
#include "game/explain.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/engine.h"
#include "search/solver.h"

namespace sow {
namespace {

struct SolveArguments {
  std::string game = default_game, position, moves;
  int threads = 0, hash = 0;
  std::optional<int> tables;
  std::optional<std::int64_t> time;
  std::optional<std::uint64_t> nodes;
  bool value = false, json = false;
  std::string db;
};

std::string memory_text(const SolveMemory& memory) {
  const auto mebi = [](std::size_t bytes) { return grouped((bytes + (std::size_t{1} << 20) - 1) >> 20); };
  return fmt::format("memory: at most {} MiB, {} for boards and {} for endings", mebi(memory.all()),
                     mebi(memory.boards), mebi(memory.endings));
}

// What is going on; silent if only the result is wanted.
class Progress {
 public:
  Progress(const SolveArguments& options, int seeds) : options_(options), seeds_(seeds) {}

  void show(const SolveProgress& p) {
    if (options_.json) return;
    const double seconds = p.time_ms / 1000.0;
    if (p.move > 0 && !announced_ && !options_.value) {
      announced_ = true;
      line_.say(fmt::format("the position is worth {:+}: {} nodes, {:.2f} s; now every move", p.position.low,
                            grouped(p.nodes), seconds));
    }
    if (p.tables) return line_.show(fmt::format("tables of endings: {} seeds, {:.1f} s", p.seeds, seconds));
    const double rate = p.nodes / std::max(seconds, 0.001);
    line_.show(fmt::format("{}: {}{} nodes, {:.1f} s, {}/s{}",
                           p.move == 0 ? "the position" : fmt::format("move {} of {}", p.move, p.moves),
                           between(p.move == 0 ? p.position : p.at_move), grouped(p.nodes), seconds, rounded(rate),
                           left(seconds, p.nodes, rate)));
  }
  void say(const std::string& text) {
    if (!options_.json) line_.say(text);
  }
  void clear() {
    if (!options_.json) line_.clear();
  }

 private:
  // Nothing if nobody knows more than that there are so many seeds.
  std::string between(const Interval& i) const {
    return i.low > -seeds_ || i.high < seeds_ ? fmt::format("between {:+} and {:+}, ", i.low, i.high) : "";
  }
  // Of what the user allows; when a proof is found nobody knows before.
  std::string left(double seconds, std::uint64_t nodes, double rate) const {
    std::optional<double> least;
    if (options_.time) least = static_cast<double>(*options_.time) / 1000 - seconds;
    if (options_.nodes) {
      const double more = (static_cast<double>(*options_.nodes) - static_cast<double>(nodes)) / std::max(rate, 1.0);
      least = std::min(least.value_or(more), more);
    }
    return least ? fmt::format(", {} left", duration_text(std::max(0.0, *least))) : "";
  }

  const SolveArguments& options_;
  const int seeds_;
  bool announced_ = false;
  StatusLine line_;
};

// Throws Error where no proof is possible.
void check_rules(const GameDef& def) {
  if (def.rules.quiet > 0)
    throw Error(fmt::format(
        "{} cannot be solved: it ends after {} plies without a capture, so what a board is worth depends on "
        "the moves before it; sow analyze estimates it",
        def.name, def.rules.quiet));
}

// What to expect where boards can come again.
std::string what_can_be_proven(const Game& game, const DatabaseUse& use) {
  const Ruleset& rules = game.rules();
  std::string text = fmt::format("Positions of {} can repeat, so only lines that end without a repetition are proven",
                                 game.def().name);
  const DatabaseAnswer database = database_kind(rules);
  if (database.kind == DatabaseKind::nothing) return text + ".\n";
  const int levels = use.folder.empty() ? -1 : Database(game.def(), use.folder).levels();
  text += fmt::format(", and what databases hold: {} of up to {} seeds.\n",
                      database.kind == DatabaseKind::margin ? "margins" : "bounds of margins", std::max(levels, 0));
  if (const int seeds = game.position().seeds_in_pits(); seeds > levels)
    text += fmt::format(
        "With {} seeds in the pits there may be no end: Ctrl-C, --time or --nodes end it with what is proven.\n",
        seeds);
  return text;
}

Limits limits_of(const SolveArguments& options) {
  Limits limits;
  limits.time_ms = options.time;
  limits.nodes = options.nodes;
  limits.lines = options.value ? 1 : max_moves;
  limits.stop = &interrupted;
  return limits;
}

// Boards can repeat: deepen until everything is proven, or the user has waited enough.
Analysis prove(const Game& game, const SolveArguments& options, DatabaseUse database, Progress& progress) {
  const SolveMemory memory = solve_memory(mebibytes(options.hash));
  database.cache_bytes = std::min(database.cache_bytes, memory.endings / 2);
  database.memory_bytes = memory.endings - database.cache_bytes;
  progress.say(memory_text(memory));
  Engine engine({options.threads, memory.boards, database});
  engine.prepare(game);  // a small database is made if there is none
  if (!options.json) fmt::print("{}", what_can_be_proven(game, database));
  std::fflush(stdout);
  return engine.analyze(game, limits_of(options), [&](const Analysis& a) {
    SolveProgress p;
    p.nodes = a.nodes;
    p.time_ms = a.time_ms;
    if (a.margin) p.position = {a.margin->low / seed_value, a.margin->high / seed_value};
    progress.show(p);
  });
}

Analysis solve_game(const Game& game, const SolveArguments& options, Progress& progress) {
  const DatabaseUse database = database_use(options.db);
  const SolveOptions solve_options{.threads = options.threads,
                                   .memory_bytes = mebibytes(options.hash),
                                   .table_seeds = options.tables.value_or(-1),
                                   .value_only = options.value,
                                   .database = database};
  const auto solver = make_solver(game.def(), game.position().total(), solve_options);
  if (!solver) return prove(game, options, database, progress);
  progress.say(memory_text(solver->memory()));
  return solver->solve(game, limits_of(options), [&](const SolveProgress& p) { progress.show(p); });
}

int solve(const SolveArguments& options) {
  const GameDef def = find_game(options.game);
  const Game game = game_argument(def, options.position, options.moves);
  if (!game.ending()) check_rules(def);
  if (!options.json) fmt::print("{}\n", fitted_picture(def.rules, game.position()));
  if (game.ending() && !options.json) {
    fmt::print("{}\n", explain_ending(game));
    return 0;
  }
  std::fflush(stdout);
  catch_interrupts();
  Progress progress(options, game.position().seeds_in_pits());
  const Analysis result = game.ending() ? result_analysis(game) : solve_game(game, options, progress);
  progress.clear();
  if (options.json) {
    fmt::print("{}\n", named_analysis_json(game, result).dump());
  } else {
    if (result.margin) fmt::print("Margin from here: {}\n", interval_text(*result.margin));
    fmt::print("{}{} nodes in {:.1f} s\n", moves_table(game, result), grouped(result.nodes), result.time_ms / 1000.0);
    if (!result.complete) fmt::print("Not solved: what is not marked = is not proven.\n");
  }
  return result.complete ? 0 : exit_failed;
}

}  // namespace

void add_solve(Command& program) {
  const auto options = std::make_shared<SolveArguments>();
  Command& command = program.command("solve", "The exact margin of a position and of every move, proven");
  add_game(command, options->game);
  add_position(command, options->position, options->moves);
  command.option("--value", &options->value, "only the margin of the position, not of every move");
  command.option(options::time.with_help("milliseconds at most").with_default("no limit"), &options->time);
  command.option(options::nodes.with_help("nodes to search at most"), &options->nodes);
  add_threads(command, options->threads);
  command.option(options::solve_hash, &options->hash);
  command.option("--tables", &options->tables, "make tables of the endings with up to so many seeds first")
      .otherwise("as many as pay")
      .value("N")
      .range(0, 40);
  command.option(options::db, &options->db);
  command.option("--json", &options->json, "print one JSON object at the end");
  command.footer =
      "Ctrl-C and the limits end it with what is proven so far, and exit code 1 if that is not everything.\n";
  command.run = [options] { return solve(*options); };
}

}  // namespace sow
