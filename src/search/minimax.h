// Plain alpha-beta to a fixed depth with material as its evaluation: a baseline, and a good file to read first.
// It does not detect repetitions.
#pragma once

#include <atomic>
#include <memory>

#include "board/any_kernel.h"
#include "search/options.h"

namespace sow {

class Minimax {
 public:
  struct Result {
    MoveSet best = 0;  // all equally good moves; empty if the search was stopped
    int value = 0;     // margin from here, in seeds
  };

  virtual ~Minimax() = default;

  // Considers only these first moves. One of them must be legal, and depth must be at least 1. Returns early when
  // `stop` is set.
  virtual Result search_among(MoveSet moves, const Position& position, int depth, const std::atomic<bool>& stop) = 0;
  // The position must have a legal move.
  Result search(const Position& position, int depth, const std::atomic<bool>& stop) {
    return search_among(~MoveSet{0}, position, depth, stop);
  }
};

// For positions of this kernel. Rules that stop the game at a majority are ignored: they never change the winner.
std::unique_ptr<Minimax> make_minimax(std::shared_ptr<const AnyKernel> kernel);

inline constexpr int max_minimax_depth = options::minimax_depth.max;
constexpr int default_minimax_depth(const Ruleset& rules) { return rules.four_rows() ? 6 : 15; }

}  // namespace sow
