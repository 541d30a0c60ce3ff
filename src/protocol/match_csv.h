// The results of a match as tidy CSV (RFC 4180): one row per player and opponent, best player first. The columns
// starting with "player_" are totals of the player over the whole match.
#pragma once

#include <string>

#include "match/match_summary.h"

namespace sow {

std::string match_csv(const MatchSummary& match);

}  // namespace sow
