// The levels in the memory of a rank: its share of the finished ones and of the one being built.
//
// In a database of forced seeds (db/kind.h), each board has its value and its reply: what the opponent can force.
// Predecessors need the reply, and deriving it again would take the values after all its moves.
#pragma once

#include <vector>

#include "base/huge_block.h"
#include "cluster/share.h"
#include "db/index.h"
#include "db/kind.h"

namespace sow {

class LocalLevels {
 public:
  LocalLevels(const Index& index, DatabaseKind kind, int rank, int ranks)
      : index_(index), forced_(kind == DatabaseKind::forced), rank_(rank), ranks_(ranks) {}

  struct Level {
    Share share;
    HugeBlock<std::int8_t> values, replies;  // by slot; replies for forced seeds only
  };

  const Index& index() const { return index_; }
  bool forced() const { return forced_; }
  int max_seeds() const { return static_cast<int>(levels_.size()) - 1; }
  Level& level(int seeds) { return levels_[seeds]; }
  Level& last() { return levels_.back(); }

  Share share(int seeds) const { return {index_.size(seeds), rank_, ranks_}; }
  Level& add_level() {
    const Share its = share(max_seeds() + 1);
    return levels_.emplace_back(its, make_huge_block<std::int8_t>(its.array_size()),
                                forced_ ? make_huge_block<std::int8_t>(its.array_size()) : nullptr);
  }
  void remove_last_level() { levels_.pop_back(); }

 private:
  const Index& index_;
  const bool forced_;
  const int rank_, ranks_;
  std::vector<Level> levels_;
};

}  // namespace sow
