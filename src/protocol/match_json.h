// The table of a match as a JSON object.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "match/standings.h"

namespace sow {

// One line of text.
std::string match_json(const std::string& game, const std::vector<std::string>& names, const Standings& standings,
                       const std::optional<Sprt>& sprt, bool complete);

// "elo0" or "elo1" if accepted, else "open".
std::string_view verdict_word(Sprt::Verdict verdict);

}  // namespace sow
