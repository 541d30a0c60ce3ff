// Compresses the values of a level with an order-1 Huffman code: one code table for each preceding value.
//
// Neighbors in the index have similar values, so the preceding value predicts the next one better than a
// general-purpose compressor can. The code tables are shared by the whole level, so blocks can be small and are
// unpacked in about a microsecond. The two halves of a block are packed separately, so that they can be decoded in an
// interleaved loop.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace sow {

// Returns `count` values starting with number `first`, valid until the next call. All values are requested in order,
// once or several times.
using ValueSource = std::function<std::span<const std::int8_t>(std::uint64_t first, std::size_t count)>;
// A source of values that are all in memory.
inline ValueSource source_of(std::span<const std::int8_t> values) {
  return [values](std::uint64_t first, std::size_t count) { return values.subspan(first, count); };
}

class ValueCode {
 public:
  static constexpr int max_bits = 10;  // per value

  // Finds the best code for these values, from -127 to 127, in blocks of this size.
  ValueCode(const ValueSource& source, std::uint64_t values, std::size_t block, int threads);

  // The code in a file: lowest value 1 | number of values 1 | then one row for the start of a half block and one for
  // each preceding value, with the code length of each value plus one, or 0 if it does not occur. read() returns false
  // if invalid.
  ValueCode() = default;
  bool read(std::span<const char> text);
  std::string text() const;

  // Upper bound on the packed size of this many values.
  static constexpr std::size_t max_bytes(std::size_t values) { return half_bytes + (values * max_bits + 7) / 8 + 1; }

  // Returns the number of bytes written; `to` has room for max_bytes.
  std::size_t pack(std::span<const std::int8_t> values, char* to) const;

  // Returns false, with arbitrary values, if the bytes do not encode exactly this many values. May read up to
  // read_beyond bytes after the packed ones.
  static constexpr std::size_t read_beyond(std::size_t values) { return max_bytes(values) + sizeof(std::uint64_t); }
  bool unpack(std::span<const char> packed, std::span<std::int8_t> to) const;

 private:
  static constexpr std::size_t half_bytes = 2;  // offset of the second half
  static constexpr std::uint32_t mask = (1u << max_bits) - 1;

  struct Decoded {
    std::uint8_t row;  // code table for the next value
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

  int low_ = 0, count_ = 0;            // the values are low_ … low_ + count_ - 1; row 1 + i follows the i-th
  std::vector<std::uint8_t> lengths_;  // [row × count + value], code length plus one
  std::vector<Code> codes_;            // with the same index
  std::vector<Decoded> decoded_;       // [row << max_bits | next bits]
};

}  // namespace sow
