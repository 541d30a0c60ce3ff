// A kernel chosen at run time: the fast one if one is compiled for the game's shape, else the reference kernel.
#pragma once

#include <memory>

#include "board/position.h"

namespace sow {

class AnyKernel {
 public:
  virtual ~AnyKernel() = default;

  virtual bool fast() const = 0;
  virtual MoveSet moves(const Position& position) const = 0;
  virtual Position play_unchecked(const Position& position, Move move) const = 0;
  virtual bool over(const Position& position) const = 0;
  virtual int rest(const Position& position) const = 0;
  virtual std::uint64_t perft(const Position& position, int depth) const = 0;
};

// For positions with exactly `total` seeds.
std::unique_ptr<AnyKernel> make_kernel(const Ruleset& rules, int total);
std::unique_ptr<AnyKernel> make_reference_kernel(const Ruleset& rules);

}  // namespace sow
