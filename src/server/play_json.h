// A game being played, for the page: where it stands, how it came there drop by drop, and what can be played.
#pragma once

#include <string>

#include "game/budget.h"
#include "game/game.h"
#include "server/json_text.h"

namespace sow {

enum class Detail { none, brief, full };

// The answer of /api/play. Throws Error if the budget does not allow it.
std::string play_json(const Game& game, Detail legal, Detail history, Budget& budget);

// The answer of /api/round, for a round that is over. `most`: rounds of the match, if their number is fixed.
std::string round_json(const Game& round, std::optional<int> most);

// What requests call the game; null if it came in a request.
void write_id(JsonText& json, const GameDef& def);

void write_position(JsonText& json, const Ruleset& rules, const Position& position);

std::string_view player_letter(Player player);

}  // namespace sow
