// Whoever chooses the moves of a side without being asked at the keyboard.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/error.h"
#include "game/game.h"
#include "search/limits.h"

namespace sow {

// What a player can do wrong so that the game is lost.
enum class Fault : std::uint8_t { illegal_move, time, crash };

// Thrown by a player that cannot go on with the game. The message is the reason, one line.
class Forfeit : public Error {
 public:
  Forfeit(Fault fault, const std::string& reason) : Error(reason), fault_(fault) {}
  Fault fault() const { return fault_; }

 private:
  Fault fault_;
};

// What South and North have left on their clocks; none for a player who has no clock.
using Clocks = std::array<std::optional<Limits::Clock>, 2>;

class Agent {
 public:
  virtual ~Agent() = default;

  // A new game: what was learnt from others is forgotten, and the dice are those of this seed. Throws Forfeit.
  virtual void begin(const Game&, std::uint64_t /*seed*/) {}

  // What the clocks show now. Told before every choice if one of the players has a clock.
  virtual void set_clocks(const Clocks&) {}

  // A legal move; the game is not over. no_move if the agent was stopped before it had one. Throws Forfeit.
  virtual Move choose(const Game& game) = 0;

  // How many plies the last choice looked ahead, if that is known.
  virtual std::optional<int> depth() const { return std::nullopt; }
};

}  // namespace sow
