// A game in progress on packed boards, for programs that play millions of moves: a tree search, a learning agent, the
// Python package. It follows the same rules as Game, including repetition and quiet plies, but keeps its history as
// packed boards and shares the kernel between games (tests/game/packed_game.cpp compares the two).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "board/kernel.h"

namespace sow {

class PackedGame {
 public:
  virtual ~PackedGame() = default;
  virtual std::unique_ptr<PackedGame> clone() const = 0;

  const AnyKernel& kernel() const { return *kernel_; }
  const std::shared_ptr<const AnyKernel>& shared_kernel() const { return kernel_; }
  const Ruleset& rules() const { return kernel_->rules(); }
  const Position& start() const { return start_; }

  // Legal moves; none if the game is over.
  virtual MoveSet moves() const = 0;
  virtual bool over() const = 0;
  virtual Player mover() const = 0;
  // Plays a legal move, or one that was legal before a repetition ended the game if may_play_on().
  virtual void play(Move move) = 0;
  // Returns false at the start of the game.
  virtual bool undo() = 0;

  // As in Game.
  virtual bool may_play_on() const = 0;
  virtual void play_on() = 0;
  virtual bool played_on() const = 0;

  // The moves played so far.
  virtual std::vector<Move> history() const = 0;
  virtual int plies() const = 0;
  virtual Position position() const = 0;
  virtual std::optional<Ending> ending() const = 0;
  // Writes observation_size(rules()) numbers: the position as this player sees it (game/observation.h).
  virtual void observe(Player player, float* out) const = 0;

 protected:
  PackedGame(std::shared_ptr<const AnyKernel> kernel, const Position& start)
      : kernel_(std::move(kernel)), start_(start) {}

  std::shared_ptr<const AnyKernel> kernel_;
  Position start_;
};

// The kernel must support the number of seeds in this position.
std::unique_ptr<PackedGame> make_packed_game(std::shared_ptr<const AnyKernel> kernel, Position start);

}  // namespace sow
