// The solver's transposition table: proven bounds, and what helps to order moves, in eight bytes per board.
//
//   entry, 8 bytes   | data | key bits |       eight entries per cache line
//
// No proof depends on a hash: an entry identifies its board completely (Knuth's quotienting). A board's key is its
// number among all boards (db/index.h), scrambled by a bijection on numbers of the same length. The scrambled key
// selects the cache line in proportion, so the keys of one line are an interval, and their low bits tell them apart.
//
// An entry is one word, which threads read and write atomically, so they share the table without locks.
//
// The table reserves its full size, but starts with a small part of it and grows in place, since touching memory for
// the first time takes longer than solving a small game.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>

#include "base/huge_block.h"
#include "base/platform.h"
#include "board/layout.h"
#include "db/index.h"

namespace sow {

// Proven bounds on the margin, the best move of the last search, and the binary logarithm of its nodes.
struct Proof {
  int low, high;
  int move;  // no_move if there is none
  int effort;

  bool known() const { return effort != 0; }  // every stored proof took at least one node
};

// The lengths of the fields of a proof about boards with up to `seeds` seeds and `moves` moves.
class ProofCode {
 public:
  ProofCode(int seeds, int moves)
      : seeds_(seeds),
        moves_(moves),
        margin_bits_(std::bit_width(2u * static_cast<unsigned>(seeds))),
        move_bits_(std::bit_width(static_cast<unsigned>(moves))) {}

  // For proofs from a file.
  bool valid(const Proof& p) const {
    return -seeds_ <= p.low && p.low <= p.high && p.high <= seeds_ && no_move <= p.move && p.move < moves_ &&
           0 < p.effort && p.effort <= max_effort;
  }

  int bits() const { return 2 * margin_bits_ + move_bits_ + effort_bits; }

  // Never 0.
  std::uint64_t pack(const Proof& p) const {
    std::uint64_t data = static_cast<unsigned>(p.low + seeds_);
    data = data << margin_bits_ | static_cast<unsigned>(p.high + seeds_);
    data = data << move_bits_ | static_cast<unsigned>(p.move + 1);
    return data << effort_bits | static_cast<unsigned>(p.effort);
  }
  Proof unpack(std::uint64_t data) const {
    const auto take = [&data](int bits) {
      const int field = static_cast<int>(data & ((std::uint64_t{1} << bits) - 1));
      data >>= bits;
      return field;
    };
    Proof p{};
    p.effort = take(effort_bits);
    p.move = take(move_bits_) - 1;
    p.high = take(margin_bits_) - seeds_;
    p.low = take(margin_bits_) - seeds_;
    return p;
  }
  static int effort(std::uint64_t data) { return static_cast<int>(data & max_effort); }

 private:
  static constexpr int effort_bits = 6, max_effort = (1 << effort_bits) - 1;
  int seeds_, moves_, margin_bits_, move_bits_;
};

inline constexpr int max_key_bits = 63;

class ProofTable {
 public:
  // A scrambled key; see scrambled().
  using Key = std::uint64_t;

  // For boards with numbers below `boards`. Throws NoMemory.
  ProofTable(const ProofCode& code, std::uint64_t boards, std::size_t max_bytes)
      : code_(code),
        board_numbers_(boards),
        key_bits_(bits_for(boards)),
        max_lines_(std::max<std::size_t>(max_bytes / sizeof(Line), 1)),
        memory_(make_huge_block<Line>(max_lines_)) {
    set_lines(std::min(max_lines_, std::max(min_lines(code, key_bits_), first_bytes / sizeof(Line))));
  }

  // Whether entries fit in eight bytes in a table of this size. `boards` must have at most max_key_bits bits.
  static bool fits(const ProofCode& code, Index::Wide boards, std::size_t max_bytes) {
    return min_lines(code, bits_for(static_cast<std::uint64_t>(boards))) <= max_bytes / sizeof(Line);
  }

  // A bijection on the numbers of key_bits_ bits that spreads neighbors over the table.
  Key scrambled(std::uint64_t number) const {
    return (number ^ number >> half_key_bits_) * multiplier_ & low_bits(key_bits_);
  }

  const ProofCode& code() const { return code_; }
  std::size_t bytes() const { return lines_ * sizeof(Line); }
  std::size_t boards() const { return lines_ * entries_per_line; }
  bool full_size() const { return lines_ == max_lines_; }

  void prefetch(Key key) const { sow::prefetch(&memory_[line_of(key)]); }

  // Not known if the board is not in the table.
  Proof probe(Key key) const {
    const std::uint64_t tag = key & tag_mask_;
    for (std::uint64_t& entry : memory_[line_of(key)].entries) {
      const std::uint64_t e = atomic_ref(entry).load(std::memory_order_relaxed);
      if ((e & tag_mask_) == tag && e >> tag_bits_ != 0) return code_.unpack(e >> tag_bits_);
    }
    return {};
  }

  // Replaces the entry of the same board, or else the entry with the least effort.
  void store(Key key, const Proof& proof) { write(memory_[line_of(key)], key & tag_mask_, code_.pack(proof)); }

  // For proofs from a file. Boards that cannot occur from here are ignored.
  void add(std::uint64_t number, const Proof& proof) {
    if (number < board_numbers_) store(scrambled(number), proof);
  }
  void grow_for(std::uint64_t boards) {
    constexpr std::uint64_t room = 4;
    if (boards > this->boards() / room)
      grow(boards < max_lines_ ? static_cast<std::size_t>(boards) * room * sizeof(std::uint64_t)
                               : max_lines_ * sizeof(Line));
  }
  // Calls visit(number, proof) for all boards with at least this effort. Other threads may use the table meanwhile.
  template <class Visit>
  void for_each(int min_effort, Visit&& visit) const {
    for (std::size_t i = 0; i < lines_; ++i) {
      const std::uint64_t first = first_key(i, lines_);
      for (std::uint64_t& entry : memory_[i].entries) {
        const std::uint64_t e = atomic_ref(entry).load(std::memory_order_relaxed);
        if (ProofCode::effort(e >> tag_bits_) < min_effort) continue;
        visit(unscrambled(first + ((e - first) & tag_mask_)), code_.unpack(e >> tag_bits_));
      }
    }
  }

  // Grows to this size, at most to the full size, and keeps all entries. No other thread may use the table meanwhile.
  void grow(std::size_t bytes) {
    const std::size_t before = lines_;
    const int before_bits = tag_bits_;
    const std::size_t after = std::clamp(bytes / sizeof(Line), before, max_lines_);
    if (after == before) return;
    set_lines(after);
    for (std::size_t i = before; i-- > 0;) {  // from the end, since boards only move to higher lines
      const Line old = memory_[i];
      memory_[i] = {};
      const std::uint64_t first = first_key(i, before);
      for (const std::uint64_t e : old.entries)
        if (e != 0) {
          const Key key = first + ((e - first) & low_bits(before_bits));
          write(memory_[line_of(key)], key & tag_mask_, e >> before_bits);
        }
    }
  }

 private:
  static constexpr std::size_t entries_per_line = 8;
  struct alignas(64) Line {
    std::uint64_t entries[entries_per_line] = {};
  };
  static constexpr std::size_t first_bytes = std::size_t{8} << 20;

  static int bits_for(std::uint64_t boards) { return std::max<int>(std::bit_width(boards - 1), 1); }
  static constexpr std::uint64_t low_bits(int bits) { return (std::uint64_t{1} << bits) - 1; }
  static std::size_t min_lines(const ProofCode& code, int key_bits) {
    const int missing = key_bits + code.bits() - 64;
    return missing <= 0 ? 1 : std::size_t{1} << missing;
  }

  std::uint64_t unscrambled(Key key) const {
    std::uint64_t inverse = multiplier_;  // modulo a power of two, by Newton's method: five steps for 64 bits
    for (int i = 0; i < 5; ++i) inverse *= 2 - multiplier_ * inverse;
    const std::uint64_t folded = key * inverse & low_bits(key_bits_);
    return folded ^ folded >> half_key_bits_;
  }

  void set_lines(std::size_t lines) {
    lines_ = lines;
    const std::uint64_t longest = ((std::uint64_t{1} << key_bits_) + lines - 1) / lines;  // keys of one line
    tag_bits_ = std::bit_width(longest - 1);
    tag_mask_ = low_bits(tag_bits_);
  }
  std::size_t line_of(Key key) const {
    return static_cast<std::size_t>(multiply_wide(key << (64 - key_bits_), lines_) >> 64);
  }
  // The smallest key of a line in a table with this many lines.
  std::uint64_t first_key(std::size_t line, std::size_t lines) const {
    return static_cast<std::uint64_t>(((Index::Wide{line} << key_bits_) + (lines - 1)) / lines);
  }

  void write(Line& line, std::uint64_t tag, std::uint64_t data) {
    std::uint64_t* victim = nullptr;
    int least = 0;
    for (std::uint64_t& entry : line.entries) {
      const std::uint64_t e = atomic_ref(entry).load(std::memory_order_relaxed);
      if (e == 0 || (e & tag_mask_) == tag) {
        victim = &entry;
        break;
      }
      const int effort = ProofCode::effort(e >> tag_bits_);
      if (victim == nullptr || effort < least) {
        victim = &entry;
        least = effort;
      }
    }
    atomic_ref(*victim).store(data << tag_bits_ | tag, std::memory_order_relaxed);
  }

  const ProofCode code_;
  const std::uint64_t board_numbers_;
  const int key_bits_;
  const int half_key_bits_ = (key_bits_ + 1) / 2;
  const std::uint64_t multiplier_ = 0x9e3779b97f4a7c15 >> (64 - key_bits_) | 1;  // the golden ratio
  std::size_t max_lines_, lines_ = 0;
  int tag_bits_ = 0;
  std::uint64_t tag_mask_ = 0;
  HugeBlock<Line> memory_;
};

}  // namespace sow
