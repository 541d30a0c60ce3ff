// How one game of a match went, and the same as tags of its record, so that a match can be taken up from its file.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "game/record.h"
#include "match/agent.h"

namespace sow {

// What a player spent on a game.
struct Effort {
  int moves = 0;
  double ms = 0;
  int known_depths = 0;    // moves whose depth is known
  std::int64_t plies = 0;  // sum of these depths

  Effort& operator+=(const Effort& other);
};

struct GameResult {
  std::array<int, 2> seeds{};  // of South and North
  std::optional<Fault> fault;  // of the loser
  bool adjudicated = false;    // not played to its end
  std::array<Effort, 2> effort{};

  // Half points of South: 2 for a win.
  int half_points() const { return seeds[0] > seeds[1] ? 2 : seeds[0] == seeds[1] ? 1 : 0; }
  std::size_t loser() const { return seeds[0] == 0 ? 0 : 1; }  // if there is a fault
};

// The tags Termination (in the words of PGN), SouthEffort and NorthEffort.
void add_tags(Record& record, const GameResult& result);

// The fault that the Termination of a record names, if it names one.
std::optional<Fault> fault_of(const Record& record);

// Sets Termination to the fault; without one, that of a fault goes.
void set_fault(Record& record, std::optional<Fault> fault);

// Back from a record that has a result. Throws Error.
GameResult result_of(const Record& record);

}  // namespace sow
