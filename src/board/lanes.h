// One side of a board: a byte a hole in 64-bit words, worked on all holes at once.
//
// Counts never exceed 255, so plain 64-bit additions never carry from one hole into the next.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace sow {

template <int N>
struct Lanes {
  static_assert(N == 8 || N == 16 || N == 32);
  static constexpr int words = N / 8;
  static constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;

  std::array<std::uint64_t, words> w;  // not set to zero by itself: lists of boards are made at every node

  // Written out, as the default one of the array calls memcmp.
  constexpr bool operator==(const Lanes& o) const {
    std::uint64_t differences = 0;
    for (int k = 0; k < words; ++k) differences |= w[k] ^ o.w[k];
    return differences == 0;
  }

  // The words are chosen without an address, so that boards stay in registers: a word written and then read as part of a
  // vector is waited for (perft of toguz kumalak 39 -> 63 million leaves/s, of hus a quarter more).
  constexpr unsigned get(unsigned lane) const { return word_of(lane) >> shift(lane) & 255; }
  constexpr void clear(unsigned lane) {
    const std::uint64_t mask = std::uint64_t{255} << shift(lane);
    for (int k = 0; k < words; ++k) w[k] &= ~(word(lane) == k ? mask : 0);
  }
  constexpr void add(unsigned lane, unsigned n) {
    const std::uint64_t seeds = std::uint64_t{n} << shift(lane);
    for (int k = 0; k < words; ++k) w[k] += word(lane) == k ? seeds : 0;
  }
  // The lane holds at least n.
  constexpr void take(unsigned lane, unsigned n) { w[word(lane)] -= std::uint64_t{n} << shift(lane); }
  // Several lanes as one number, at a lane that is a multiple of how many they are: two of 16, four of 32.
  constexpr std::uint32_t field(unsigned lane) const { return w[word(lane)] >> shift(lane) & field_mask; }
  constexpr void add_field(unsigned lane, std::uint64_t n) { w[word(lane)] += n << shift(lane); }
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
    std::uint64_t all = 0;
    for (int k = 0; k < words; ++k) all |= w[k];
    return all == 0;
  }

  // Whether a lane is above n, which is below 128.
  constexpr bool any_above(unsigned n) const {
    std::uint64_t flags = 0;
    for (int k = 0; k < words; ++k) flags |= (w[k] & ~tops) + (127 - n) * ones | w[k];
    return (flags & tops) != 0;
  }

  // A bit for each lane that is not zero (`more_than_one`: that is above one).
  constexpr std::uint32_t mask(bool more_than_one = false) const {
    std::uint32_t bits = 0;
    for (int k = 0; k < words; ++k) {
      const std::uint64_t v = more_than_one ? w[k] & ~ones : w[k];
      const std::uint64_t flags = ((v & ~tops) + ~tops | v) & tops;  // the top bit of each byte that is not zero
      // The multiplication gathers the eight flags into the top byte.
      bits |= static_cast<std::uint32_t>((flags >> 7) * 0x0102040810204080 >> 56) << 8 * k;
    }
    return bits;
  }

  // Sum of all lanes, which must be at most 255 in total.
  constexpr unsigned sum() const {
    std::uint64_t pairs = 0;
    for (int k = 0; k < words; ++k) pairs += (w[k] & 0x00ff00ff00ff00ff) + (w[k] >> 8 & 0x00ff00ff00ff00ff);
    return pairs * 0x0001000100010001 >> 48;
  }

  // Lane i becomes the sum of lanes 0…i.
  constexpr Lanes prefix_sums() const {
    Lanes r{};
    std::uint64_t before = 0;
    for (int k = 0; k < words; ++k) {
      r.w[k] = w[k] * ones + before * ones;
      before = r.w[k] >> 56;
    }
    return r;
  }

  static constexpr Lanes below(int lanes) {
    Lanes m{};
    for (int i = 0; i < lanes; ++i) m.add(i, 255);
    return m;
  }

 private:
  static constexpr std::uint64_t field_mask = N == 32 ? 0xffffffff : 0xffff;
  static constexpr int word(unsigned lane) { return words == 1 ? 0 : lane / 8; }
  constexpr std::uint64_t word_of(unsigned lane) const {
    if constexpr (words == 2) return lane < 8 ? w[0] : w[1];
    return w[word(lane)];
  }
  static constexpr unsigned shift(unsigned lane) { return lane % 8 * 8; }
};

}  // namespace sow
