// One side of a fast board: a byte a hole in one or two 64-bit words, worked on all holes at once.
//
//   Lanes<8>    | pit 0 | pit 1 | … | pit 6 | store |               up to 7 pits
//   Lanes<16>   | pit 0 | pit 1 | …   …   … | pit 14 | store |      up to 15 pits (16 when the game has no stores)
//
// Counts never exceed 255, so plain 64-bit additions never carry from one hole into the next.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sow {

template <int N>
struct Lanes {
  static_assert(N == 8 || N == 16);
  static constexpr int words = N / 8;
  static constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;

  std::array<std::uint64_t, words> w{};

  // Written out, as the default one of the array calls memcmp.
  constexpr bool operator==(const Lanes& o) const {
    std::uint64_t differences = 0;
    for (int k = 0; k < words; ++k) differences |= w[k] ^ o.w[k];
    return differences == 0;
  }

  constexpr unsigned get(int lane) const {
    const auto i = static_cast<unsigned>(lane);
    return static_cast<unsigned>(w[words == 1 ? 0 : i / 8] >> (i % 8 * 8) & 255);
  }
  constexpr void clear(int lane) {
    const auto i = static_cast<unsigned>(lane);
    w[words == 1 ? 0 : i / 8] &= ~(std::uint64_t{255} << (i % 8 * 8));
  }
  constexpr void add(int lane, unsigned n) {
    const auto i = static_cast<unsigned>(lane);
    w[words == 1 ? 0 : i / 8] += std::uint64_t{n} << (i % 8 * 8);
  }
  constexpr Lanes& operator+=(const Lanes& o) {
    for (int k = 0; k < words; ++k) w[k] += o.w[k];
    return *this;
  }
  constexpr Lanes operator&(const Lanes& o) const {
    Lanes r = *this;
    for (int k = 0; k < words; ++k) r.w[k] &= o.w[k];
    return r;
  }
  constexpr bool none() const {
    if constexpr (words == 1)
      return w[0] == 0;
    else
      return (w[0] | w[1]) == 0;
  }

  // A bit for each lane that is not zero (`more_than_one`: that is above one).
  template <bool more_than_one = false>
  constexpr std::uint32_t mask() const {
    std::uint32_t bits = 0;
    for (int k = 0; k < words; ++k) {
      const std::uint64_t v = more_than_one ? w[k] & ~ones : w[k];
      const std::uint64_t flags = ((v & ~tops) + ~tops | v) & tops;  // the top bit of each byte that is not zero
      // The multiplication gathers the eight flags into the top byte.
      bits |= static_cast<std::uint32_t>((flags >> 7) * 0x0102040810204080 >> 56) << (8 * k);
    }
    return bits;
  }

  // Sum of all lanes, which must be at most 255 in total.
  constexpr unsigned sum() const {
    std::uint64_t pairs = 0;
    for (int k = 0; k < words; ++k) pairs += (w[k] & 0x00ff00ff00ff00ff) + (w[k] >> 8 & 0x00ff00ff00ff00ff);
    return static_cast<unsigned>(pairs * 0x0001000100010001 >> 48);
  }

  // Lane i becomes the sum of lanes 0…i.
  constexpr Lanes prefix_sums() const {
    Lanes r;
    std::uint64_t before = 0;
    for (int k = 0; k < words; ++k) {
      r.w[k] = w[k] * ones + before * ones;
      before = r.w[k] >> 56;
    }
    return r;
  }

  static constexpr Lanes below(int lanes) {
    Lanes m;
    for (int i = 0; i < lanes; ++i) m.add(i, 255);
    return m;
  }
};

}  // namespace sow
