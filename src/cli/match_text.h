// A match in words: a game that has ended, and the table.
#pragma once

#include <string>
#include <vector>

#include "match/match.h"

namespace sow {

// "  12.1  greedy 21-15 random": the pair, the game in it, South and North with their seeds; and what went wrong.
std::string game_line(const MatchGame& game, const std::vector<std::string>& names);

std::string match_table(const std::vector<std::string>& names, const Standings& standings,
                        const std::optional<Sprt>& sprt);

}  // namespace sow
