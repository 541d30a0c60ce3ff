#include "study/hint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "game/explain.h"
#include "search/strategy.h"
#include "study/capture.h"

namespace sow {
namespace {

// The opponent's pits from which the player to move can capture.
MoveSet capturable_pits(const Game& game, const Position& position) {
  MoveSet pits = 0;
  if (game.kernel().ending(position)) return pits;
  for (MoveSet rest = game.kernel().moves(position); rest != 0; rest &= rest - 1)
    pits |= captured_pits(trace_of(game.rules(), position, std::countr_zero(rest)));
  return pits;
}

// The largest pit of the mover that the opponent could capture if the mover passed, but not after the move.
std::optional<SeedsAt> saved_pit(const Game& game, const Position& after) {
  Position passed = game.position();
  passed.turn();
  const MoveSet saved = capturable_pits(game, passed) & ~capturable_pits(game, after);
  const Pits& own = game.position().pits[0];
  std::optional<SeedsAt> largest;
  for (int pit = 0; pit < game.rules().pits_per_player(); ++pit)
    if (has(saved, pit) && own[pit] >= min_mentioned && (!largest || own[pit] > largest->seeds))
      largest = SeedsAt{Hole{.side = 0, .pit = static_cast<std::uint8_t>(pit)}, own[pit]};
  return largest;
}

Hole played_pit(const Game& game, Move move) {
  return game.kernel().layout().moves()[static_cast<std::size_t>(move)].from;
}

// The mover's next move in the line, if it captures something.
std::optional<SeedsAt> follow_up(Game after, Player mover, std::span<const Move> rest) {
  for (const Move move : rest) {
    const bool own = after.position().mover == mover;
    const Hole from = played_pit(after, move);
    if (after.play(move) != Legality::ok) return std::nullopt;
    if (!own) continue;
    const int taken = after.plies().back().taken;
    return taken >= min_mentioned ? std::optional(SeedsAt{from, taken}) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

MoveReasons reasons(const Game& game, std::span<const Move> line) {
  const Player mover = game.position().mover;
  Game after = game;
  after.play(line.front());
  MoveReasons why{.from = played_pit(game, line.front()), .captures = after.plies().back().taken};
  if (after.ending()) {
    why.reply = MoveReasons::Reply::ends_game;
    return why;
  }
  why.follow_up = follow_up(after, mover, line.subspan(1));
  if (after.position().mover == mover) {
    why.reply = MoveReasons::Reply::extra_turn;
    return why;
  }
  why.saves = saved_pit(game, after.position());
  why.reply_captures = max_taken(after.kernel(), after.position());
  if (why.reply_captures > 0) why.reply = MoveReasons::Reply::captures;
  return why;
}

MoveReasons reasons(const Game& game, const Line& line) {
  return line.pv.empty() ? reasons(game, std::vector{line.move}) : reasons(game, line.pv);
}

std::string explain_hint(const Game& game, const Line& line) {
  std::string result = explain_margin(game.position(), line.margin);
  result.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.front())));
  return fmt::format("{}. {}.", explain(game.rules(), game.position(), reasons(game, line)), result);
}

const Line* find_threat(const Game& game, const Analysis& analysis) {
  const auto captures = [&](const Line& line) {
    return seeds_taken(trace_of(game.rules(), game.position(), line.move)) > 0;
  };
  const auto found = std::find_if(analysis.lines.begin(), analysis.lines.end(), captures);
  return found == analysis.lines.end() ? nullptr : &*found;
}

}  // namespace sow
