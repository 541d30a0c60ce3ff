// A bot for the kalah judge of the University of Manchester: seven pits, seven seeds, and the pie rule. Each message is
// a line.
//
//   START;South|North                      the bot's side; South moves first
//   CHANGE;MOVE|SWAP;STATE;YOU|OPP|END     the last move, the board (North's pits and store, South's pits and store),
//                                          and who moves next
//   END                                    the game is over
//   MOVE;N  ·  SWAP                        the bot's answers; pits count from 1
//
// The first move of the game never earns an extra turn, and North may answer it by swapping sides.
#pragma once

#include "protocol/bot.h"

namespace sow {

class MankalahBot {
 public:
  explicit MankalahBot(BotSetup setup);

  // Returns false after END.
  bool handle_line(std::string_view line);

 private:
  void start(const std::vector<std::string_view>& parts);
  void change(const std::vector<std::string_view>& parts);
  // The mover's margin at the end of the game.
  double final_margin(const Game& game, const Limits& limits);
  // The first move closest to an even game, because the opponent can choose the better side.
  Move fairest_first_move();
  void move(const Game& game);

  BotSetup setup_;
  GameDef def_;
  Engine engine_;
  std::optional<Player> side_;
  bool may_swap_ = false;
};

}  // namespace sow
