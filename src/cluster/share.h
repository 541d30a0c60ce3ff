// Distributes the boards of a level over the ranks. The index is cut into many more blocks than ranks, assigned
// round-robin, so that all ranks get a similar mix of boards. A rank stores its blocks consecutively; the position of a
// board there is its slot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "db/level_file.h"

namespace sow {

class Share {
 public:
  using Slot = std::uint32_t;

  Share(std::uint64_t boards, int rank, int ranks) : boards_(boards), rank_(rank), ranks_(ranks) {
    while (boards >> shift_ >= many_blocks) ++shift_;
  }

  std::uint64_t boards() const { return boards_; }
  std::uint64_t block_boards() const { return std::uint64_t{1} << shift_; }
  std::uint64_t blocks() const { return (boards_ + block_boards() - 1) >> shift_; }
  int owner_of_block(std::uint64_t block) const { return static_cast<int>(block % ranks_); }
  std::uint64_t boards_in_block(std::uint64_t block) const {
    return std::min(block_boards(), boards_ - (block << shift_));
  }

  int owner(std::uint64_t number) const { return ranks_ == 1 ? 0 : static_cast<int>(block_of(number) % ranks_); }
  // The slot of a board among the boards of its owner.
  Slot slot(std::uint64_t number) const {
    if (ranks_ == 1) return static_cast<Slot>(number);
    return (block_of(number) / ranks_ << shift_) + static_cast<Slot>(number & (block_boards() - 1));
  }
  // Number of blocks of this rank, and of slots for them, counting a short last block as full.
  std::uint64_t own_blocks() const { return (blocks() + ranks_ - 1 - rank_) / ranks_; }
  std::uint64_t slots() const { return own_blocks() << shift_; }
  // Size of an array indexed by slot; never 0.
  std::uint64_t array_size() const { return std::max<std::uint64_t>(slots(), 1); }
  // Maximum over all ranks.
  std::uint64_t max_slots() const { return (blocks() + ranks_ - 1) / ranks_ << shift_; }

  // Calls visit(block, slot of its first board) for each block of this rank, in order.
  template <class Visit>
  void each_block(Visit&& visit) const {
    std::uint64_t slot = 0;
    for (std::uint64_t block = rank_; block < blocks(); block += ranks_, slot += block_boards())
      visit(block, static_cast<Slot>(slot));
  }

 private:
  static constexpr std::uint64_t many_blocks = 16384;
  static constexpr int min_shift = 12;
  static_assert((1 << min_shift) % LevelFile::block_bytes == 0, "a block of a file belongs to one rank");

  std::uint32_t block_of(std::uint64_t number) const { return static_cast<std::uint32_t>(number >> shift_); }

  std::uint64_t boards_;
  std::uint32_t rank_, ranks_;
  int shift_ = min_shift;
};

// Data of a rank per board, indexed by slot.
struct SlotArray {
  std::int8_t* bytes;
  std::size_t width;  // bytes per board

  std::span<std::int8_t> part(Share::Slot from, std::size_t boards) const {
    return {bytes + from * width, boards * width};
  }
};

}  // namespace sow
