// sow perft: counts the leaves of the game tree at a given depth.
#include <fmt/format.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "board/kernel.h"
#include "board/notation.h"
#include "board/perft_pieces.h"
#include "cli/analysis_text.h"
#include "cli/command.h"
#include "cli/shared_arguments.h"
#include "cli/status_line.h"
#include "rules/catalog.h"

namespace sow {
namespace {

constexpr int max_perft_depth = 200;

struct PerftArguments {
  std::string game, position;
  int depth = 0;
  bool divide = false, json = false;
};

int perft(const PerftArguments& options) {
  const GameDef game = find_game(options.game);
  const Position position =
      options.position.empty() ? start_position(game.rules) : position_argument(options.position, game);
  const auto kernel = make_kernel(game.rules, position.total());
  const auto begin = std::chrono::steady_clock::now();

  nlohmann::ordered_json by_move;
  std::uint64_t leaves = 0;
  std::atomic<std::uint64_t> counted{0};
  std::atomic<double> share{0};
  const auto count = [&](const Position& from, int depth, double of_all) {
    const std::atomic<bool> stop{false};
    const auto on_piece = [&](std::uint64_t found, double part) {
      counted += found;
      share = share + part;
    };
    return *perft_in_pieces(*kernel, from, depth, stop, on_piece, of_all);
  };
  std::optional<Ticker> ticker;
  if (!options.divide || options.json)  // otherwise the line printed for each move shows progress
    ticker.emplace([&](double seconds) {
      return fmt::format("{} leaves, {}", grouped(counted), rate_text(counted, share, seconds));
    });
  if (!options.divide || options.depth == 0) {
    leaves = count(position, options.depth, 1);
  } else if (!kernel->ending(position)) {
    for (MoveSet rest = kernel->moves(position); rest != 0; rest &= rest - 1) {
      const Move move = std::countr_zero(rest);
      Position after = position;
      kernel->play(after, move);
      const auto below = count(after, options.depth - 1, 1.0 / std::popcount(kernel->moves(position)));
      if (!options.json) fmt::print("{} {}\n", move_text(game.rules, position, move), below);
      by_move[move_text(game.rules, position, move)] = below;
      leaves += below;
    }
  }
  ticker.reset();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!options.json) {
    fmt::print("{} leaves at depth {} in {:.3f} s\n", leaves, options.depth, seconds);
    return 0;
  }
  nlohmann::ordered_json object = {{"game", game.name},
                                   {"position", diagram(game.rules, position)},
                                   {"depth", options.depth},
                                   {"leaves", leaves},
                                   {"seconds", seconds}};
  if (options.divide) object["by_move"] = by_move;
  fmt::print("{}\n", object.dump());
  return 0;
}

}  // namespace

void add_perft(Command& program) {
  const auto options = std::make_shared<PerftArguments>();
  Command& command = program.command("perft", "Count the move sequences of a given length");
  add_game(command, options->game).required();
  command.positional("DEPTH", &options->depth, "depth in plies").range(0, max_perft_depth).required();
  command.positional("POSITION", &options->position, position_help);
  command.option("--divide", &options->divide, "count separately for each first move");
  command.option("--json", &options->json, "print the result as one JSON object");
  command.run = [options] { return perft(*options); };
}

}  // namespace sow
