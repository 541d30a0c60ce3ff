// A match as text: one line per game, and the table of results.
#pragma once

#include <string>
#include <vector>

#include "match/match.h"
#include "match/match_summary.h"

namespace sow {

// "  12.1  greedy 21-15 random": pair and game, South and North with their seeds, and the reason if the game was
// forfeited or adjudicated.
std::string game_line(const MatchGame& game, const std::vector<MatchPlayer>& players);

// Fits in 80 columns unless `wide`, which adds pairs, depth, time, and forfeits per player, and a table of pairings.
std::string match_table(const MatchSummary& match, bool wide);

}  // namespace sow
