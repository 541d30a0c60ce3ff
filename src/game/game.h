// A game in progress: its history, repetition and quiet plies, and the result.
//
// A value: copies share the rules and the kernel, and copy only the history.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "board/any_kernel.h"
#include "board/trace.h"
#include "rules/game_def.h"

namespace sow {

class Game {
 public:
  explicit Game(const GameDef& def) : Game(def, start_position(def.rules)) {}
  Game(GameDef def, const Position& start);

  // A new game by the same rules from this position. Shares the rules and the kernel with this one.
  Game from(const Position& start) const;

  struct Ply {
    Move move;
    Position before;
    int taken;         // seeds captured, including those sown again
    int quiet_before;  // consecutive plies without a capture before this one
  };

  const GameDef& def() const { return *def_; }
  const Ruleset& rules() const { return def_->rules; }
  const AnyKernel& kernel() const { return *kernel_; }
  // The kernel as an owner: searchers of this game use it, too.
  std::shared_ptr<const AnyKernel> shared_kernel() const { return kernel_; }
  const Position& start() const { return start_; }
  const Position& position() const { return position_; }
  const std::vector<Ply>& plies() const { return plies_; }

  const std::optional<Ending>& ending() const { return ending_; }

  // Legal moves; none if the game is over.
  MoveSet moves() const { return ending_ ? 0 : moves_; }

  // Whether a repetition ends the game unless the players play on (end.repeat_agreed).
  bool may_play_on() const;
  // The players do not end the game at this repetition: from now on, occurrences are counted from this position. A move
  // does the same.
  void play_on();
  // Whether they played on at the current position.
  bool played_on() const { return !played_on_.empty() && played_on_.back() == plies_.size(); }
  // Positions after fewer plies than this do not count as occurrences, because the players played on since.
  std::size_t counted_from() const { return played_on_.empty() ? 0 : played_on_.back(); }

  // Plays the move if it is legal; otherwise returns the reason.
  Legality play(Move move);
  // Ends the game in favor of the opponent. is_forfeit(reason) must be true.
  void forfeit(Player loser, EndReason reason);
  void resign(Player player) { forfeit(player, EndReason::resigned); }
  // Ends the game as a draw.
  void agree_to_draw();
  bool undo();

  // Number of occurrences of the current position, including the current one.
  int occurrences() const { return occurrences_since(0); }
  // Consecutive plies without a capture up to now.
  int quiet_plies() const { return quiet_; }

 private:
  void begin(const Position& start);
  void update_ending();
  // Positions after fewer than `first` plies do not count.
  int occurrences_since(std::size_t first) const;

  std::shared_ptr<const GameDef> def_;
  std::shared_ptr<const AnyKernel> kernel_;
  Position start_, position_;
  MoveSet moves_ = 0;
  int quiet_ = 0;
  std::vector<Ply> plies_;
  std::vector<std::size_t> played_on_;  // numbers of plies after which the players did not end the game
  std::optional<Ending> ending_;
};

}  // namespace sow
