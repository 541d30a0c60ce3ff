// The transposition table: 32 bits of knowledge about a board, found by the board's number among all boards.
//
//   slot, 16 bytes   | key: the board's number, 96 bits | data, 32 bits |       four slots to a cache line
//
// The number comes from board_key, which gives every board its own: two boards are never confused. Threads share the table
// without locks.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/huge_block.h"
#include "db/index.h"

namespace sow {

inline constexpr int table_key_bits = 96;

class Table {
 public:
  using Key = Index::Wide;

  explicit Table(std::size_t bytes)
      : lines_(std::max<std::size_t>(bytes / sizeof(Line), 1)), memory_(make_huge_block<Line>(lines_)) {}

  static std::uint64_t hash(Key key) {
    const std::uint64_t h = static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15 ^
                            static_cast<std::uint64_t>(key >> 64) * 0xc2b2ae3d27d4eb4f;
    return (h ^ h >> 32) * 0xd6e8feb86659fd93;
  }

  std::size_t bytes() const { return lines_ * sizeof(Line); }
  std::size_t boards() const { return lines_ * std::size(Line{}.slots); }
  void clear() { memory_ = make_huge_block<Line>(lines_); }

  // Takes more memory and keeps what is there. No other thread may use the table meanwhile.
  void grow(std::size_t bytes) {
    Table larger(bytes);
    for (std::size_t i = 0; i < lines_; ++i)
      for (Slot& slot : memory_[i].slots) {
        const Slot s = load(slot);
        if (const auto data = static_cast<std::uint32_t>(s.lo))
          larger.store(Key{s.hi} << 32 | s.lo >> 32, data, [](std::uint32_t) { return 0; });
      }
    *this = std::move(larger);
  }

  void prefetch(Key key) const { __builtin_prefetch(&line(key)); }

  // 0 when the board is not there.
  std::uint32_t probe(Key key) const {
    for (Slot& slot : line(key).slots) {
      const Slot s = load(slot);
      if (s.hi == high(key) && static_cast<std::uint32_t>(s.lo >> 32) == low(key))
        return static_cast<std::uint32_t>(s.lo);
    }
    return 0;
  }

  // Replaces the slot of the same board, or else the one whose data is worth least. Data is not 0.
  template <class Worth>
  void store(Key key, std::uint32_t data, Worth&& worth) {
    Line& l = line(key);
    Slot* victim = nullptr;
    int least = 0;
    for (Slot& slot : l.slots) {
      const Slot s = load(slot);
      if (s.hi == high(key) && static_cast<std::uint32_t>(s.lo >> 32) == low(key)) {
        victim = &slot;
        break;
      }
      const auto old = static_cast<std::uint32_t>(s.lo);
      const int value = old == 0 ? -1 : worth(old);
      if (victim == nullptr || value < least) {
        victim = &slot;
        least = value;
      }
    }
    write(*victim, Slot{std::uint64_t{low(key)} << 32 | data, high(key)});
  }

  // How full the table is, in thousandths, from a sample.
  int permille() const {
    std::size_t used = 0;
    const std::size_t sample = std::min<std::size_t>(lines_, 250);
    for (std::size_t i = 0; i < sample; ++i)
      for (Slot& slot : memory_[i].slots) used += load(slot).lo != 0;
    return static_cast<int>(used * 1000 / (sample * 4));
  }

 private:
  struct alignas(16) Slot {
    std::uint64_t lo = 0, hi = 0;
  };
  struct alignas(64) Line {
    Slot slots[4];
  };

  static std::uint32_t low(Key key) { return static_cast<std::uint32_t>(key); }
  static std::uint64_t high(Key key) { return static_cast<std::uint64_t>(key >> 32); }

  Line& line(Key key) const { return memory_[Key{hash(key)} * lines_ >> 64]; }

  // The two words are read and written one after the other. The first is stored mixed with the second, so that halves of
  // two writes give a key that belongs to no board.
  static std::uint64_t mixed(std::uint64_t lo) { return lo * 0x9e3779b97f4a7c15 ^ lo >> 29; }
  static Slot load(Slot& slot) {
    const std::uint64_t lo = std::atomic_ref(slot.lo).load(std::memory_order_relaxed);
    return {lo, std::atomic_ref(slot.hi).load(std::memory_order_relaxed) ^ mixed(lo)};
  }
  static void write(Slot& slot, const Slot& value) {
    std::atomic_ref(slot.lo).store(value.lo, std::memory_order_relaxed);
    std::atomic_ref(slot.hi).store(value.hi ^ mixed(value.lo), std::memory_order_relaxed);
  }

  std::size_t lines_;
  HugeBlock<Line> memory_;
};

}  // namespace sow
