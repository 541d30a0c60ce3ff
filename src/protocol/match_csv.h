// The table of a match as CSV (RFC 4180), for spreadsheets: a row for each player, best first. With more than two players
// there are two columns for each of them: the points against it, and the likelihood of being stronger.
#pragma once

#include <string>

#include "match/match_summary.h"

namespace sow {

std::string match_csv(const MatchSummary& match);

}  // namespace sow
