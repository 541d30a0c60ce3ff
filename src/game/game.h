// A game being played: the positions so far, what a repetition or a quiet stretch means, and the result.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "board/kernel.h"
#include "board/reference.h"
#include "rules/game_def.h"

namespace sow {

class Game {
 public:
  explicit Game(const GameDef& def) : Game(def, start_position(def.rules)) {}
  Game(GameDef def, const Position& start);

  struct Ply {
    Move move;
    Position before;
    int taken;         // seeds captured, for the store or to be sown on
    int quiet_before;  // plies in a row without a capture before this one
  };

  const GameDef& def() const { return def_; }
  const Ruleset& rules() const { return def_.rules; }
  const AnyKernel& kernel() const { return *kernel_; }
  const Position& start() const { return start_; }
  const Position& position() const { return position_; }
  const std::vector<Ply>& plies() const { return plies_; }

  // Set as soon as the game is over.
  const std::optional<Ending>& ending() const { return ending_; }

  // None when the game is over.
  MoveSet moves() const { return ending_ ? 0 : moves_; }

  // Plays if the move is legal, and says if or why not.
  Legality play(Move move);
  void resign(Player player);
  bool undo();

  // How often the present position (pits and mover) has come, the present time included.
  int occurrences() const;
  // Plies in a row up to now without a capture.
  int quiet_plies() const { return quiet_; }

 private:
  void judge();

  GameDef def_;
  std::shared_ptr<const AnyKernel> kernel_;
  Position start_, position_;
  MoveSet moves_ = 0;
  int quiet_ = 0;
  std::vector<Ply> plies_;
  std::optional<Ending> ending_;
};

}  // namespace sow
