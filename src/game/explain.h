// Terminal texts for moves, endings, hints, and rejected moves. All other output uses the values of summary.h.
#pragma once

#include <string>

#include "board/margin.h"
#include "game/summary.h"

namespace sow {

// The label of a pit on the board, such as "E4", or "the store".
std::string hole_name(const Ruleset& rules, Player mover, Hole hole);

// "3 seeds", "1 seed".
std::string count_of(int n, std::string_view noun);

// "gains 3 seeds", "loses 1 seed", "gains nothing".
std::string gain_text(int seeds);

// "South sows 3 seeds from B1, ending in E4, and captures 3 from b8." `over`: the move ended the game.
std::string explain(const Ruleset& rules, const MoveSummary& move, bool over = false);
std::string explain_move(const Ruleset& rules, const Position& before, Move move, bool over = false);

// "South has more than half of the seeds and is certain to win."
std::string explain_decision(Player winner);

// Why this move cannot be played, such as "E4 is empty". The legality must not be `ok`.
std::string explain(const Ruleset& rules, const Position& position, Move move, Legality legality);

// "The game is over: South's side is empty. South wins 20 to 16." The game must be over.
std::string explain_ending(const Game& game);

// "E4 captures 5 and leaves North nothing to capture; next, F5 captures 3" for a move in this position.
std::string explain(const Ruleset& rules, const Position& position, const MoveReasons& reasons);

// The expected result of a position, stores included: "South wins by 4 (proven)", "North leads by about 1.5". The
// margin is the mover's from this position on.
std::string explain_margin(const Position& position, const Margin& margin);

}  // namespace sow
