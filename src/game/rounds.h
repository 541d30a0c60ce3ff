// Rounds: a layer above the game. What a finished round has brought is put back on the board by [rounds] of the rules,
// which gives the next round, a game of its own with its start position; or the match is over.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "game/game.h"

namespace sow {

struct RoundEnd {
  struct Next {
    GameDef def;  // with the number of the round and the pits that are closed
    Position start;
  };
  std::array<int, 2> seeds;          // that South and North have for the next round
  std::array<int, 2> pits;           // that each would have in it
  std::array<int, 2> won;            // rounds, this one included, where each begins anew
  std::optional<Player> loser = {};  // of the match: who would have too few pits
  std::optional<Next> next = {};     // none if the match is over
};

// The first round of a match. Throws Error if the game is not played in rounds.
GameDef first_round(const GameDef& game);

// What a round has come to.
struct RoundResult {
  std::array<int, 2> seeds;  // of South and of North; everything that was on the board, if it is put back
  Player began, moved_last;
};
RoundResult round_result(const Game& round);

// What follows a round. `most`: rounds of the match, if their number is not that of the rules.
RoundEnd end_round(const GameDef& round, const RoundResult& result, std::optional<int> most = {});
RoundEnd end_round(const Game& round, std::optional<int> most = {});

// The same in words, a sentence a line.
std::string explain_round(const Ruleset& rules, const RoundEnd& end);

}  // namespace sow
