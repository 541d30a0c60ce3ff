// Random choices for tests. They come from bytes (of a fuzzer, or of rapidcheck, which can shrink them) and, when those
// are used up, from a generator seeded by the bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <iterator>
#include <span>

#include "board/position.h"

namespace sow::tests {

class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    for (const auto byte : bytes) state_ = (state_ ^ byte) * 0x100000001b3;
  }
  explicit Choices(std::uint64_t seed) : state_(seed) {}

  // One of 0…n-1.
  unsigned below(unsigned n) {
    if (n <= 1) return 0;
    if (bytes_.empty()) return static_cast<unsigned>(next() % n);
    unsigned value = take();
    if (n > 256 && !bytes_.empty()) value = value << 8 | take();
    return value % n;
  }
  bool one_in(unsigned n) { return below(n) == 0; }

  // A move from a nonempty set.
  Move move(MoveSet set) {
    for (unsigned skip = below(static_cast<unsigned>(std::popcount(set))); skip > 0; --skip) set &= set - 1;
    return std::countr_zero(set);
  }

  template <class List>
  const auto& of(const List& list) {
    return list[below(static_cast<unsigned>(std::size(list)))];
  }

 private:
  unsigned take() {
    const unsigned byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return byte;
  }
  // splitmix64
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }

  std::span<const std::uint8_t> bytes_;
  std::uint64_t state_ = 0xcbf29ce484222325;
};

}  // namespace sow::tests
