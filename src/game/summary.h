// Moves, endings, and the reasons for a move as values. The terminal (explain.h) and the page render them in words.
#pragma once

#include <optional>
#include <vector>

#include "game/game.h"

namespace sow {

struct SeedsAt {
  Hole hole = {};  // from the mover's point of view
  int seeds = 0;
};

struct MoveSummary {
  Player mover = Player::south;
  Hole from = {};
  std::optional<bool> forward = {};  // the direction, if the player had a choice
  bool exchange = false;             // an opening move that shifts single seeds instead of sowing a pit
  int laps = 0;
  int sown = 0;    // seeds, counted each time they are dropped
  Hole last = {};  // the hole of the last seed
  std::vector<SeedsAt> captured = {};
  std::vector<SeedsAt> resown = {};  // captured and sown again
  std::vector<SeedsAt> collected =
      {};  // moved to the mover's store without a capture: along the way, as owner, as the last few
  std::vector<SeedsAt> given = {};    // moved to the opponent's store
  std::vector<SeedsAt> removed = {};  // captured and removed from the game
  int vanished = 0;                   // seeds sown out of the game
  std::vector<Hole> owned = {};       // pits that the mover owns from now on
  bool spared = false;                // the capture was limited because it would have taken all of the opponent's seeds
  bool lap_limit = false;             // the turn was cut short
  bool again = false;                 // the mover earned an extra turn
  bool pass = false;                  // the next player could not move

  // The player who could not move after the move and passed.
  std::optional<Player> passed() const {
    if (!pass) return std::nullopt;
    return again ? mover : other(mover);
  }
  bool moves_again() const { return again && !pass; }
};
MoveSummary summarize(const Ruleset& rules, Player mover, const Trace& trace);
MoveSummary summarize(const Ruleset& rules, const Position& before, Move move);

struct EndingSummary {
  Ending ending;
  std::optional<Player> player = {};  // player whose side is empty, who has the majority, is stuck, or forfeited
  int count = 0;                      // occurrences of the position, or moves without a capture
};
// The game must be over.
EndingSummary summarize_ending(const Game& game);

// The player who won more than half of the seeds with the last move although the game continues.
std::optional<Player> decided_by_last_move(const Game& game);

// The reasons for a move, based on a line of play that starts with it.
struct MoveReasons {
  enum class Reply { ends_game, extra_turn, captures, captures_nothing };  // what the opponent can do next

  Hole from = {};
  int captures = 0;                   // seeds
  std::optional<SeedsAt> saves = {};  // the largest pit that the opponent could capture before and cannot now
  Reply reply = Reply::captures_nothing;
  int reply_captures = 0;                 // seeds taken by the best capture in reply
  std::optional<SeedsAt> follow_up = {};  // the pit that the same player plays next, and the seeds it captures
};

}  // namespace sow
