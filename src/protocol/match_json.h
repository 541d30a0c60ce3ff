// The results of a match as a JSON object.
#pragma once

#include <string>
#include <string_view>

#include "match/match_summary.h"

namespace sow {

// One line of text.
std::string match_json(const MatchSummary& match);

// "elo0" or "elo1" if accepted, else "open".
std::string_view verdict_word(Sprt::Verdict verdict);

}  // namespace sow
