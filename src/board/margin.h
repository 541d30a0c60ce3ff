// What is known of a margin: it is proven to lie in [low, high], and the value is the best guess inside. Databases,
// search, solver, protocols and the page all use this one type.
//
// A margin is what the mover will win from here less what the opponent will win, in hundredths of a seed.
#pragma once

#include <algorithm>
#include <cstdint>

namespace sow {

inline constexpr int seed_value = 100;       // hundredths of a seed
inline constexpr int unbounded = 1'000'000;  // above any margin

// What the interval says of the value.
enum class MarginKind : std::uint8_t { estimate, lower, upper, exact };

struct Margin {
  int value = 0;
  int low = -unbounded, high = unbounded;
  bool operator==(const Margin&) const = default;

  static constexpr Margin estimate(int value) { return {value}; }
  static constexpr Margin exactly(int seeds) { return between(seeds, seeds); }
  // The value is the lower bound: what is sure.
  static constexpr Margin between(int low_seeds, int high_seeds) {
    return {low_seeds * seed_value, low_seeds * seed_value, high_seeds * seed_value};
  }
  static constexpr Margin at_least(int value) { return {value, value, unbounded}; }
  static constexpr Margin at_most(int value) { return {value, -unbounded, value}; }

  constexpr bool exact() const { return low == high; }
  // Whether the true margin is proven to be no lower, or no higher, than the value.
  constexpr bool proven_from_below() const { return low == value; }
  constexpr bool proven_from_above() const { return high == value; }
  constexpr MarginKind kind() const {
    if (exact()) return MarginKind::exact;
    return proven_from_below() ? MarginKind::lower : proven_from_above() ? MarginKind::upper : MarginKind::estimate;
  }
  double seeds() const { return static_cast<double>(value) / seed_value; }

  // The same seen one ply up, where the move that led here earned `gain` hundredths. The sign turns unless the mover is
  // the same.
  constexpr Margin up(int gain, bool same) const {
    if (same) return {gain + value, gain + low, gain + high};
    return {gain - value, gain - high, gain - low};
  }

  // Both are known: the narrower interval, with the value inside.
  constexpr Margin within(const Margin& known) const {
    Margin m = *this;
    m.low = std::max(low, known.low);
    m.high = std::min(high, known.high);
    m.value = std::max(m.low, std::min(value, m.high));
    return m;
  }
  constexpr Margin within(int low_seeds, int high_seeds) const { return within(between(low_seeds, high_seeds)); }
};

}  // namespace sow
