// A move step by step, and the reasons why a move cannot be played. The reference kernel produces both.
#pragma once

#include <vector>

#include "board/position.h"

namespace sow {

// One step of a move.
struct Event {
  enum class Kind : std::uint8_t {
    lift,       // `seeds` lifted from `hole` to be sown
    drop,       // one seed sown into `hole`
    capture,    // `seeds` captured from `hole` into the mover's store
    collect,    // `seeds` from `hole` into the mover's store, not by capture: pass rule, owned pit, or last few seeds
    give,       // `seeds` from `hole` into the opponent's store
    remove,     // `seeds` captured from `hole` leave the game
    vanish,     // `seeds` sown into `hole` leave the game
    own,        // the mover owns `hole` from now on, including the `seeds` it keeps
    join,       // `seeds` captured from `hole` to be sown
    spared,     // a grand slam captured less than it could have
    again,      // the mover moves again
    lap_limit,  // the turn was cut off at the maximum number of laps
    pass,       // the next player could not move and passed
  };
  Kind kind;
  Hole hole;
  int seeds = 0;
  bool operator==(const Event&) const = default;
};
using Trace = std::vector<Event>;

// The steps of a legal move.
Trace trace_of(const Ruleset& rules, const Position& before, Move move);

// Number of seeds that a move captured: into the store, out of the game, or to be sown.
int seeds_taken(const Trace& trace);

// Why a move cannot be played.
enum class Legality : std::uint8_t {
  ok,
  over,
  no_such_pit,
  empty,
  owned,           // the pit is owned
  closed,          // the pit is closed in this round
  single,          // a single seed must not start this move
  two,             // two seeds must not start this move
  facing,          // the pit faces a single seed
  undo,            // the seed would go straight back
  opening,         // the pit must not be played in the opening
  short_of_reach,  // the move violates move.reach
  slams,           // the move would capture all of the opponent's seeds
  must_capture,    // the move captures nothing, but another one does
  reverse,         // only captures can be sown in this direction
  starves,         // the move leaves the opponent without seeds
};

}  // namespace sow
