// A match as a page: one file that needs nothing else. Its games are links that open on the page of `sow serve`.
#pragma once

#include <string>
#include <vector>

#include "game/record.h"
#include "match/match_summary.h"

namespace sow {

inline constexpr const char* usual_page = "http://127.0.0.1:8080/";

// `page` is the address of the page that opens the games.
std::string match_html(const MatchSummary& match, const std::vector<Record>& games, const std::string& page);

}  // namespace sow
