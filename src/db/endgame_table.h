// Values of all boards with few seeds, one byte per board: the margin, or the seeds that the mover can force
// (db/kind.h).
//
// The smallest levels are in memory: a probe is one read. Larger levels can stay in files (db/level_file.h) behind a
// block cache: a probe takes 50 ns if the block is cached and 2 µs if not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/huge_block.h"
#include "db/block_cache.h"
#include "db/database_use.h"
#include "db/index.h"
#include "db/kind.h"

namespace sow {

class EndgameTable {
 public:
  explicit EndgameTable(Index index, DatabaseKind kind = DatabaseKind::margin)
      : index_(std::move(index)), kind_(kind) {}

  const Index& index() const { return index_; }
  DatabaseKind kind() const { return kind_; }

  // The highest level in memory; -1 if there is none.
  int max_seeds() const { return std::ssize(levels_) - 1; }
  // The highest level in memory or in a file.
  int stored() const { return max_seeds() + files_.size(); }

  // Whether the values of the boards with this many seeds are in memory, or in memory or a file.
  bool in_memory(int seeds) const { return seeds <= max_seeds() && index_.occurs(seeds); }
  bool has(int seeds) const { return seeds <= stored() && index_.occurs(seeds); }

  std::int8_t* add_level() {
    levels_.push_back(make_huge_block<std::int8_t>(index_.size(max_seeds() + 1)));
    return levels_.back().get();
  }
  void remove_last_level() { levels_.pop_back(); }
  const std::int8_t* level(int seeds) const { return levels_[seeds].get(); }

  // Adds the next level as a file. After that no level can be added in memory.
  void add_file(std::unique_ptr<LevelFile> file) {
    if (!cache_) set_cache_bytes(default_block_cache_bytes);
    files_.push_back(std::move(file));
  }

  // Replaces the block cache by an empty one of this size.
  void set_cache_bytes(std::size_t bytes) { cache_ = std::make_unique<BlockCache>(bytes); }

  // The value of a board whose level is in memory.
  template <int W>
  int at(const Board<W>& b) const {
    return *find(b);
  }
  // The address of that value.
  template <int W>
  const std::int8_t* find(const Board<W>& b) const {
    const auto [seeds, number] = index_.address(b);
    return level(seeds) + number;
  }

  int at(const Position& p) const {
    const auto [seeds, number] = index_.address(p);
    return level(seeds)[number];
  }

  // The value of a board whose level is in memory or in a file. Throws DamagedFile.
  template <int W>
  int read(const Board<W>& b) const {
    return read(index_.address(b));
  }
  int read(const Position& p) const { return read(index_.address(p)); }

 private:
  int read(const Index::Address& address) const {
    if (address.seeds <= max_seeds()) return level(address.seeds)[address.number];
    return cache_->value(*files_[address.seeds - max_seeds() - 1], address.number);
  }

  Index index_;
  DatabaseKind kind_;
  std::vector<HugeBlock<std::int8_t>> levels_;
  std::vector<std::unique_ptr<LevelFile>> files_;
  std::unique_ptr<BlockCache> cache_;
};

}  // namespace sow
