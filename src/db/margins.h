// Exact margins of every board with few seeds, in memory: one byte a board, found by its number.
#pragma once

#include <cstdint>
#include <vector>

#include "db/huge_block.h"
#include "db/index.h"

namespace sow {

class Margins {
 public:
  Margins(int pits_per_player, int most_seeds) : index_(pits_per_player, most_seeds) {}

  const Index& index() const { return index_; }

  // Boards with up to so many seeds are known; -1: none.
  int levels() const { return static_cast<int>(levels_.size()) - 1; }
  std::int8_t* add_level() {
    levels_.push_back(make_huge_block<std::int8_t>(index_.size(levels() + 1)));
    return levels_.back().get();
  }
  void remove_last_level() { levels_.pop_back(); }
  const std::int8_t* level(int seeds) const { return levels_[static_cast<std::size_t>(seeds)].get(); }

  // Seeds in the pits must be at most levels().
  template <class Board>
  int operator()(const Board& b) const {
    const RankedBoard<Board> ranks(index_, b);
    return level(ranks.own.seeds + ranks.opp.seeds)[index_.number(ranks.own, ranks.opp)];
  }

 private:
  Index index_;
  std::vector<HugeBlock<std::int8_t>> levels_;
};

}  // namespace sow
