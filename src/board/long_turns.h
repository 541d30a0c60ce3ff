// Work done in very long turns. Searches count nodes to decide when to check the clock, but one turn with thousands of
// laps takes as long as thousands of ordinary nodes.
#pragma once

#include <cstdint>

namespace sow {

inline constexpr int min_long_turn = 256;  // laps; ordinary turns are shorter and not counted

// Laps of long turns sown by this thread.
inline constinit thread_local std::uint64_t long_turn_laps = 0;

// Reports when enough laps have been sown to check the clock.
class LapMeter {
 public:
  bool expired() const { return long_turn_laps - last_ >= interval; }
  void reset() { last_ = long_turn_laps; }

 private:
  static constexpr std::uint64_t interval = 50'000;  // about a millisecond

  std::uint64_t last_ = long_turn_laps;
};

}  // namespace sow
