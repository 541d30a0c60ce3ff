// What is known of every board with few seeds: one byte a board, found by its number. It is the margin, or the seeds
// that the mover can force (db/holding.h).
//
// Levels with few seeds are in memory: a look is one read. Levels above them may be files (db/level_file.h), of which a
// cache keeps the blocks that were read last: a look takes 50 ns if the block is there and 5 µs if not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/huge_block.h"
#include "db/block_cache.h"
#include "db/holding.h"
#include "db/index.h"

namespace sow {

class Margins {
 public:
  Margins(int pits_per_player, int most_seeds, Holds holds = Holds::margin)
      : index_(pits_per_player, most_seeds), holds_(holds) {}

  const Index& index() const { return index_; }
  Holds holds() const { return holds_; }

  // Boards with up to so many seeds are in memory; -1: none.
  int levels() const { return static_cast<int>(levels_.size()) - 1; }
  // Boards with up to so many seeds are in memory or in files.
  int stored() const { return levels() + static_cast<int>(files_.size()); }

  std::int8_t* add_level() {
    levels_.push_back(make_huge_block<std::int8_t>(index_.size(levels() + 1)));
    return levels_.back().get();
  }
  void remove_last_level() { levels_.pop_back(); }
  const std::int8_t* level(int seeds) const { return levels_[static_cast<std::size_t>(seeds)].get(); }

  // The level above all those that are there, as a file. No level can be added in memory after it.
  void add_file(std::unique_ptr<LevelFile> file) {
    if (!cache_) cache_ = std::make_unique<BlockCache>();
    files_.push_back(std::move(file));
  }

  // Of the blocks of files that were read last; they are forgotten.
  void set_cache_bytes(std::size_t bytes) { cache_ = std::make_unique<BlockCache>(bytes); }

  // Of boards in memory: seeds in the pits must be at most levels().
  template <class Board>
  int operator()(const Board& b) const {
    const RankedBoard<Board> ranks(index_, b);
    return level(ranks.own.seeds + ranks.opp.seeds)[index_.number(ranks.own, ranks.opp)];
  }

  // Of boards in memory or in files: seeds in the pits must be at most stored(). Throws DamagedFile.
  template <class Board>
  int look(const Board& b) const {
    const RankedBoard<Board> ranks(index_, b);
    const int seeds = ranks.own.seeds + ranks.opp.seeds;
    const std::uint64_t number = index_.number(ranks.own, ranks.opp);
    if (seeds <= levels()) return level(seeds)[number];
    return cache_->value(*files_[static_cast<std::size_t>(seeds - levels() - 1)], number);
  }

 private:
  Index index_;
  Holds holds_;
  std::vector<HugeBlock<std::int8_t>> levels_;
  std::vector<std::unique_ptr<LevelFile>> files_;
  std::unique_ptr<BlockCache> cache_;
};

}  // namespace sow
