// Margin: the score type of the databases, search, solver, protocols, and web page. It is a proven interval [low, high]
// and the best estimate inside it.
//
// A margin is the mover's future gains minus the opponent's, in hundredths of a seed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sow {

inline constexpr int seed_value = 100;       // hundredths of a seed
inline constexpr int unbounded = 1'000'000;  // greater than any margin

// How the value relates to the interval.
enum class MarginKind : std::uint8_t { estimate, lower, upper, exact };
// The kind's name in JSON and Python.
constexpr std::string_view kind_word(MarginKind kind) {
  constexpr std::string_view words[] = {"estimate", "lower", "upper", "exact"};
  return words[static_cast<std::size_t>(kind)];
}

struct Margin {
  int value = 0;
  int low = -unbounded, high = unbounded;
  bool operator==(const Margin&) const = default;

  static constexpr Margin estimate(int value) { return {value}; }
  static constexpr Margin exactly(int seeds) { return between(seeds, seeds); }
  // The value is the lower bound.
  static constexpr Margin between(int low_seeds, int high_seeds) {
    return {low_seeds * seed_value, low_seeds * seed_value, high_seeds * seed_value};
  }
  static constexpr Margin at_least(int value) { return {value, value, unbounded}; }
  static constexpr Margin at_most(int value) { return {value, -unbounded, value}; }

  constexpr bool exact() const { return low == high; }
  // Whether the value is a proven lower (or upper) bound.
  constexpr bool proven_from_below() const { return low == value; }
  constexpr bool proven_from_above() const { return high == value; }
  constexpr MarginKind kind() const {
    if (exact()) return MarginKind::exact;
    return proven_from_below() ? MarginKind::lower : proven_from_above() ? MarginKind::upper : MarginKind::estimate;
  }
  double seeds() const { return static_cast<double>(value) / seed_value; }

  // The margin one ply earlier, if the move that led here gained `gain` hundredths. Negamax: the sign changes unless
  // the same player moves again.
  constexpr Margin up(int gain, bool same) const {
    if (same) return {gain + value, gain + low, gain + high};
    return {gain - value, gain - high, gain - low};
  }

  // The intersection of both intervals, with the value clamped to it.
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
