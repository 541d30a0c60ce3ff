#include "match/explain_answer.h"

#include <fmt/format.h>

#include <bit>

#include "base/error.h"
#include "board/names.h"
#include "board/notation.h"
#include "game/play_moves.h"

namespace sow {
namespace {

std::string problem(const Game& game, std::string_view text) {
  const Player opponent = other(game.position().mover);
  for (int pit = 0; pit < game.rules().pits_per_player(); ++pit)
    if (text == pit_letter(opponent, pit)) return fmt::format("{} belongs to {}", text, player_name(opponent));
  try {
    parse_move(text, game.rules(), game.position().mover);
  } catch (const Error&) {
    return "not a move";
  }
  try {
    read_move(game, text);
  } catch (const IllegalMove& e) {
    return e.message();
  }
  return "not a move";
}

std::string empty_pits(const Game& game) {
  const Player mover = game.position().mover;
  std::string list;
  int count = 0;
  for (int pit = 0; pit < game.rules().pits_per_player(); ++pit)
    if (game.position().pits[0][pit] == 0) {
      list += (count > 0 ? " " : "") + pit_letter(mover, pit);
      ++count;
    }
  return count == 0 ? "" : fmt::format(" (empty: {})", list);
}

}  // namespace

std::string explain_answer(const Game& game, std::string_view text) {
  const Position& position = game.position();
  const Player mover = position.mover;
  std::string legal;
  for (MoveSet rest = game.moves(); rest != 0; rest &= rest - 1)
    legal += " " + move_text(game.rules(), position, std::countr_zero(rest));
  return fmt::format("answered '{}': {}; {}'s pits are {}–{}{}. Legal moves in {}:{}", shown(text), problem(game, text),
                     player_name(mover), pit_letter(mover, 0), pit_letter(mover, game.rules().pits_per_player() - 1),
                     empty_pits(game), diagram(game.rules(), position), legal);
}

}  // namespace sow
