// What is known of every board with few seeds: one byte a board, found by its number. It is the margin, or the seeds
// that the mover can force (db/kind.h).
//
// Levels with few seeds are in memory: a probe is one read. Levels above them may be files (db/level_file.h), of which a
// cache keeps the blocks that were read last: a probe takes 50 ns if the block is there and 2 µs if not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/huge_block.h"
#include "db/block_cache.h"
#include "db/index.h"
#include "db/kind.h"

namespace sow {

class EndgameTable {
 public:
  explicit EndgameTable(Index index, DatabaseKind kind = DatabaseKind::margin)
      : index_(std::move(index)), kind_(kind) {}

  const Index& index() const { return index_; }
  DatabaseKind kind() const { return kind_; }

  // Boards with up to so many seeds are in memory; -1: none.
  int levels() const { return std::ssize(levels_) - 1; }
  // Boards with up to so many seeds are in memory or in files.
  int stored() const { return levels() + files_.size(); }

  std::int8_t* add_level() {
    levels_.push_back(make_huge_block<std::int8_t>(index_.size(levels() + 1)));
    return levels_.back().get();
  }
  void remove_last_level() { levels_.pop_back(); }
  const std::int8_t* level(int seeds) const { return levels_[seeds].get(); }

  // The level above all those that are there, as a file. No level can be added in memory after it.
  void add_file(std::unique_ptr<LevelFile> file) {
    if (!cache_) set_cache_bytes(BlockCache::default_bytes);
    files_.push_back(std::move(file));
  }

  // Of the blocks of files that were read last; they are forgotten.
  void set_cache_bytes(std::size_t bytes) { cache_ = std::make_unique<BlockCache>(bytes); }

  // The value of a board in memory: it has at most levels() seeds.
  template <int W>
  int at(const Board<W>& b) const {
    return *find(b);
  }
  // Where that value is.
  template <int W>
  const std::int8_t* find(const Board<W>& b) const {
    const auto [seeds, number] = index_.place(b);
    return level(seeds) + number;
  }

  int at(const Position& p) const {
    const auto [seeds, number] = index_.place(p);
    return level(seeds)[number];
  }

  // The value of a board in memory or in a file: it has at most stored() seeds. Throws DamagedFile.
  template <int W>
  int read(const Board<W>& b) const {
    return read(index_.place(b));
  }
  int read(const Position& p) const { return read(index_.place(p)); }

 private:
  int read(const Index::Place& place) const {
    if (place.seeds <= levels()) return level(place.seeds)[place.number];
    return cache_->value(*files_[place.seeds - levels() - 1], place.number);
  }

  Index index_;
  DatabaseKind kind_;
  std::vector<HugeBlock<std::int8_t>> levels_;
  std::vector<std::unique_ptr<LevelFile>> files_;
  std::unique_ptr<BlockCache> cache_;
};

}  // namespace sow
