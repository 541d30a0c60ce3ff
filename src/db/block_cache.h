// A cache of unpacked blocks of level files, shared by any number of threads.
//
// It is four-way set-associative. Each set has its own lock, so threads rarely wait for each other.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <vector>

#include "base/huge_block.h"
#include "db/level_file.h"

namespace sow {

class BlockCache {
 public:
  explicit BlockCache(std::size_t bytes)
      : sets_(std::max<std::size_t>(bytes / (ways * LevelFile::block_bytes), 1)),
        memory_(make_huge_block<std::int8_t>(sets_.size() * ways * LevelFile::block_bytes)) {}

  // Throws DamagedFile. The file must outlive the cache.
  int value(const LevelFile& file, std::uint64_t number) {
    const std::uint64_t block = number / LevelFile::block_bytes, at = number % LevelFile::block_bytes;
    const std::uint64_t mixed =
        (block + 1) * 0x9e3779b97f4a7c15 ^ reinterpret_cast<std::uintptr_t>(&file) * 0xc2b2ae3d27d4eb4f;
    const std::size_t set_number = (mixed ^ mixed >> 29) % sets_.size();
    Set& set = sets_[set_number];
    const std::lock_guard lock(set.mutex);
    for (std::size_t way = 0; way < ways; ++way)
      if (set.slots[way].file == &file && set.slots[way].block == block) return slot(set_number, way)[at];
    const std::size_t way = set.next++ % ways;
    set.slots[way] = {};
    file.read_block(block, slot(set_number, way));
    set.slots[way] = {&file, block};
    return slot(set_number, way)[at];
  }

 private:
  static constexpr std::size_t ways = 4;
  struct Slot {
    const LevelFile* file = nullptr;
    std::uint64_t block = 0;
  };
  struct Set {
    std::mutex mutex;
    std::array<Slot, ways> slots;
    unsigned next = 0;
  };

  std::int8_t* slot(std::size_t set, std::size_t way) const {
    return memory_.get() + (set * ways + way) * LevelFile::block_bytes;
  }

  std::vector<Set> sets_;
  HugeBlock<std::int8_t> memory_;
};

}  // namespace sow
