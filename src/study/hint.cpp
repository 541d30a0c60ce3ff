#include "study/hint.h"

#include <fmt/format.h>

#include "game/explain.h"
#include "search/strategy.h"

namespace sow {
namespace {

std::string reply_words(const Game& after, Player mover) {
  if (after.ending()) return "it ends the game";
  if (after.position().mover == mover) return "you move again";
  const int taken = most_taken(after.kernel(), after.position());
  return taken > 0 ? fmt::format("the best reply takes {}", taken) : "no reply takes anything";
}

// Margins count from here on: what is in the stores already is not part of them.
std::string worth_words(const Margin& margin) {
  std::string_view how = "", proof = "proven";
  if (margin.kind() == MarginKind::lower) how = "at least ";
  if (margin.kind() == MarginKind::upper) how = "at most ";
  if (margin.kind() == MarginKind::estimate) {
    how = "about ";
    proof = "estimated";
  }
  if (margin.value == 0 && margin.kind() == MarginKind::exact) return "worth nothing from here (proven)";
  const std::string seeds = margin.value % seed_value == 0 ? fmt::format("{:+}", margin.value / seed_value)
                                                           : fmt::format("{:+.1f}", margin.seeds());
  return fmt::format("worth {}{} from here ({})", how, seeds, proof);
}

}  // namespace

std::string hint(const Game& game, const Analysis& analysis) {
  const Move move = analysis.best();
  const Player mover = game.position().mover;
  Game after = game;
  after.play(move);
  const int taken = after.plies().back().taken;
  return fmt::format("{}: {}; {}; {}", hole_name(game.rules(), mover, game.kernel().layout().moves()[move].from),
                     taken > 0 ? fmt::format("captures {}", taken) : "captures nothing", reply_words(after, mover),
                     worth_words(analysis.lines.front().margin));
}

}  // namespace sow
