// What a rank holds in memory: its share of the levels that are finished, and of the one that is being built.
//
// A board has its value, and where the database holds forced seeds (db/kind.h) also what the opponent can force, its reply:
// the boards that lead to it need that, and it would take a value of each of its moves to find it again.
#pragma once

#include <vector>

#include "base/huge_block.h"
#include "cluster/share.h"
#include "db/index.h"
#include "db/kind.h"

namespace sow {

class Holdings {
 public:
  Holdings(const Index& index, DatabaseKind kind, int rank, int ranks)
      : index_(index), forced_(kind == DatabaseKind::forced), rank_(rank), ranks_(ranks) {}

  struct Level {
    Share share;
    HugeBlock<std::int8_t> values, replies;  // by place; replies of forced seeds alone
  };

  const Index& index() const { return index_; }
  bool forced() const { return forced_; }
  int levels() const { return static_cast<int>(levels_.size()) - 1; }
  Level& level(int seeds) { return levels_[seeds]; }
  Level& last() { return levels_.back(); }

  Share share(int seeds) const { return {index_.size(seeds), rank_, ranks_}; }
  Level& add_level() {
    const Share its = share(levels() + 1);
    return levels_.emplace_back(its, make_huge_block<std::int8_t>(its.room()),
                                forced_ ? make_huge_block<std::int8_t>(its.room()) : nullptr);
  }
  void remove_last_level() { levels_.pop_back(); }

 private:
  const Index& index_;
  const bool forced_;
  const int rank_, ranks_;
  std::vector<Level> levels_;
};

}  // namespace sow
