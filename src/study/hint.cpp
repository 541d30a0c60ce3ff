#include "study/hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "board/notation.h"
#include "game/explain.h"
#include "search/strategy.h"

namespace sow {
namespace {

constexpr int worth_saying = 2;  // seeds: a single one saved or taken later is no reason

// Which pits of the opponent the player to move can take from.
MoveSet takeable(const Game& game, const Position& position) {
  MoveSet pits = 0;
  if (game.kernel().ending(position)) return pits;
  for (MoveSet rest = game.kernel().moves(position); rest != 0; rest &= rest - 1)
    for (const Event& event : trace_of(game.rules(), position, std::countr_zero(rest)))
      if ((event.kind == Event::Kind::capture || event.kind == Event::Kind::join) && event.hole.side == 1)
        pits |= MoveSet{1} << event.hole.pit;
  return pits;
}

// The largest pit of the mover that would be taken if nothing were done, and is not taken after the move: "saves the 4 in C2".
std::string saved_words(const Game& game, const Position& after) {
  Position passed = game.position();
  passed.turn();
  const MoveSet saved = takeable(game, passed) & ~takeable(game, after);
  const Pits& own = game.position().pits[0];
  int largest = -1;
  for (int pit = 0; pit < game.rules().pits_per_player(); ++pit)
    if (has(saved, pit) && own[pit] >= worth_saying && (largest < 0 || own[pit] > own[largest])) largest = pit;
  if (largest < 0) return "";
  return fmt::format(
      "saves the {} in {}", int{own[largest]},
      hole_name(game.rules(), game.position().mover, Hole{.side = 0, .pit = static_cast<std::uint8_t>(largest)}));
}

std::string reply_words(const Game& after, Player mover) {
  if (after.ending()) return "ends the game";
  if (after.position().mover == mover) return "moves again";
  const int taken = most_taken(after.kernel(), after.position());
  return taken > 0 ? fmt::format("the best reply takes {}", taken) : "leaves nothing to take";
}

std::string from_words(const Game& game, Move move) {
  return hole_name(game.rules(), game.position().mover, game.kernel().layout().moves()[move].from);
}

// The next move of the same player in the line, if it takes something: "then E4 takes 3".
std::string then_words(Game after, Player mover, std::span<const Move> rest) {
  for (const Move move : rest) {
    const bool own = after.position().mover == mover;
    const std::string from = from_words(after, move);
    if (after.play(move) != Legality::ok) return "";
    if (!own) continue;
    const int taken = after.plies().back().taken;
    return taken >= worth_saying ? fmt::format("then {} takes {}", from, taken) : "";
  }
  return "";
}

std::string seeds_words(double seeds) {
  const double tenths = std::round(std::abs(seeds) * 10) / 10;
  return tenths == std::floor(tenths) ? fmt::format("{:.0f}", tenths) : fmt::format("{:.1f}", tenths);
}

}  // namespace

std::string reasons(const Game& game, std::span<const Move> line) {
  const Player mover = game.position().mover;
  Game after = game;
  after.play(line.front());
  std::string text;
  const auto say = [&](const std::string& words) {
    if (!words.empty()) text += (text.empty() ? "" : "; ") + words;
  };
  if (const int taken = after.plies().back().taken; taken > 0) say(fmt::format("takes {}", taken));
  if (!after.ending() && after.position().mover != mover) say(saved_words(game, after.position()));
  say(reply_words(after, mover));
  if (!after.ending()) say(then_words(after, mover, line.subspan(1)));
  return text;
}

std::string verdict(const Position& position, const Margin& margin) {
  const double end = position.store[0] - position.store[1] + margin.seeds();
  const bool ahead = end >= 0;
  const auto mover = player_name(position.mover), opponent = player_name(other(position.mover));
  const auto leader = ahead ? mover : opponent, behind = ahead ? opponent : mover;
  const std::string by = seeds_words(end);
  if (margin.kind() == MarginKind::estimate)
    return by == "0" ? "about even" : fmt::format("{} leads by about {}", leader, by);
  if (margin.kind() == MarginKind::exact)
    return by == "0" ? "a draw, proven" : fmt::format("{} wins by {}, proven", leader, by);
  // A bound is a promise to one of the two: to the mover from below, to the opponent from above.
  const bool to_mover = margin.kind() == MarginKind::lower;
  if (by == "0") return fmt::format("{} does not lose, proven", to_mover ? mover : opponent);
  if (ahead == to_mover) return fmt::format("{} wins by at least {}, proven", leader, by);
  return fmt::format("{} loses by at most {}, proven", behind, by);
}

std::string hint(const Game& game, const Line& line) {
  const std::vector<Move> alone = {line.move};
  std::string end = verdict(game.position(), line.margin);
  end.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(end.front())));
  return fmt::format("{}: {}. {}", from_words(game, line.move), reasons(game, line.pv.empty() ? alone : line.pv), end);
}

const Line* threat(const Game& game, const Analysis& analysis) {
  const auto takes = [&](const Line& line) {
    return seeds_taken(trace_of(game.rules(), game.position(), line.move)) > 0;
  };
  const auto found = std::find_if(analysis.lines.begin(), analysis.lines.end(), takes);
  return found == analysis.lines.end() ? nullptr : &*found;
}

}  // namespace sow
