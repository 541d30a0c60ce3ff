// The clock of a player: so much for the game, and so much more for every move.
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

inline constexpr const char* time_control_help = "seconds for the game and for every move, as in 10+0.1";

// "10+0.1", "60": seconds. None if it is not that.
std::optional<TimeControl> parse_time_control(std::string_view text);
std::string time_control_text(const TimeControl& control);

}  // namespace sow
