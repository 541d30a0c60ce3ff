// A match in words: a game that has ended, and the table.
#pragma once

#include <string>
#include <vector>

#include "match/match.h"
#include "match/match_summary.h"

namespace sow {

// "  12.1  greedy 21-15 random": the pair, the game in it, South and North with their seeds; and what went wrong.
std::string game_line(const MatchGame& game, const std::vector<MatchPlayer>& players);

// Within 80 columns, unless it is to be wide: then with pairs, depth, time and faults of every player and every pairing.
std::string match_table(const MatchSummary& match, bool wide);

}  // namespace sow
