// sow puzzle: positions with one provably best move.
#include "study/puzzle.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "board/notation.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/shared_arguments.h"
#include "protocol/analysis_json.h"
#include "rules/catalog.h"

namespace sow {
namespace {

using nlohmann::ordered_json;

constexpr int most_puzzles = 1'000'000;

struct PuzzleArguments {
  std::string game = default_game, db;
  std::int64_t seed = 1;
  int count = 10, least = 1, most = deepest_puzzle + 1;
  bool json = false;
};

std::string puzzle_text(const GameDef& def, const Puzzle& puzzle) {
  std::string line;
  for (const auto& move : line_text(Game(def, puzzle.position), puzzle.line)) line += (line.empty() ? "" : " ") + move;
  return fmt::format("{}  {} {:+}, others {:+} at most, depth {}: {}", diagram(def.rules, puzzle.position),
                     puzzle.wins() ? "wins" : "gains", puzzle.margin, puzzle.next, puzzle.plies, line);
}

ordered_json puzzle_json(const GameDef& def, const Puzzle& puzzle) {
  return {{"position", diagram(def.rules, puzzle.position)},
          {"line", line_text(Game(def, puzzle.position), puzzle.line)},
          {"margin", puzzle.margin},
          {"next", puzzle.next},
          {"plies", puzzle.plies}};
}

int puzzle(const PuzzleArguments& options) {
  const GameDef def = find_game(options.game);
  const PuzzleSetup setup{.seed = static_cast<std::uint64_t>(options.seed),
                          .count = options.count,
                          .least_plies = options.least,
                          .most_plies = options.most,
                          .database = options.db.empty() ? DatabaseUse{} : database_use(options.db),
                          .stop = &interrupted};
  catch_interrupts();
  ordered_json object = {{"game", def.name}, {"seed", options.seed}, {"puzzles", ordered_json::array()}};
  make_puzzles(def, setup, [&](const Puzzle& found) {
    if (options.json)
      object["puzzles"].push_back(puzzle_json(def, found));
    else
      fmt::print("{}\n", puzzle_text(def, found));
  });
  if (options.json) fmt::print("{}\n", object.dump());
  return 0;
}

}  // namespace

void add_puzzle(Command& program) {
  const auto options = std::make_shared<PuzzleArguments>();
  Command& command = program.command("puzzle", "Positions with one provably best move");
  add_game(command, options->game);
  command.option("--count", &options->count, "how many").range(1, most_puzzles);
  command.option("--seed", &options->seed, "the same seed gives the same puzzles").range(0, INT64_MAX);
  command.option("--least", &options->least, "plies one must see, at least").range(1, deepest_puzzle + 1);
  command.option("--most", &options->most, "plies one must see, at most").range(1, deepest_puzzle + 1);
  command.option("--db", &options->db, "folder of endgame databases")
      .value("FOLDER")
      .otherwise("small tables, made in memory");
  command.option("--json", &options->json, "print one JSON object");
  command.footer =
      "A position is a puzzle if one move wins and no other does, or if one gains three seeds more than any other, all "
      "proven. Its depth\n"
      "is how many plies a search that counts seeds alone must see to find that move and no other.\n";
  command.run = [options] { return puzzle(*options); };
}

}  // namespace sow
