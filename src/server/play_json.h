// A game being played, for the page: where it stands, how it came there drop by drop, and what can be played.
#pragma once

#include <string>

#include "game/game.h"
#include "server/json_text.h"

namespace sow {

enum class Detail { none, brief, full };

// The answer of /api/play. `id` is what requests call the game.
std::string play_json(const Game& game, std::string_view id, Detail legal, Detail history);

void write_position(JsonText& json, const Ruleset& rules, const Position& position);

std::string_view player_letter(Player player);

}  // namespace sow
