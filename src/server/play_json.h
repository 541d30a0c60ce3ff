// A game in progress as JSON for the page: the position, the moves so far seed by seed, and the legal moves.
#pragma once

#include <string>

#include "game/budget.h"
#include "game/game.h"
#include "server/json_text.h"

namespace sow {

enum class Detail { none, brief, full };

// The response to /api/play. Throws Error if the budget runs out.
std::string play_json(const Game& game, Detail legal, Detail history, Budget& budget);

// The response to /api/choose with `play`: the chosen move, its trace, and the response to /api/play after it. The move
// must be legal. Throws Error if the budget runs out.
std::string chosen_json(const Game& game, Move move, double seconds, Budget& budget);

// The response to /api/round for a finished round. `most`: number of rounds in the match, if fixed.
std::string round_json(const Game& round, std::optional<int> most);

// The id that requests use for the game; null if its rules came in the request.
void write_id(JsonText& json, const GameDef& def);

void write_position(JsonText& json, const Ruleset& rules, const Position& position);

std::string_view player_letter(Player player);

// The letter of a pit as the mover sees it, or "store".
std::string hole_text(Player mover, Hole hole);

}  // namespace sow
