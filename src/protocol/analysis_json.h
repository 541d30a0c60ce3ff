// An analysis as the JSON object of the protocols, the command line and the server.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "game/game.h"
#include "search/analysis.h"

namespace sow {

// Scores are margins in seeds from the mover's view: "low" and "high" are proven, "kind" says what that makes of "margin",
// "wdl" who wins, seeds in the stores included, where that is proven.
nlohmann::ordered_json analysis_json(const Game& game, const Analysis& analysis);

// Such an object with the game's name before it.
nlohmann::ordered_json named_analysis_json(const Game& game, const Analysis& analysis);

// What a program that does not know the rules needs to play: the legal moves, and whether the game is over.
nlohmann::ordered_json moves_json(const Game& game);

nlohmann::ordered_json score_json(const Game& game, const Margin& margin);

// The moves of a line as letters; players are asked of the positions, as after an extra turn the same one moves.
std::vector<std::string> line_text(const Game& game, const std::vector<Move>& moves);

}  // namespace sow
