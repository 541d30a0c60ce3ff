#include "cli/argument.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/text_file.h"
#include "board/notation.h"
#include "game/play_moves.h"

namespace sow {

Position position_argument(const std::string& text, const GameDef& game) {
  std::error_code code;
  const auto first = std::min(text.find_first_not_of(' '), text.size());
  const bool written_out =
      text.find('\n') != std::string::npos || std::string_view("(0123456789").find(text[first]) != std::string::npos;
  const bool file = text == "-" || std::filesystem::exists(text, code) || !written_out;
  const Position position =
      file ? parse_position(read_text_file(text), game.rules, text) : parse_position(text, game.rules);
  return Game(game, position).start();
}

Game game_argument(const GameDef& def, const std::string& position, const std::string& moves) {
  Game game = position.empty() ? Game(def) : Game(def, position_argument(position, def));
  try {
    play_moves(game, moves);
  } catch (const IllegalMove& e) {
    throw Error(fmt::format("--moves: {}", e.message()));
  }
  return game;
}

std::string seed_complaint(const std::string& text) {
  const bool fine = text.size() < 20 && text.find_first_not_of("0123456789") == std::string::npos;
  return fine ? "" : fmt::format("a seed is a number of at most 19 digits, not '{}'", shown(text));
}

}  // namespace sow
