// Games as the page needs to know them.
#pragma once

#include "rules/game_def.h"
#include "server/json_text.h"
#include "server/library.h"
#include "server/options.h"

namespace sow {

void write_game(JsonText& json, const GameDef& def);

// The answer of /api/games.
std::string games_json(const Library::Listing& listing, const ServerOptions& options);

}  // namespace sow
