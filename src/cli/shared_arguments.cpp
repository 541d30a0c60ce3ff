#include "cli/shared_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "base/text_file.h"
#include "board/notation.h"
#include "game/play_moves.h"
#include "rules/catalog.h"

namespace sow {

Argument& add_game(Command& command, std::string& game) {
  return command.positional(std::string(options::game.value), &game, std::string(options::game.help));
}

Position position_argument(const std::string& text, const GameDef& game) {
  std::error_code code;
  const auto first = std::min(text.find_first_not_of(' '), text.size());
  const bool is_position =
      text.find('\n') != std::string::npos || std::string_view("(0123456789").find(text[first]) != std::string::npos;
  const bool is_file = text == "-" || std::filesystem::exists(text, code) || !is_position;
  const Position position =
      is_file ? parse_position(read_text_file(text), game.rules, text) : parse_position(text, game.rules);
  return Game(game, position).start();
}

void add_position(Command& command, std::string& position, std::string& moves) {
  command.positional("POSITION", &position, position_help);
  command.option("--moves", &moves, "moves to play first, such as FfE").value("MOVES");
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

Argument& add_threads(Command& command, int& threads, std::string_view help) {
  const auto processors = std::max(1u, std::thread::hardware_concurrency());
  return command.option(options::threads.with_default(processors).with_help(help), &threads).defaults_to("all cores");
}

DatabaseUse database_use(const std::string& folder) {
  DatabaseUse use;
  use.folder = folder.empty() ? default_database_folder() : folder;
  use.warn = [](const std::string& problem) { fmt::print(stderr, "sow: warning: {}; ignoring it\n", problem); };
  return use;
}

Database named_database(const std::string& game, const std::string& folder) {
  const std::string found = database_use(folder).folder;
  if (found.empty()) throw Error("no data folder, because neither XDG_DATA_HOME nor HOME is set; use --db FOLDER");
  return Database(find_game(game), found);
}

int levels_of(const Database& database, std::optional<int> seeds) {
  const int available = database.max_seeds();
  if (available < 0)
    throw Error(fmt::format("no database for {} in {}; build one with sow db build", database.game().name,
                            database.folder().string()));
  if (seeds && *seeds > available)
    throw Error(
        fmt::format("the database for {} has {} seeds at most, not {}", database.game().name, available, *seeds));
  return seeds.value_or(available);
}

}  // namespace sow
