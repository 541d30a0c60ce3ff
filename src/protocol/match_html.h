// A match as a self-contained HTML page. Results link to the games on the page of `sow serve`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "game/record.h"
#include "match/match_summary.h"

namespace sow {

inline constexpr const char* usual_page = "http://127.0.0.1:8080/";

// Whether the first bytes of a file are those of such a page.
bool is_match_html(std::string_view start);

// `page` is the address of the `sow serve` page.
std::string match_html(const MatchSummary& match, const std::vector<Record>& games, const std::string& page);

}  // namespace sow
