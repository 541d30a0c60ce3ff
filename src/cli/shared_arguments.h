// Arguments shared by several commands, and their interpretation.
#pragma once

#include <optional>
#include <string>

#include "board/position.h"
#include "cli/arguments.h"
#include "db/database.h"
#include "game/game.h"

namespace sow {

inline constexpr const char* position_help = "position, or a file that contains one (- for standard input)";

// Adds the argument GAME.
Argument& add_game(Command& command, std::string& game);

// Parses a position, or reads it from the file named in the argument. If the player to move cannot move and the rules
// have passing, the pass is applied. Throws Error.
Position position_argument(const std::string& text, const GameDef& game);

// Adds POSITION and --moves, for game_argument.
void add_position(Command& command, std::string& position, std::string& moves);

// The game at this position (default: the start position) after these moves, such as "FfE" or "F f E". Throws Error.
Game game_argument(const GameDef& def, const std::string& position, const std::string& moves);

// Adds --threads with all cores as the default.
Argument& add_threads(Command& command, int& threads, std::string_view help = options::threads.help);

// Databases in the given folder (default: the user's data folder). Warnings go to standard error.
DatabaseUse database_use(const std::string& folder);
// The database of a game in that folder. Throws Error.
Database named_database(const std::string& game, const std::string& folder);
// The number of seeds of the last level to use: `seeds` if given, otherwise all that exist. Throws Error.
int levels_of(const Database& database, std::optional<int> seeds);

}  // namespace sow
