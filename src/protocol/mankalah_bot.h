// The engine at Manchester's judge: kalah with seven pits and seven seeds. Messages are lines.
//
//   START;South|North                      which side one has; South begins
//   CHANGE;MOVE|SWAP;STATE;YOU|OPP|END     what was played, the board (North's pits and store, South's pits and store), whose
//                                          turn it is
//   END                                    the game is over
//   MOVE;N  ·  SWAP                        the answers; pits count from 1
//
// The first move of the game never earns another turn, and North may answer it by taking South's side.
#pragma once

#include "protocol/bot.h"

namespace sow {

class MankalahBot {
 public:
  explicit MankalahBot(BotSetup setup);

  // False when the game is over.
  bool obey(std::string_view line);

 private:
  void start(const std::vector<std::string_view>& parts);
  void change(const std::vector<std::string_view>& parts);
  // What the mover will have more than the opponent at the end.
  double lead(const Game& game, const Limits& limits);
  // The first move that is worth least to either side: the opponent takes the better one.
  Move fairest();
  void move(const Game& game);

  BotSetup setup_;
  GameDef def_;
  Engine engine_;
  std::optional<Player> side_;
  bool may_swap_ = false;
};

}  // namespace sow
