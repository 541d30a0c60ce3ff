#include "game/play_moves.h"

#include <fmt/format.h>

#include "board/notation.h"
#include "board/reference.h"
#include "game/budget.h"
#include "game/explain.h"

namespace sow {
namespace {

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

bool is_move_of(Player player, const Ruleset& rules, std::string_view text) {
  try {
    parse_move(text, rules, player);
    return true;
  } catch (const Error&) {
    return false;
  }
}

Move parse(const Game& game, std::string_view text) {
  const Player mover = game.position().mover, opponent = other(mover);
  try {
    return parse_move(text, game.rules(), mover);
  } catch (const Error& e) {
    if (!is_move_of(opponent, game.rules(), text)) throw IllegalMove(e.message());
    throw IllegalMove(
        fmt::format("{} is {}'s pit, but {} is to move", text.substr(0, 1), player_name(opponent), player_name(mover)));
  }
}

}  // namespace

Move read_move(const Game& game, std::string_view text) {
  const Move move = parse(game, text);
  if (has(game.moves(), move)) return move;
  const Position& position = game.position();
  const Legality legality = game.ending() ? Legality::over : ReferenceKernel(game.rules()).legality(position, move);
  throw IllegalMove(explain(game.rules(), position, move, legality));
}

void play_move(Game& game, Move move) {
  if (const Legality legality = game.play(move); legality != Legality::ok)
    throw IllegalMove(explain(game.rules(), game.position(), move, legality));
}

Move play_move(Game& game, std::string_view text) {
  const Move move = parse(game, text);
  play_move(game, move);
  return move;
}

std::vector<std::string_view> split_moves(std::string_view text) {
  std::vector<std::string_view> moves;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t begin = i++;
    if (text[begin] == ' ') continue;
    while (i < text.size() && text[i] != ' ' && !is_letter(text[i])) ++i;
    moves.push_back(text.substr(begin, i - begin));
  }
  return moves;
}

void play_moves(Game& game, std::string_view text) {
  Budget budget;
  int number = 0;
  for (const auto move : split_moves(text)) {
    ++number;
    try {
      budget.spend();
      play_move(game, move);
    } catch (const Error& e) {
      throw IllegalMove(fmt::format("move {}: {}", number, e.message()));
    }
  }
}

}  // namespace sow
