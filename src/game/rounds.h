// Matches of several rounds, each of which is a Game. After a round, the [rounds] section of the rules decides how the
// next one is set up, or that the match is over.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "game/game.h"

namespace sow {

struct RoundEnd {
  struct Next {
    GameDef def;  // including the round number and closed pits
    Position start;
  };
  std::array<int, 2> seeds;          // seeds of South and North for the next round
  std::array<int, 2> pits;           // pits of South and North in the next round
  std::array<int, 2> won;            // rounds won, including this one, if each starts from the initial position
  std::optional<Player> loser = {};  // loser of the match: the player who would have too few pits
  std::optional<Next> next = {};     // none if the match is over
};

// The first round of a match. Throws Error if the game is not played in rounds.
GameDef first_round(const GameDef& game);

struct RoundResult {
  std::array<int, 2> seeds;  // seeds of South and North; includes all seeds if they are used again
  Player started, moved_last;
};
RoundResult round_result(const Game& round);

// What follows a round. `max_rounds` overrides the number of rounds in the rules.
RoundEnd end_round(const GameDef& round, const RoundResult& result, std::optional<int> max_rounds = {});
RoundEnd end_round(const Game& round, std::optional<int> max_rounds = {});

// Describes the end of a round, one sentence per line.
std::string explain_round(const Ruleset& rules, const RoundEnd& end);

}  // namespace sow
