// Plain alpha-beta to a fixed depth with the material as its evaluation: the classic program, kept as a baseline and
// to be read first. It knows no repetition: its tree ends at its depth.
#pragma once

#include <atomic>
#include <memory>

#include "board/position.h"
#include "search/options.h"

namespace sow {

class Minimax {
 public:
  struct Result {
    MoveSet best = 0;  // the moves that are equally good; none if the search was stopped
    int value = 0;     // what the best line wins from here less what it loses, in seeds
  };

  virtual ~Minimax() = default;

  // The position has a legal move; depth is at least 1. Gives up as soon as `stop` is set.
  virtual Result search(const Position& position, int depth, const std::atomic<bool>& stop) = 0;
};

// For positions with exactly `total` seeds. The stop at a majority is ignored: it never changes who wins.
std::unique_ptr<Minimax> make_minimax(const Ruleset& rules, int total);

inline constexpr int deepest_minimax = options::minimax_depth.most;
constexpr int default_minimax_depth(const Ruleset& rules) { return rules.four_rows() ? 6 : 15; }

}  // namespace sow
