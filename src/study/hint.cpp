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

// Scores count from here on: what is in the stores already is not part of them.
std::string worth_words(const Score& score) {
  std::string_view how = "", proof = "proven";
  if (score.kind == ScoreKind::lower) how = "at least ";
  if (score.kind == ScoreKind::upper) how = "at most ";
  if (score.kind == ScoreKind::estimate) {
    how = "about ";
    proof = "estimated";
  }
  if (score.value == 0 && score.kind == ScoreKind::exact) return "worth nothing from here (proven)";
  const std::string seeds = score.value % seed_value == 0 ? fmt::format("{:+}", score.value / seed_value)
                                                          : fmt::format("{:+.1f}", score.seeds());
  return fmt::format("worth {}{} from here ({})", how, seeds, proof);
}

}  // namespace

std::string hint(const Game& game, const Analysis& analysis) {
  const Move move = analysis.best();
  const Player mover = game.position().mover;
  Game after = game;
  after.play(move);
  const int taken = seeds_taken(after.plies().back().trace);
  return fmt::format("{}: {}; {}; {}", hole_name(game.rules(), mover, Hole{0, static_cast<std::uint8_t>(move)}),
                     taken > 0 ? fmt::format("captures {}", taken) : "captures nothing", reply_words(after, mover),
                     worth_words(analysis.lines.front().score));
}

}  // namespace sow
