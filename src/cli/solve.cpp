// sow solve: proves the exact score of a position and of every move.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "cli/terminal.h"
#include "db/database.h"
#include "engine/engine.h"
#include "game/explain.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/one_turn.h"

namespace sow {
namespace {

struct SolveArguments {
  std::string game = default_game, position, moves;
  int threads = 0, hash = 0;
  std::optional<int> tables;
  std::optional<std::int64_t> time;
  std::optional<std::uint64_t> nodes;
  bool value = false, one_turn = false, json = false;
  std::string db, save, resume;
};

std::string memory_text(const SolveMemory& memory) {
  const auto mebi = [](std::size_t bytes) { return grouped((bytes + (std::size_t{1} << 20) - 1) >> 20); };
  return fmt::format("memory: at most {} MiB ({} transposition table, {} endgame database)", mebi(memory.all()),
                     mebi(memory.boards), mebi(memory.endings));
}

// Progress on standard error; silent with --json.
class Progress {
 public:
  Progress(const SolveArguments& options, const Position& position) : options_(options), position_(position) {}

  void show(const SolveProgress& p) {
    if (options_.json) return;
    const double seconds = p.time_ms / 1000.0;
    if (p.move > 0 && !announced_ && !options_.value) {
      announced_ = true;
      line_.say(fmt::format("position solved: {}, {} nodes, {:.2f} s; solving each move",
                            score_text(position_, Margin::exactly(p.position.low)), grouped(p.nodes), seconds));
    }
    if (p.tables)
      return line_.show(fmt::format("building in-memory endgame database: {} seeds, {:.1f} s", p.seeds, seconds));
    const double rate = p.nodes / std::max(seconds, 0.001);
    line_.show(fmt::format("{}: {}{}{} nodes, {:.1f} s, {}/s{}",
                           p.move == 0 ? "position" : fmt::format("move {} of {}", p.move, p.moves),
                           bounds(p.move == 0 ? p.position : p.at_move),
                           p.move == 0 ? fmt::format("{} of {} moves decided, ", p.decided, p.moves) : "",
                           grouped(p.nodes), seconds, rounded(rate), left(seconds, p.nodes, rate)));
  }
  void say(const std::string& text) {
    if (!options_.json) line_.say(text);
  }
  void clear() {
    if (!options_.json) line_.clear();
  }
  void warn(const std::string& what) { line_.say("sow: " + what); }

 private:
  std::string bounds(const Interval& i) const {
    const Margin margin = Margin::between(i.low, i.high);
    return has_useful_bounds(position_, margin) ? score_bounds_text(position_, margin) + ", " : "";
  }
  // Time left until the user's limits; how long a proof takes is unknown.
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
  const Position position_;
  bool announced_ = false;
  StatusLine line_;
};

// Says what can be proven in a game whose positions can repeat.
std::string provable_text(const Game& game, const DatabaseUse& use) {
  const Ruleset& rules = game.rules();
  std::string text =
      fmt::format("Positions in {} can repeat: Sow proves lines that end without a repetition", game.def().name);
  const DatabaseAnswer database = database_kind(rules);
  if (database.kind == DatabaseKind::nothing) return text + ".\n";
  const int levels = use.folder.empty() ? -1 : Database(game.def(), use.folder).max_seeds();
  text += fmt::format(" and uses {} from its endgame database (up to {} seeds).\n",
                      database.kind == DatabaseKind::margin ? "exact values" : "bounds", std::max(levels, 0));
  if (const int seeds = game.position().seeds_in_pits(); seeds > levels)
    text += fmt::format(
        "With {} seeds in the pits this may run forever. Ctrl-C, --time, or --nodes stops it and prints the proven "
        "bounds.\n",
        seeds);
  return text;
}

// An existing file is the work of an earlier run, so only --resume replaces it.
SolveFiles solve_files(const SolveArguments& options, Progress& progress) {
  if (!options.save.empty() && options.save != options.resume && std::filesystem::exists(options.save))
    throw Error(
        fmt::format("{} exists; add --resume {} to continue from it, or remove it", options.save, options.save));
  return {.resume = options.resume,
          .save = options.save.empty() ? options.resume : options.save,
          .warn = [&progress](const std::string& what) { progress.warn(what); }};
}

Analysis solve_game(const Engine& engine, const Game& game, const SolveArguments& options, Progress& progress) {
  Limits limits;
  limits.time_ms = options.time;
  limits.nodes = options.nodes;
  limits.stop = &interrupted;
  const auto on_plan = [&](const SolvePlan& plan) {
    progress.say(memory_text(plan.memory));
    if (!plan.by_search || options.json) return;
    fmt::print("{}", provable_text(game, engine.options().database));
    std::fflush(stdout);
  };
  return engine.solve(game, limits,
                      {.memory_bytes = mebibytes(options.hash),
                       .table_seeds = options.tables.value_or(-1),
                       .value_only = options.value,
                       .files = solve_files(options, progress)},
                      on_plan, [&](const SolveProgress& p) { progress.show(p); });
}

int solve_one_turn(const Game& game, const SolveArguments& options) {
  Limits limits;
  limits.time_ms = options.time;
  limits.nodes = options.nodes;
  limits.stop = &interrupted;
  const OneTurn turn = best_turn(game, limits, solve_memory(mebibytes(options.hash)).boards);
  const std::vector<std::string> moves = line_text(game, turn.moves);
  if (options.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"game", game.def().name},
                                              {"moves", moves},
                                              {"gain", turn.gain},
                                              {"wins", turn.wins},
                                              {"complete", turn.complete},
                                              {"nodes", turn.nodes}}
                           .dump());
  } else {
    fmt::print("Best turn: {} in {}{}\n{}\n{} nodes\n", gain_text(turn.gain),
               count_of(static_cast<int>(moves.size()), "move"), turn.wins ? ", which wins the game" : "",
               fitted(fmt::format("  {}", fmt::join(moves, " "))), grouped(turn.nodes));
    if (!turn.complete) fmt::print("Not every turn was examined: there may be a better one.\n");
  }
  return turn.complete ? 0 : exit_failed;
}

int solve(const SolveArguments& options) {
  const GameDef def = find_game(options.game);
  const Game game = game_argument(def, options.position, options.moves);
  if (!game.ending() && !options.one_turn) require_solvable(game);
  if (!options.json) fmt::print("{}\n", fitted_picture(def.rules, game.position()));
  if (game.ending() && !options.json) {
    fmt::print("{}\n", explain_ending(game));
    return 0;
  }
  std::fflush(stdout);
  catch_interrupts();
  if (options.one_turn) return solve_one_turn(game, options);
  Progress progress(options, game.position());
  const Engine engine({.threads = options.threads, .database = database_use(options.db)});
  const Analysis result = solve_game(engine, game, options, progress);
  progress.clear();
  if (options.json) {
    fmt::print("{}\n", named_analysis_json(game, result).dump());
  } else {
    if (result.margin) fmt::print("Final margin: {}\n", score_bounds_text(game.position(), *result.margin));
    fmt::print("{}{} nodes in {:.1f} s\n", moves_table(game, result), grouped(result.nodes), result.time_ms / 1000.0);
    if (!result.complete) fmt::print("Not solved: only scores marked = are exact.\n");
  }
  return result.complete ? 0 : exit_failed;
}

}  // namespace

void add_solve(Command& program) {
  const auto options = std::make_shared<SolveArguments>();
  Command& command = program.command("solve", "Prove the exact score of a position");
  add_game(command, options->game);
  add_position(command, options->position, options->moves);
  command.option("--value", &options->value, "solve only the position, not every move");
  command.option(options::time.with_help("time limit in milliseconds").with_default("no limit"), &options->time);
  command.option(options::nodes.with_help("maximum number of nodes"), &options->nodes);
  add_threads(command, options->threads);
  command.option(options::solve_hash, &options->hash);
  command.option("--tables", &options->tables, "build an in-memory endgame database with up to N seeds first")
      .defaults_to("automatic")
      .value("N")
      .range(0, 40);
  command.option(options::db, &options->db);
  command.option("--save", &options->save, "save the proven bounds every three minutes and at the end").value("FILE");
  command.option("--resume", &options->resume, "continue from a saved file, and save to it unless --save is given")
      .value("FILE");
  command
      .option("--one-turn", &options->one_turn,
              "find the turn that gains the most seeds before the opponent moves, in games with extra turns")
      .excludes("--value")
      .excludes("--save")
      .excludes("--resume");
  command.option("--json", &options->json, "print the result as one JSON object");
  command.footer =
      "A score is the final margin of the game in seeds for the player to move: = proven, ≥ ≤ proven bounds, "
      "~ estimated.\n\n"
      "Ctrl-C or a limit stops the search and prints what is proven so far. The exit code is 1 if not everything is.\n";
  command.run = [options] { return solve(*options); };
}

}  // namespace sow
