// Arguments that several commands share, and what they mean.
#pragma once

#include <optional>
#include <string>

#include "board/position.h"
#include "cli/arguments.h"
#include "db/database.h"
#include "game/game.h"

namespace sow {

inline constexpr const char* position_help = "a position, or a file with one (- is standard input)";

// GAME; help shows the game that the variable holds.
Argument& add_game(Command& command, std::string& game);

// A position written in the argument, or in the file it names. Players who cannot move have passed, if the game says
// so. Throws Error.
Position position_argument(const std::string& text, const GameDef& game);

// POSITION and --moves, for game_argument.
void add_position(Command& command, std::string& position, std::string& moves);

// The game at this position, or at its start if none is given, after these moves (letters run together, spaces
// allowed). Throws Error.
Game game_argument(const GameDef& def, const std::string& position, const std::string& moves);

// --threads of a command that uses every processor if it is not told otherwise.
Argument& add_threads(Command& command, int& threads, std::string_view help = options::threads.help);

// Databases in the folder of --db, or in the user's data folder if it is empty; warnings go to standard error.
DatabaseUse database_use(const std::string& folder);
// The game's database there. Throws Error.
Database named_database(const std::string& game, const std::string& folder);
// The levels a command is about: those that are there, or the first so many of them. Throws Error.
int levels_of(const Database& database, std::optional<int> seeds);

}  // namespace sow
