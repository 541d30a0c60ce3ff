// The JSON descriptions of games for the page.
#pragma once

#include "rules/description.h"
#include "rules/game_def.h"
#include "server/json_text.h"
#include "server/library.h"
#include "server/options.h"

namespace sow {

// The fields of a game, inside an object that the caller opens and closes.
void write_game_fields(JsonText& json, const GameDef& def);

// Rules in words with their topics.
void write_sentences(JsonText& json, const std::vector<RuleText>& rules);

// The response to GET /api/games.
std::string games_json(const Library::Listing& listing, const ServerOptions& options);

}  // namespace sow
