// A small network that estimates a board: what counts is how each pit relates to the pits it reaches, which a sum over
// pits cannot say.
//
//   what each pit holds, one of `contents`  →  2 × 32 sums of 16 bits  →  cut off below 0 and above 1  →  one sum
//
// The first 32 sums see the board as the mover does, the others as the opponent does, with the same numbers: a row for each
// pit and content holds what it adds to the view of its own player (`near`) and to the other view (`far`). The last sum has
// numbers for each stage of the game, by the seeds that are left.
//
// All of it is integers, so the result is the same on every processor. The sums are made anew for every board: a move changes
// half of the pits. A board of oware takes 15 to 18 ns with AVX2, 30 ns without, on a busy AMD EPYC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "board/board.h"

namespace sow {

// What a network is made for; boards of other sizes need another.
struct NetworkShape {
  std::string game = {};  // that it learnt, by name; empty if nobody knows
  int pits = 0;           // of a player
  int counts = 0;         // 0, 1, … seeds in a pit; the last stands for all that is more
  bool owned = false;     // pits can be owned: two more contents, by the opponent of its side and by its own player
  int seeds = 0;          // when a game begins
  int stages = 0;

  int contents() const { return counts + (owned ? 2 : 0); }
  int stage(int seeds_left) const { return std::min(seeds_left * stages / (seeds + 1), stages - 1); }
  bool operator==(const NetworkShape&) const = default;
};

// What pit i of a side holds: its seeds, or who owns it.
template <int W>
int pit_content(const NetworkShape& shape, const Lanes<W>& side, int i) {
  if constexpr (Board<W>::has_state_lanes)
    if (shape.owned) {
      if ((side.field(Board<W>::theirs) >> i & 1) != 0) return shape.counts;
      if ((side.field(Board<W>::mine) >> i & 1) != 0) return shape.counts + 1;
    }
  return std::min(static_cast<int>(side.get(i)), shape.counts - 1);
}

class Network {
 public:
  static constexpr int width = 32;
  static constexpr int one = 256;   // a sum is cut off there
  static constexpr int shift = 12;  // of the last sum
  using Numbers = std::int16_t[width];

  struct alignas(64) Row {
    Numbers near, far;
  };
  struct alignas(64) Output {
    Numbers own, opp;
    std::int32_t bias;
  };
  // A number of the rows is at most so large: the sums never leave 16 bits.
  static int most(const NetworkShape& shape) { return 32767 / (2 * shape.pits + 1); }
  static constexpr int most_bias = 1 << 29;  // of an output: the last sum never leaves 32 bits

  explicit Network(const NetworkShape& shape)
      : shape_(shape), rows_(static_cast<std::size_t>(shape.pits) * shape.contents()), outputs_(shape.stages) {}

  const NetworkShape& shape() const { return shape_; }
  // What a sum begins with, in `near`.
  Row& bias() { return bias_; }
  Row& row(int pit, int content) { return rows_[static_cast<std::size_t>(pit) * shape_.contents() + content]; }
  Output& output(int stage) { return outputs_[stage]; }
  const Row& bias() const { return bias_; }
  const Row& row(int pit, int content) const {
    return rows_[static_cast<std::size_t>(pit) * shape_.contents() + content];
  }
  const Output& output(int stage) const { return outputs_[stage]; }

  // Whether no sum can leave its bits.
  bool is_safe() const {
    const int limit = most(shape_);
    const auto fits = [&](int number) { return number >= -limit && number <= limit; };
    const auto row_fits = [&](const Row& row) {
      return std::all_of(row.near, row.near + width, fits) && std::all_of(row.far, row.far + width, fits);
    };
    return row_fits(bias_) && std::all_of(rows_.begin(), rows_.end(), row_fits) &&
           std::all_of(outputs_.begin(), outputs_.end(),
                       [](const Output& output) { return std::abs(output.bias / 2) <= most_bias / 2; });
  }

  // Hundredths of a seed from the mover's view.
  template <int W>
  int operator()(const Board<W>& board, int seeds) const {
    return sum_up(
        seeds, [&](int i) { return pit_content(shape_, board.own, i); },
        [&](int i) { return pit_content(shape_, board.opp, i); });
  }
  // The same for contents of the pits of either side.
  template <class Side>
  int value(const Side& own, const Side& opp, int seeds) const {
    return sum_up(
        seeds, [&](int i) { return own[i]; }, [&](int i) { return opp[i]; });
  }

 private:
  template <class Own, class Opp>
  int sum_up(int seeds, const Own& own_content, const Opp& opp_content) const {
    Sums own(bias_.near), opp(bias_.near);
    for (int i = 0; i < shape_.pits; ++i) {
      const Row& mine = row(i, own_content(i));
      const Row& theirs = row(i, opp_content(i));
      own.add(mine.near);
      opp.add(mine.far);
      own.add(theirs.far);
      opp.add(theirs.near);
    }
    const Output& output = outputs_[shape_.stage(seeds)];
    return (output.bias + own.dot(output.own) + opp.dot(output.opp)) >> shift;
  }

  // 32 numbers at once.
  class Sums {
   public:
#if defined(__AVX2__)
    explicit Sums(const Numbers& numbers) : low_(load(numbers)), high_(load(numbers + 16)) {}
    void add(const Numbers& numbers) {
      low_ = _mm256_add_epi16(low_, load(numbers));
      high_ = _mm256_add_epi16(high_, load(numbers + 16));
    }
    // Cut off, times the weights.
    int dot(const Numbers& weights) const {
      const __m256i eight = _mm256_add_epi32(_mm256_madd_epi16(cut(low_), load(weights)),
                                             _mm256_madd_epi16(cut(high_), load(weights + 16)));
      const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
      const __m128i two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
      return _mm_cvtsi128_si32(two) + _mm_extract_epi32(two, 1);
    }

   private:
    static __m256i load(const std::int16_t* from) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(from)); }
    static __m256i cut(__m256i v) {
      return _mm256_min_epi16(_mm256_max_epi16(v, _mm256_setzero_si256()), _mm256_set1_epi16(one));
    }
    __m256i low_, high_;
#else
    explicit Sums(const Numbers& numbers) { std::copy_n(numbers, width, sums_); }
    void add(const Numbers& numbers) {
      for (int i = 0; i < width; ++i) sums_[i] = static_cast<std::int16_t>(sums_[i] + numbers[i]);
    }
    int dot(const Numbers& weights) const {
      int total = 0;
      for (int i = 0; i < width; ++i) total += std::clamp<int>(sums_[i], 0, one) * weights[i];
      return total;
    }

   private:
    Numbers sums_;
#endif
  };

  NetworkShape shape_;
  Row bias_{};
  std::vector<Row> rows_;
  std::vector<Output> outputs_;
};

}  // namespace sow
