// Compares Lanes with plain arrays.
#include "board/lanes.h"

#include <gtest/gtest.h>

#include "support/choices.h"

namespace sow {
namespace {

template <int N>
struct Plain {
  std::array<unsigned, N> n{};

  Lanes<N> lanes() const {
    Lanes<N> result{};
    for (int i = 0; i < N; ++i) result.add(i, n[i]);
    return result;
  }
  static Plain random(tests::Choices& choose, unsigned max) {
    Plain p;
    for (auto& x : p.n) x = choose.one_in(3) ? 0 : choose.one_in(3) ? 1 : choose.below(max + 1);
    return p;
  }
};

template <class Width>
class LanesOf : public testing::Test {};
using Widths = testing::Types<std::integral_constant<int, 8>, std::integral_constant<int, 16>>;
TYPED_TEST_SUITE(LanesOf, Widths);

TYPED_TEST(LanesOf, ReadWriteAndMasks) {
  constexpr int N = TypeParam::value;
  tests::Choices choose(1);
  for (int round = 0; round < 20000; ++round) {
    const auto plain = Plain<N>::random(choose, 255);
    auto lanes = plain.lanes();
    std::uint32_t filled = 0, more = 0;
    for (int i = 0; i < N; ++i) {
      const unsigned n = plain.n[i];
      ASSERT_EQ(lanes.get(i), n);
      if (n > 0) filled |= 1u << i;
      if (n > 1) more |= 1u << i;
    }
    ASSERT_EQ(lanes.mask(), filled);
    ASSERT_EQ(lanes.mask(true), more);
    ASSERT_EQ(lanes.none(), filled == 0);
    const int lane = static_cast<int>(choose.below(N));
    lanes.clear(lane);
    ASSERT_EQ(lanes.mask(), filled & ~(1u << lane));
  }
}

TYPED_TEST(LanesOf, Arithmetic) {
  constexpr int N = TypeParam::value;
  tests::Choices choose(2);
  for (int round = 0; round < 20000; ++round) {
    const auto a = Plain<N>::random(choose, 127), b = Plain<N>::random(choose, 127);
    auto sum = a.lanes();
    sum += b.lanes();
    const int below = static_cast<int>(choose.below(N + 1));
    const auto masked = a.lanes() & Lanes<N>::below(below);
    unsigned total = 0;
    for (int i = 0; i < N; ++i) {
      const auto k = static_cast<std::size_t>(i);
      ASSERT_EQ(sum.get(i), a.n[k] + b.n[k]);
      ASSERT_EQ(masked.get(i), i < below ? a.n[k] : 0);
      total += masked.get(i);
    }
    ASSERT_EQ(masked.sum(), total);
  }
}

}  // namespace
}  // namespace sow
