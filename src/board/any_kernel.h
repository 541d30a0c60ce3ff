// The interface of a kernel that does not depend on the board width: it works on positions, with stores and players.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "board/ending.h"
#include "board/layout.h"
#include "board/position.h"

namespace sow {

class AnyKernel {
 public:
  AnyKernel(const Ruleset& rules, int total) : rules_(rules), layout_(rules), total_(total) {}
  virtual ~AnyKernel() = default;
  AnyKernel(const AnyKernel&) = delete;
  AnyKernel& operator=(const AnyKernel&) = delete;

  const Ruleset& rules() const { return rules_; }
  const Layout& layout() const { return layout_; }
  // Positions have at most this many seeds.
  int total() const { return total_; }
  virtual int width() const = 0;
  // Whether the kernel was compiled for these rules.
  virtual bool compiled() const = 0;

  // Legal moves. Check ending() first: a game that is over by majority still has moves.
  virtual MoveSet moves(const Position& position) const = 0;
  // Plays a legal move. Returns the number of seeds captured.
  virtual int play(Position& position, Move move) const = 0;
  // Passes the turn if the mover cannot move, the rules say so, and the opponent can move. Returns whether it did. For
  // positions that were set up: play() does this itself.
  virtual bool settle(Position& position) const = 0;
  // Number of positions at exactly this depth. Games that end earlier do not count.
  virtual std::uint64_t perft(const Position& position, int depth) const = 0;

  // Whether the game is over, ignoring the history. `moves` are the legal moves.
  std::optional<Ending> ending(const Position& position, MoveSet moves) const {
    return find_ending(rules_, position, moves != 0);
  }
  std::optional<Ending> ending(const Position& position) const { return ending(position, moves(position)); }

 private:
  Ruleset rules_;
  Layout layout_;
  int total_;
};

// Creates the kernel for positions with at most `total` seeds.
std::unique_ptr<AnyKernel> make_kernel(const Ruleset& rules, int total);

// "compiled" if the kernel was compiled for these rules, "table" if they are run-time data.
std::string_view kernel_name(const Ruleset& rules);

}  // namespace sow
