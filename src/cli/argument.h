// Arguments that several commands share.
#pragma once

#include <string>

#include "board/position.h"
#include "rules/game_def.h"

namespace sow {

inline constexpr const char* game_help = "a game of `sow rules list`, kalah:pits=5,seeds=3, or a .toml file";
inline constexpr const char* position_help = "a position, or a file with one (- is standard input)";

// A position written in the argument, or in the file it names. Players who cannot move have passed, if the game says
// so. Throws Error.
Position position_argument(const std::string& text, const GameDef& game);

}  // namespace sow
