#include "match/time_control.h"

#include <fmt/format.h>

#include <cmath>

#include "base/platform.h"

namespace sow {
namespace {

constexpr double max_seconds = 1'000'000;

// Returns milliseconds.
std::optional<std::int64_t> parse_seconds(std::string_view text) {
  const auto seconds = parse_decimal(text);
  if (!seconds || !(*seconds >= 0 && *seconds <= max_seconds)) return std::nullopt;
  return std::llround(*seconds * 1000);
}

}  // namespace

std::optional<TimeControl> parse_time_control(std::string_view text) {
  const auto plus = text.find('+');
  const auto base = parse_seconds(text.substr(0, plus));
  const auto increment = plus == std::string_view::npos ? 0 : parse_seconds(text.substr(plus + 1));
  if (!base || !increment || *base == 0) return std::nullopt;
  return TimeControl{*base, *increment};
}

std::string time_control_text(const TimeControl& control) {
  return fmt::format("{}+{}", static_cast<double>(control.base_ms) / 1000,
                     static_cast<double>(control.increment_ms) / 1000);
}

}  // namespace sow
