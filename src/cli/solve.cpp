// sow solve: the exact margin of a position and of every move.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "board/notation.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "game/explain.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"
#include "search/engine.h"
#include "search/solver.h"

namespace sow {
namespace {

constexpr std::size_t table_bytes = std::size_t{1} << 30;  // of databases and tables of endings in memory

struct Options {
  std::string game = default_game, position, moves;
  int threads = 0, hash = 0;
  std::optional<int> tables;
  bool json = false;
  std::string db;
};

// What is going on; silent if only the result is wanted.
class Progress {
 public:
  explicit Progress(bool silent) : silent_(silent) {}

  void show(const SolveProgress& p) {
    if (silent_) return;
    const double seconds = static_cast<double>(p.time_ms) / 1000;
    if (p.margin && !announced_) {
      announced_ = true;
      line_.say(fmt::format("the position is worth {:+}: {} nodes, {:.2f} s; now every move", *p.margin,
                            grouped(p.nodes), seconds));
    }
    line_.show(p.tables ? fmt::format("tables of endings: {} seeds, {:.1f} s", p.seeds, seconds)
                        : fmt::format("{}: {} nodes, {:.1f} s, {}/s",
                                      p.move == 0 ? "the position" : fmt::format("move {} of {}", p.move, p.moves),
                                      grouped(p.nodes), seconds,
                                      rounded(static_cast<double>(p.nodes) / std::max(seconds, 0.001))));
  }
  void clear() {
    if (!silent_) line_.clear();
  }

 private:
  bool silent_, announced_ = false;
  StatusLine line_;
};

Analysis solve_game(const Game& game, const Options& options, Progress& progress) {
  DatabaseUse database = database_use(options.db);
  database.memory_bytes = table_bytes;
  const SolveOptions solve_options{.threads = options.threads,
                                   .hash_bytes = mebibytes(options.hash),
                                   .table_seeds = options.tables.value_or(-1),
                                   .database = database};
  if (const auto solving = make_solver(game.def(), game.position().total(), solve_options))
    return solving->solve(
        game, [&](const SolveProgress& p) { progress.show(p); }, interrupted);
  // Boards can repeat: deepen until everything is proven, or the user has waited enough.
  Engine engine({options.threads, mebibytes(options.hash), database});
  Limits limits;
  limits.lines = max_moves;
  limits.stop = &interrupted;
  return engine.analyze(game, limits, [&](const Analysis& a) {
    SolveProgress p;
    p.nodes = a.nodes;
    p.time_ms = a.time_ms;
    progress.show(p);
  });
}

int solve(const Options& options) {
  const GameDef def = find_game(options.game);
  const Game game = game_argument(def, options.position, options.moves);
  if (!options.json) fmt::print("{}\n", picture(def.rules, game.position()));
  if (game.ending() && !options.json) {
    fmt::print("{}\n", explain_ending(game));
    return 0;
  }
  catch_interrupts();
  Progress progress(options.json);
  const Analysis result = solve_game(game, options, progress);
  progress.clear();
  if (options.json) {
    fmt::print("{}\n", named_analysis_json(game, result).dump());
  } else {
    fmt::print("{}{} nodes in {:.1f} s\n", moves_table(game, result), grouped(result.nodes),
               static_cast<double>(result.time_ms) / 1000);
    if (!result.complete) fmt::print("Not solved: what is not marked = is not proven.\n");
  }
  return result.complete ? 0 : 1;
}

}  // namespace

void add_solve(Command& program) {
  const auto options = std::make_shared<Options>();
  Command& command = program.command("solve", "The exact margin of a position and of every move, proven");
  add_game(command, options->game);
  add_position(command, options->position, options->moves);
  add_threads(command, options->threads);
  command.option(options::solve_hash, &options->hash);
  command.option("--tables", &options->tables, "make tables of the endings with up to so many seeds first")
      .otherwise("as many as pay")
      .value("N")
      .range(0, 40);
  command.option(options::db, &options->db);
  command.option("--json", &options->json, "print one JSON object at the end");
  command.footer = "Ends with exit code 1 if interrupted before everything is proven.\n";
  command.run = [options] { return solve(*options); };
}

}  // namespace sow
