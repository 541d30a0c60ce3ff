// A small neural network for static evaluation. Unlike a sum over pits, it captures relations between pits.
//
//   one-hot content of each pit  →  2 × 32 accumulators (16 bits)  →  clipped ReLU  →  one output
//
// The first 32 accumulators see the board from the mover's side, the others from the opponent's, with shared weights:
// the row of a pit and content is added to the accumulators of the pit's own player (`near`) and of the other player
// (`far`). There is one set of output weights per stage of the game (by the number of seeds left).
//
// All arithmetic is on integers, so results are the same on every processor. The accumulators are computed from scratch
// for each board, since a move changes half of the pits. One oware board takes 15 to 18 ns with AVX2 and 30 ns without,
// on a busy AMD EPYC.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "board/board.h"

namespace sow {

// The dimensions of a network. A board of another size needs another network.
struct NetworkShape {
  std::string game = {};  // the game it was trained on; empty if unknown
  int pits = 0;           // per player
  int counts = 0;         // number of distinct seed counts per pit: 0, 1, …; the last includes all higher counts
  bool owned =
      false;      // pits can be owned: two more contents, for pits owned by the opponent and by the side's own player
  int seeds = 0;  // number of seeds at the start of a game
  int stages = 0;

  int contents() const { return counts + (owned ? 2 : 0); }
  int stage(int seeds_left) const { return std::min(seeds_left * stages / (seeds + 1), stages - 1); }
  bool operator==(const NetworkShape&) const = default;
};

// The content of each pit: its number of seeds, or its owner. All lanes are clipped at once.
template <int W>
std::array<std::uint8_t, W> pit_contents(const NetworkShape& shape, const Lanes<W>& side) {
  static_assert(std::endian::native == std::endian::little, "lane 0 is the lowest byte");
  std::array<std::uint8_t, W> contents;
  std::memcpy(contents.data(), side.w.data(), W);
  const auto most = static_cast<std::uint8_t>(shape.counts - 1);
  for (std::uint8_t& content : contents) content = std::min(content, most);
  if constexpr (Board<W>::has_state_lanes)
    if (shape.owned) {
      for (std::uint32_t set = side.field(Board<W>::mine); set != 0; set &= set - 1)
        contents[std::countr_zero(set)] = static_cast<std::uint8_t>(shape.counts + 1);
      for (std::uint32_t set = side.field(Board<W>::theirs); set != 0; set &= set - 1)
        contents[std::countr_zero(set)] = static_cast<std::uint8_t>(shape.counts);
    }
  return contents;
}

class Network {
 public:
  static constexpr int width = 32;
  static constexpr int one = 256;   // fixed-point 1.0: the upper limit of the clipped ReLU
  static constexpr int shift = 12;  // fixed-point scale of the output
  using Numbers = std::int16_t[width];

  struct alignas(64) Row {
    Numbers near, far;
  };
  struct alignas(64) Output {
    Numbers own, opp;
    std::int32_t bias;
  };
  // Largest weight in a row for which no accumulator can overflow 16 bits.
  static int max_weight(const NetworkShape& shape) { return 32767 / (2 * shape.pits + 1); }
  static constexpr int max_bias = 1 << 29;  // largest output bias for which the output cannot overflow 32 bits

  explicit Network(const NetworkShape& shape)
      : shape_(shape), rows_(static_cast<std::size_t>(shape.pits) * shape.contents()), outputs_(shape.stages) {}

  const NetworkShape& shape() const { return shape_; }
  // The initial values of the accumulators, in `near`.
  Row& bias() { return bias_; }
  Row& row(int pit, int content) { return rows_[static_cast<std::size_t>(pit) * shape_.contents() + content]; }
  Output& output(int stage) { return outputs_[stage]; }
  const Row& bias() const { return bias_; }
  const Row& row(int pit, int content) const {
    return rows_[static_cast<std::size_t>(pit) * shape_.contents() + content];
  }
  const Output& output(int stage) const { return outputs_[stage]; }

  // Whether no sum can overflow.
  bool is_safe() const {
    const int limit = max_weight(shape_);
    const auto fits = [&](int number) { return number >= -limit && number <= limit; };
    const auto row_fits = [&](const Row& row) {
      return std::all_of(row.near, row.near + width, fits) && std::all_of(row.far, row.far + width, fits);
    };
    return row_fits(bias_) && std::all_of(rows_.begin(), rows_.end(), row_fits) &&
           std::all_of(outputs_.begin(), outputs_.end(),
                       [](const Output& output) { return std::abs(output.bias / 2) <= max_bias / 2; });
  }

  // Hundredths of a seed from the mover's view.
  template <int W>
  int operator()(const Board<W>& board, int seeds) const {
    return value(pit_contents(shape_, board.own), pit_contents(shape_, board.opp), seeds);
  }
  // The same for the contents of the pits of both sides.
  template <class Side>
  int value(const Side& own, const Side& opp, int seeds) const {
    return forward(
        seeds, [&](int i) { return own[i]; }, [&](int i) { return opp[i]; });
  }

 private:
  template <class Own, class Opp>
  int forward(int seeds, const Own& own_content, const Opp& opp_content) const {
    Accumulator own(bias_.near), opp(bias_.near);
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

  class Accumulator {
   public:
#if defined(__AVX2__)
    explicit Accumulator(const Numbers& numbers) : low_(load(numbers)), high_(load(numbers + 16)) {}
    void add(const Numbers& numbers) {
      low_ = _mm256_add_epi16(low_, load(numbers));
      high_ = _mm256_add_epi16(high_, load(numbers + 16));
    }
    // Dot product of the clipped values and the weights.
    int dot(const Numbers& weights) const {
      const __m256i eight = _mm256_add_epi32(_mm256_madd_epi16(clipped(low_), load(weights)),
                                             _mm256_madd_epi16(clipped(high_), load(weights + 16)));
      const __m128i four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256(eight, 1));
      const __m128i two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
      return _mm_cvtsi128_si32(two) + _mm_extract_epi32(two, 1);
    }

   private:
    static __m256i load(const std::int16_t* from) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(from)); }
    static __m256i clipped(__m256i v) {
      return _mm256_min_epi16(_mm256_max_epi16(v, _mm256_setzero_si256()), _mm256_set1_epi16(one));
    }
    __m256i low_, high_;
#elif defined(__wasm_simd128__)
    explicit Accumulator(const Numbers& numbers) {
      for (int k = 0; k < vectors; ++k) sums_[k] = load(numbers, k);
    }
    void add(const Numbers& numbers) {
      for (int k = 0; k < vectors; ++k) sums_[k] = wasm_i16x8_add(sums_[k], load(numbers, k));
    }
    int dot(const Numbers& weights) const {
      v128_t total = wasm_i32x4_splat(0);
      for (int k = 0; k < vectors; ++k)
        total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(clipped(sums_[k]), load(weights, k)));
      return wasm_i32x4_extract_lane(total, 0) + wasm_i32x4_extract_lane(total, 1) + wasm_i32x4_extract_lane(total, 2) +
             wasm_i32x4_extract_lane(total, 3);
    }

   private:
    static constexpr int vectors = width / 8;
    static v128_t load(const std::int16_t* from, int k) { return wasm_v128_load(from + 8 * k); }
    static v128_t clipped(v128_t v) {
      return wasm_i16x8_min(wasm_i16x8_max(v, wasm_i16x8_splat(0)), wasm_i16x8_splat(one));
    }
    v128_t sums_[vectors];
#else
    explicit Accumulator(const Numbers& numbers) { std::copy_n(numbers, width, sums_); }
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
