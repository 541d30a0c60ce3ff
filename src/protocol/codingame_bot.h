// The engine on CodinGame's oware: twelve numbers a turn, one's own six houses first, each side in sowing order; the answer
// is the house to sow, 0 to 5. The judge says nothing else, so who has captured what is followed from turn to turn.
#pragma once

#include <optional>

#include "protocol/bot.h"

namespace sow {

class CodingameBot {
 public:
  // A turn has 50 milliseconds there.
  static constexpr int usual_time_ms = 40;

  // Takes a moment: the first turn has no time for it.
  explicit CodingameBot(BotSetup setup);

  void obey(std::string_view line);

 private:
  using Houses = std::array<std::vector<int>, 2>;  // one's own, the opponent's

  // The game at this board: what was played so far and the opponent's move that leads there, or else a new game.
  Game follow(const Houses& houses) const;
  int choose(const Houses& houses);

  BotSetup setup_;
  GameDef def_;
  Engine engine_;
  std::optional<Game> game_;  // after one's own last move; one is South in it
};

}  // namespace sow
