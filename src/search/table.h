// The transposition table: 32 bits of data per board.
//
//   slot, 16 bytes   | key, 96 bits | data, 32 bits |       four slots per cache line
//
// board_key() returns a different key for every board, so there are no key collisions. Threads share the table without
// locks.
//
// Touching memory for the first time takes longer than a short search. A table therefore reserves its full size, but
// starts with a small part of it and grows in place. The upper bits of the hash select the cache line, so the boards of
// one line stay neighbors, in order, when the table doubles. As long as it grows before a board has to be replaced, it
// gives the same answers as a table of full size.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/huge_block.h"
#include "base/platform.h"
#include "db/index.h"

namespace sow {

inline constexpr int table_key_bits = 96;

// One bit for each cache line of a table that has an entry, where cache misses cannot be hidden by prefetching. Most
// probes are for boards that are not in the table, and most of these find an empty line. Only for single-threaded use.
class UsedLines {
 public:
  void reset(std::size_t lines) {
    if constexpr (!can_prefetch) bits_.assign(lines / 8 + 1, 0);
  }
  // False if the line is empty.
  bool test(std::size_t line) const { return can_prefetch || (bits_[line / 8] >> line % 8 & 1) != 0; }
  void set(std::size_t line) { bits_[line / 8] |= 1 << line % 8; }

 private:
  std::vector<std::uint8_t> bits_;
};

class Table {
 public:
  using Key = Index::Wide;

  // automatic: grows before a board would be replaced; only for single-threaded use.
  enum class Growth { manual, automatic };

  explicit Table(std::size_t max_bytes, Growth growth = Growth::manual)
      : max_lines_(std::max<std::size_t>(max_bytes / sizeof(Line), 1)),
        lines_(std::min(max_lines_, first_bytes / sizeof(Line))),
        growth_(growth),
        memory_(make_huge_block<Line>(max_lines_)) {
    used_.reset(lines_);
  }

  static std::uint64_t hash(Key key) {
    const std::uint64_t h = static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15 ^
                            static_cast<std::uint64_t>(key >> 64) * 0xc2b2ae3d27d4eb4f;
    return (h ^ h >> 32) * 0xd6e8feb86659fd93;
  }

  void set_growth(Growth growth) { growth_ = growth; }

  std::size_t bytes() const { return lines_ * sizeof(Line); }
  std::size_t boards() const { return lines_ * slots_per_line; }

  // Empties and shrinks the table. Keeps the first pages, which would be slow to allocate again; returns the rest to
  // the OS.
  void clear() {
    const std::size_t kept = std::min(bytes(), kept_bytes);
    std::memset(static_cast<void*>(memory_.get()), 0, kept);
    if (bytes() > kept) discard_memory(reinterpret_cast<char*>(memory_.get()) + kept, bytes() - kept);
    lines_ = std::min(max_lines_, first_bytes / sizeof(Line));
    used_.reset(lines_);
  }

  // Grows to this size, at most to the full size, and keeps all entries. No other thread may use the table meanwhile.
  void grow(std::size_t bytes) {
    const std::size_t before = lines_;
    lines_ = std::clamp(bytes / sizeof(Line), before, max_lines_);
    if (lines_ == before) return;
    used_.reset(lines_);
    for (std::size_t i = before; i-- > 0;) {  // from the end, since boards only move to higher lines
      Line old;
      for (std::size_t k = 0; k < std::size(old.slots); ++k) {
        old.slots[k] = load(memory_[i].slots[k]);
        memory_[i].slots[k] = {};
      }
      for (const Slot& s : old.slots)
        if (const auto data = static_cast<std::uint32_t>(s.lo)) {
          const Key key = Key{s.hi} << 32 | s.lo >> 32;
          write(*find_slot(key, [](std::uint32_t) { return 0; }).slot, entry(key, data));
        }
    }
  }
  // Touches all pages from this byte on, so that the next search does not have to wait for page faults.
  void page_in(std::size_t from) {
    constexpr std::size_t page = 4096;
    volatile char* const memory = reinterpret_cast<char*>(memory_.get());
    for (std::size_t i = from; i < bytes(); i += page) memory[i] = memory[i];
  }
  bool full_size() const { return lines_ == max_lines_; }

  void prefetch(Key key) const {
    const std::size_t line = line_of(key);
    if (used_.test(line)) sow::prefetch(&memory_[line]);
  }

  // 0 if the board is not in the table.
  std::uint32_t probe(Key key) const {
    const std::size_t line = line_of(key);
    if (!used_.test(line)) return 0;
    for (Slot& slot : memory_[line].slots) {
      const Slot s = load(slot);
      if (s.hi == high(key) && static_cast<std::uint32_t>(s.lo >> 32) == low(key)) return s.lo;
    }
    return 0;
  }

  // Replaces the entry of the same board, or else the entry with the lowest worth. `data` must not be 0.
  template <class Worth>
  void store(Key key, std::uint32_t data, Worth&& worth) {
    Destination to = find_slot(key, worth);
    while (to.occupied && growth_ == Growth::automatic && !full_size()) {
      grow(2 * bytes());
      to = find_slot(key, worth);
    }
    write(*to.slot, entry(key, data));
  }

  // How full the table is compared to its full size, in permille, estimated from a sample.
  int permille() const {
    constexpr std::size_t max_sample = 250;  // lines
    std::size_t used = 0;
    const std::size_t sample = std::min(lines_, max_sample);
    for (std::size_t i = 0; i < sample; ++i)
      for (Slot& slot : memory_[i].slots) used += load(slot).lo != 0;
    return used * 1000 * lines_ / (sample * slots_per_line * max_lines_);
  }

 private:
  static constexpr std::size_t slots_per_line = 4;
  struct alignas(16) Slot {
    std::uint64_t lo = 0, hi = 0;
  };
  struct alignas(64) Line {
    Slot slots[slots_per_line];
  };

  static std::uint32_t low(Key key) { return key; }
  static std::uint64_t high(Key key) { return key >> 32; }

  static Slot entry(Key key, std::uint32_t data) { return {std::uint64_t{low(key)} << 32 | data, high(key)}; }

  // The slot for a board: its own, an empty one, or else the one with the lowest worth. The caller writes it.
  struct Destination {
    Slot* slot;
    bool occupied;  // occupied by another board
  };
  template <class Worth>
  Destination find_slot(Key key, Worth&& worth) {
    const std::size_t line = line_of(key);
    if (!used_.test(line)) {
      used_.set(line);
      return {&memory_[line].slots[0], false};
    }
    Slot* victim = nullptr;
    int min_worth = 0;
    for (Slot& slot : memory_[line].slots) {
      const Slot s = load(slot);
      if (s.hi == high(key) && static_cast<std::uint32_t>(s.lo >> 32) == low(key)) return {&slot, false};
      const auto old = static_cast<std::uint32_t>(s.lo);
      const int value = old == 0 ? -1 : worth(old);
      if (victim == nullptr || value < min_worth) {
        victim = &slot;
        min_worth = value;
      }
    }
    return {victim, min_worth >= 0};
  }

  std::size_t line_of(Key key) const { return static_cast<std::size_t>(multiply_wide(hash(key), lines_) >> 64); }

  // Lockless hashing: the two words are written separately, and the second is stored XORed with a mix of the first. If
  // a reader sees halves of two different writes, the resulting key matches no board.
  static std::uint64_t mixed(std::uint64_t lo) { return lo * 0x9e3779b97f4a7c15 ^ lo >> 29; }
  static Slot load(Slot& slot) {
    const std::uint64_t lo = atomic_ref(slot.lo).load(std::memory_order_relaxed);
    return {lo, atomic_ref(slot.hi).load(std::memory_order_relaxed) ^ mixed(lo)};
  }
  static void write(Slot& slot, const Slot& value) {
    atomic_ref(slot.lo).store(value.lo, std::memory_order_relaxed);
    atomic_ref(slot.hi).store(value.hi ^ mixed(value.lo), std::memory_order_relaxed);
  }

  static constexpr std::size_t first_bytes = std::size_t{256} << 10, kept_bytes = std::size_t{16} << 20;

  std::size_t max_lines_, lines_;
  Growth growth_;
  HugeBlock<Line> memory_;
  UsedLines used_;
};

}  // namespace sow
