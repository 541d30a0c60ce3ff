// Many games of one kind, played in lockstep: the vectorized environment of the Python package. Every function reads or
// writes one row per game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/random.h"
#include "board/kernel.h"

namespace sow {

class BoardBatch {
 public:
  virtual ~BoardBatch() = default;

  virtual std::size_t size() const = 0;

  // One row of layout().moves().size() flags per game: whether each move is legal.
  virtual void legal_mask(bool* mask) const = 0;
  // A random legal move for each game; 0 for finished games.
  virtual void random_moves(Random& random, std::int64_t* moves) const = 0;

  // The first game in which the move is illegal, or size(). Moves of finished games are ignored.
  virtual std::size_t find_illegal(std::span<const std::int64_t> moves) const = 0;
  // Plays one legal move in each game that is not over. `rewards` gets South's and North's reward for this ply: 1 and
  // -1 when a game is won, otherwise 0.
  virtual void step(std::span<const std::int64_t> moves, float* rewards) = 0;

  // Restarts all games, or those that are marked.
  virtual void reset(std::span<const bool> which) = 0;

  virtual void over(bool* flags) const = 0;
  // 0 for South and 1 for North.
  virtual void movers(std::int8_t* players) const = 0;
  // South's and North's seeds: the final count of a finished game, or the stores.
  virtual void scores(std::int16_t* seeds) const = 0;
  // The position as the mover sees it, or as `player` does (game/observation.h).
  virtual void observe(std::optional<Player> player, float* out) const = 0;
  virtual Position position(std::size_t number) const = 0;
};

// `count` games from this position. The kernel must support its number of seeds.
std::unique_ptr<BoardBatch> make_board_batch(std::shared_ptr<const AnyKernel> kernel, Position start,
                                             std::size_t count);

}  // namespace sow
