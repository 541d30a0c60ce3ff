// The transposition table: 32 bits of knowledge about a board, found by the board's number among all boards.
//
//   slot, 16 bytes   | key: the board's number, 96 bits | data, 32 bits |       four slots to a cache line
//
// The number comes from board_key, which gives every board its own: two boards are never confused. Threads share the table
// without locks.
//
// Touching memory for the first time takes longer than a short search. A table therefore has room for all it may hold but
// begins with a small part of it, and grows in place: it never takes more than it was given. The line of a board is the
// upper part of its hash, so boards of one line stay neighbours, in their order, when the table doubles. As long as it
// grows before a board would have to go, it answers as a table that was large from the start.
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

  enum class Growth { when_told, by_need };  // by need: for one thread alone, as soon as a board would have to go

  // Room for so many bytes. Growing by need it begins small.
  explicit Table(std::size_t most_bytes, Growth growth = Growth::when_told)
      : most_lines_(std::max<std::size_t>(most_bytes / sizeof(Line), 1)),
        lines_(std::min(most_lines_, first_bytes / sizeof(Line))),
        growth_(growth),
        memory_(make_huge_block<Line>(most_lines_)) {}

  static std::uint64_t hash(Key key) {
    const std::uint64_t h = static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15 ^
                            static_cast<std::uint64_t>(key >> 64) * 0xc2b2ae3d27d4eb4f;
    return (h ^ h >> 32) * 0xd6e8feb86659fd93;
  }

  std::size_t bytes() const { return lines_ * sizeof(Line); }
  std::size_t boards() const { return lines_ * std::size(Line{}.slots); }

  // Empty and small again. The first pages are kept, as getting them anew would take longer; the rest is given back.
  void clear() {
    const std::size_t kept = std::min(bytes(), kept_bytes);
    std::memset(static_cast<void*>(memory_.get()), 0, kept);
    if (bytes() > kept) madvise(reinterpret_cast<char*>(memory_.get()) + kept, bytes() - kept, MADV_DONTNEED);
    lines_ = std::min(most_lines_, first_bytes / sizeof(Line));
  }

  // Uses so much of its room, or all of it, and keeps what is there. No other thread may use the table meanwhile.
  void grow(std::size_t bytes) {
    const std::size_t before = lines_;
    lines_ = std::clamp(bytes / sizeof(Line), before, most_lines_);
    if (lines_ == before) return;
    for (std::size_t i = before; i-- > 0;) {  // from the end: no board moves down
      Line old;
      for (std::size_t k = 0; k < std::size(old.slots); ++k) {
        old.slots[k] = load(memory_[i].slots[k]);
        memory_[i].slots[k] = {};
      }
      for (const Slot& s : old.slots)
        if (const auto data = static_cast<std::uint32_t>(s.lo)) {
          const Key key = Key{s.hi} << 32 | s.lo >> 32;
          write(*find_place(key, [](std::uint32_t) { return 0; }).slot, entry(key, data));
        }
    }
  }
  // Gets the pages from this byte on, so that whoever searches next does not wait for them.
  void page_in(std::size_t from) {
    constexpr std::size_t page = 4096;
    volatile char* const memory = reinterpret_cast<char*>(memory_.get());
    for (std::size_t i = from; i < bytes(); i += page) memory[i] = memory[i];
  }
  bool full_size() const { return lines_ == most_lines_; }

  void prefetch(Key key) const { __builtin_prefetch(&line(key)); }

  // 0 when the board is not there.
  std::uint32_t probe(Key key) const {
    for (Slot& slot : line(key).slots) {
      const Slot s = load(slot);
      if (s.hi == high(key) && static_cast<std::uint32_t>(s.lo >> 32) == low(key)) return s.lo;
    }
    return 0;
  }

  // Replaces the slot of the same board, or else the one whose data is worth least. Data is not 0.
  template <class Worth>
  void store(Key key, std::uint32_t data, Worth&& worth) {
    Place place = find_place(key, worth);
    while (place.taken && growth_ == Growth::by_need && !full_size()) {
      grow(2 * bytes());
      place = find_place(key, worth);
    }
    write(*place.slot, entry(key, data));
  }

  // How much of its room the table has filled, in thousandths, from a sample.
  int permille() const {
    std::size_t used = 0;
    const std::size_t sample = std::min<std::size_t>(lines_, 250);
    for (std::size_t i = 0; i < sample; ++i)
      for (Slot& slot : memory_[i].slots) used += load(slot).lo != 0;
    return used * 1000 * lines_ / (sample * 4 * most_lines_);
  }

 private:
  struct alignas(16) Slot {
    std::uint64_t lo = 0, hi = 0;
  };
  struct alignas(64) Line {
    Slot slots[4];
  };

  static std::uint32_t low(Key key) { return key; }
  static std::uint64_t high(Key key) { return key >> 32; }

  static Slot entry(Key key, std::uint32_t data) { return {std::uint64_t{low(key)} << 32 | data, high(key)}; }

  // Where a board belongs: its own slot, or one that is empty, or else the one that is worth least.
  struct Place {
    Slot* slot;
    bool taken;  // by another board
  };
  template <class Worth>
  Place find_place(Key key, Worth&& worth) const {
    Slot* victim = nullptr;
    int least = 0;
    for (Slot& slot : line(key).slots) {
      const Slot s = load(slot);
      if (s.hi == high(key) && static_cast<std::uint32_t>(s.lo >> 32) == low(key)) return {&slot, false};
      const auto old = static_cast<std::uint32_t>(s.lo);
      const int value = old == 0 ? -1 : worth(old);
      if (victim == nullptr || value < least) {
        victim = &slot;
        least = value;
      }
    }
    return {victim, least >= 0};
  }

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

  static constexpr std::size_t first_bytes = std::size_t{256} << 10, kept_bytes = std::size_t{16} << 20;

  std::size_t most_lines_, lines_;
  Growth growth_;
  HugeBlock<Line> memory_;
};

}  // namespace sow
