// Arguments that several commands share.
#pragma once

#include <string>

#include "board/position.h"
#include "game/game.h"

namespace sow {

inline constexpr const char* game_help = "a game of `sow rules list`, kalah:pits=5,seeds=3, or a .toml file";
inline constexpr const char* position_help = "a position, or a file with one (- is standard input)";

// A position written in the argument, or in the file it names. Players who cannot move have passed, if the game says
// so. Throws Error.
Position position_argument(const std::string& text, const GameDef& game);

// The game at this position, or at its start if none is given, after these moves (letters run together, spaces
// allowed). Throws Error.
Game game_argument(const GameDef& def, const std::string& position, const std::string& moves);

// What is wrong with a seed, if anything: CLI11 reads -1 and numbers beyond 64 bits as if they were others.
std::string seed_complaint(const std::string& text);

}  // namespace sow
