// A player that is not a person at the keyboard: an engine, a simple strategy, or an external program.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "game/game.h"
#include "search/limits.h"

namespace sow {

// Thrown by a player that cannot continue the game and loses it: on time, by an illegal move, or by a crash. The
// message is one line.
class Forfeit : public Error {
 public:
  Forfeit(EndReason reason, const std::string& message) : Error(message), reason_(reason) {}
  EndReason reason() const { return reason_; }

 private:
  EndReason reason_;
};

// The clocks of South and North; empty for a player without a clock.
using Clocks = std::array<std::optional<Limits::Clock>, 2>;

// Receives every line exchanged with a program: '>' to the program, '<' from it.
using DialogueLog = std::function<void(char direction, std::string_view line)>;
// Receives warnings for the user, each one sentence.
using WarningHandler = std::function<void(const std::string& warning)>;

class Agent {
 public:
  virtual ~Agent() = default;

  // Starts a new game: clears all state of earlier games and seeds the random numbers. Throws Forfeit.
  virtual void begin(const Game&, std::uint64_t /*seed*/) {}

  // Called before each choose() if at least one player has a clock.
  virtual void set_clocks(const Clocks&) {}

  // Returns a legal move, or no_move if the agent was stopped before it found one. The game must not be over. Throws
  // Forfeit.
  virtual Move choose(const Game& game) = 0;

  // Search depth of the last choice in plies, if known.
  virtual std::optional<int> depth() const { return std::nullopt; }
};

}  // namespace sow
