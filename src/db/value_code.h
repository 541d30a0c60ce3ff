// How the values of a level are packed: a Huffman code for each value that can come before.
//
// Neighbours in the index are much alike, so what comes next is told well by the value before, and better than a general
// packer sees it. The codes are the same for a whole level: a block needs no tables of its own, so it can be small, and
// is unpacked in about a microsecond. Each half of a block is packed by itself, so that both can be unpacked side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sow {

// Gives so many values from the first one on, which stay where they are until the next call. They are asked for in order, all
// of them, once or more often.
using ValueSource = std::function<std::span<const std::int8_t>(std::uint64_t first, std::size_t count)>;
// Values that are all in memory.
inline ValueSource source_of(std::span<const std::int8_t> values) {
  return [values](std::uint64_t first, std::size_t count) { return values.subspan(first, count); };
}

class ValueCode {
 public:
  static constexpr int most_bits = 10;  // of a value

  // The best code for values from -127 to 127 in blocks of this size, found on so many threads.
  ValueCode(const ValueSource& source, std::uint64_t values, std::size_t block, int threads);

  // A code in a file: lowest value 1 | how many values there are 1 | for each value before, and first for none, the bits of
  // each value plus one, or 0 if it does not come. Says whether that is one.
  ValueCode() = default;
  bool read(std::span<const char> text);
  std::string text() const;

  // Bytes that so many values take at most when they are packed.
  static constexpr std::size_t most_bytes(std::size_t values) { return half_bytes + (values * most_bits + 7) / 8 + 1; }

  // Returns the bytes written; `to` has room for most_bytes.
  std::size_t pack(std::span<const std::int8_t> values, char* to) const;

  // Says whether the bytes are those of so many values; if not, the values are anything. As many bytes as read_beyond says
  // may be read after them.
  static constexpr std::size_t read_beyond(std::size_t values) { return most_bytes(values) + sizeof(std::uint64_t); }
  bool unpack(std::span<const char> packed, std::span<std::int8_t> to) const;

 private:
  static constexpr std::size_t half_bytes = 2;  // they say where the second half begins
  static constexpr std::uint32_t mask = (1u << most_bits) - 1;

  struct Decoded {
    std::uint8_t row;  // of the codes after this value
    std::uint8_t bits;
  };
  struct Code {
    std::uint16_t code = 0;
    std::uint8_t bits = 0;
  };
  class Writer;
  class Reader;

  bool make_tables();
  std::size_t pack_half(std::span<const std::int8_t> values, char* to) const;

  int low_ = 0, count_ = 0;            // the values are low_ … low_ + count_ - 1, and row 1 + i follows the i-th
  std::vector<std::uint8_t> lengths_;  // [row × count + value], bits plus one
  std::vector<Code> codes_;            // the same
  std::vector<Decoded> decoded_;       // [row << most_bits | next bits]
};

}  // namespace sow
