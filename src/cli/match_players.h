// Creates the players of a match from the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/dialogue_file.h"
#include "match/match.h"
#include "match/match_summary.h"

namespace sow {

// Limits for players without their own limits.
struct MatchLimits {
  std::optional<std::int64_t> time, depth, nodes;
  std::optional<TimeControl> clock;
};

struct MatchPlayers {
  std::vector<Contestant> contestants;
  std::vector<MatchPlayer> names;  // in the order of `contestants`
  std::vector<std::string> out;    // sentences about programs that did not get ready

  bool has_engine = false;
};

// Starts each external program once to get its name. Throws Error, for example if fewer than two players are left.
MatchPlayers make_match_players(const std::vector<std::string>& texts, const MatchLimits& limits,
                                const AgentSetup& setup, DialogueFile* log);

}  // namespace sow
