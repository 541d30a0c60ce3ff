// A player's time control: base time for the game plus an increment per move.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "search/limits.h"

namespace sow {

struct TimeControl {
  std::int64_t base_ms = 0, increment_ms = 0;
  bool operator==(const TimeControl&) const = default;

  Limits::Clock clock() const { return {.left_ms = base_ms, .increment_ms = increment_ms}; }
};

inline constexpr const char* time_control_help = "seconds per game plus increment per move, such as 10+0.1";

// "10+0.1" or "60", in seconds. Empty if the text is invalid.
std::optional<TimeControl> parse_time_control(std::string_view text);
std::string time_control_text(const TimeControl& control);

}  // namespace sow
