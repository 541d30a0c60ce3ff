// Work done in very long turns. Searches count nodes to limit their work and to decide when to check the clock, but one
// turn with thousands of laps takes as long as thousands of ordinary nodes.
#pragma once

#include <cstdint>
#include <utility>

namespace sow {

inline constexpr int min_long_turn = 256;  // laps; ordinary turns are shorter and not counted

// Laps of long turns sown by this thread.
inline constinit thread_local std::uint64_t long_turn_laps = 0;

// Reports when enough laps have been sown to check the clock.
class LapMeter {
 public:
  bool expired() const { return long_turn_laps - last_ >= interval; }
  void reset() { last_ = long_turn_laps; }
  // The number of ordinary nodes that take as long as the laps sown since the last call.
  std::uint64_t take_nodes() {
    const std::uint64_t laps = std::exchange(last_, long_turn_laps);
    return (last_ - laps) / laps_per_node;
  }

  static constexpr std::uint64_t interval = 50'000;  // about a millisecond
  static constexpr std::uint64_t laps_per_node = 8;

 private:
  std::uint64_t last_ = long_turn_laps;
};

}  // namespace sow
