// What happened in a game, in words.
#pragma once

#include <string>

#include "game/game.h"

namespace sow {

// A pit as the picture labels it, "E4", or "the store".
std::string hole_name(const Ruleset& rules, Player mover, Hole hole);

// "3 seeds", "1 seed".
std::string count_of(int n, std::string_view noun);

// What a trace comes to.
struct Summary {
  int laps = 0;
  int dropped = 0;  // seeds, counted each time they fall
  Hole last;        // where the last one fell
  bool spared = false, again = false, cut = false, pass = false;

  // The player who could not move after the move and passed.
  std::optional<Player> passed(Player mover) const {
    if (!pass) return std::nullopt;
    return again ? mover : other(mover);
  }
};
Summary sum_up(const Trace& trace);

// What a move did, one sentence or two: "South plays E4: 3 seeds, the last in a7; captures 3 from b8." Nobody moves again if the
// game is over then.
std::string explain(const Ruleset& rules, Player mover, const Trace& trace, bool over = false);
std::string explain_move(const Ruleset& rules, const Position& before, Move move, bool over = false);

// That the move decided the game although it goes on, its maker or the opponent having more than half of the seeds in
// the store now; empty if it did not.
std::string explain_decision(const Game& game);

// Why this pit cannot be played now: "E4 is empty". The legality is not `ok`.
std::string explain(const Ruleset& rules, const Position& position, Move move, Legality legality);

// Why a game is over and who won; the game is over. Who gives up may have had no choice: then this says what they did.
std::string explain_ending(const Game& game, std::string_view gave_up = "resigns");

}  // namespace sow
