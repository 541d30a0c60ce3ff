#include "cli/hint.h"

#include <fmt/format.h>

#include <bit>

#include "game/explain.h"
#include "search/minimax.h"
#include "search/strategy.h"

namespace sow {
namespace {

// The move to advise, or no_move if stopped. What finds it can be exchanged; the words below hold for any move.
Move advised_move(const Game& game, const std::atomic<bool>& stop) {
  const int depth = game.rules().four_rows() ? 4 : 8;
  const auto found = make_minimax(game.rules(), game.position().total())->search(game.position(), depth, stop);
  return found.best == 0 ? no_move : std::countr_zero(found.best);
}

std::string reply_words(const Game& after, Player mover) {
  if (after.ending()) return "it ends the game";
  if (after.position().mover == mover) return "you move again";
  const int taken = most_taken(after.kernel(), after.position());
  return taken > 0 ? fmt::format("the best reply takes {}", taken) : "no reply takes anything";
}

}  // namespace

std::string hint(const Game& game, const std::atomic<bool>& stop) {
  const Move move = advised_move(game, stop);
  if (move == no_move) return "";
  const Player mover = game.position().mover;
  Game after = game;
  after.play(move);
  const int taken = seeds_taken(after.plies().back().trace);
  return fmt::format("{}: {}; {}", hole_name(game.rules(), mover, Hole{0, static_cast<std::uint8_t>(move)}),
                     taken > 0 ? fmt::format("captures {}", taken) : "captures nothing", reply_words(after, mover));
}

}  // namespace sow
