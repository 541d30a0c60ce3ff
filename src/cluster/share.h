// Which boards of a level are whose. The index is cut into blocks, many more than ranks, which the ranks own in turn: each has
// boards of every kind, so all have about the same to do. A rank keeps its blocks one after the other; where a board is among
// them is its place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "db/level_file.h"

namespace sow {

class Share {
 public:
  using Place = std::uint32_t;

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
  // Among the boards of its owner.
  Place place(std::uint64_t number) const {
    if (ranks_ == 1) return static_cast<Place>(number);
    return (block_of(number) / ranks_ << shift_) + static_cast<Place>(number & (block_boards() - 1));
  }
  // This rank's blocks; places there are for its boards, the last block being counted as full.
  std::uint64_t own_blocks() const { return (blocks() + ranks_ - 1 - rank_) / ranks_; }
  std::uint64_t places() const { return own_blocks() << shift_; }
  // For an array by place: there is no memory of no bytes.
  std::uint64_t room() const { return std::max<std::uint64_t>(places(), 1); }
  // Of any rank, at most.
  std::uint64_t most_own_places() const { return (blocks() + ranks_ - 1) / ranks_ << shift_; }

  // visit(block, place of its first board) for each block of this rank, in order.
  template <class Visit>
  void each_block(Visit&& visit) const {
    std::uint64_t place = 0;
    for (std::uint64_t block = rank_; block < blocks(); block += ranks_, place += block_boards())
      visit(block, static_cast<Place>(place));
  }

 private:
  static constexpr std::uint64_t many_blocks = 16384;
  static constexpr int least_shift = 12;
  static_assert((1 << least_shift) % LevelFile::block_bytes == 0, "a block of a file belongs to one rank");

  std::uint32_t block_of(std::uint64_t number) const { return static_cast<std::uint32_t>(number >> shift_); }

  std::uint64_t boards_;
  std::uint32_t rank_, ranks_;
  int shift_ = least_shift;
};

// What a rank knows of each of its boards, by place.
struct PlaceArray {
  std::int8_t* bytes;
  std::size_t width;  // bytes a board

  std::span<std::int8_t> part(Share::Place from, std::size_t boards) const {
    return {bytes + from * width, boards * width};
  }
};

}  // namespace sow
