// Analyses as JSON, for the protocols, the command line, and the server. docs/fields.md explains every field.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "game/game.h"
#include "search/analysis.h"

namespace sow {

nlohmann::ordered_json analysis_json(const Game& game, const Analysis& analysis);

// The same with the name of the game.
nlohmann::ordered_json named_analysis_json(const Game& game, const Analysis& analysis);

// The legal moves and the result: all that a program needs to play without knowing the rules.
nlohmann::ordered_json moves_json(const Game& game);

nlohmann::ordered_json score_json(const Game& game, const Margin& margin);

// The moves of a line as text. Illegal moves end the line.
std::vector<std::string> line_text(const Game& game, const std::vector<Move>& moves);

}  // namespace sow
