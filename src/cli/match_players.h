// The players of a match as the command line names them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/dialogue_file.h"
#include "match/match.h"
#include "match/match_summary.h"

namespace sow {

// Limits for the players that have none of their own.
struct MatchLimits {
  std::optional<std::int64_t> time, depth, nodes;
  std::optional<TimeControl> clock;
};

struct MatchPlayers {
  std::vector<Contestant> contestants;
  std::vector<MatchPlayer> names;  // of the same
  std::vector<std::string> out;    // sentences about those who do not get ready

  bool has_engine = false;
};

// Programs are started once to ask for their names. Throws Error, also if fewer than two players are left.
MatchPlayers make_match_players(const std::vector<std::string>& texts, const MatchLimits& limits,
                                const AgentSetup& setup, DialogueFile* log);

}  // namespace sow
