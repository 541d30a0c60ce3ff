// A bot for the oware game on CodinGame. Each turn is a line of twelve numbers: the bot's six houses, then the
// opponent's, in sowing order. The answer is the house to sow, 0 to 5. The judge does not send the captures, so the bot
// tracks them.
#pragma once

#include <optional>

#include "protocol/bot.h"

namespace sow {

class CodingameBot {
 public:
  static constexpr int default_time_ms = 40;  // the judge allows 50 ms per turn

  // Prepares the engine, because there is no time for it during the first turn.
  explicit CodingameBot(BotSetup setup);

  void handle_line(std::string_view line);

 private:
  using Houses = std::array<std::vector<int>, 2>;  // houses of the bot and of the opponent

  // The game with these houses: the known game after the opponent's move that leads to them, or else a new game.
  Game find_game_at(const Houses& houses) const;
  int choose_house(const Houses& houses);

  BotSetup setup_;
  GameDef def_;
  Engine engine_;
  std::optional<Game> game_;  // the game after the bot's last move; the bot is South
};

}  // namespace sow
