#include "match/time_control.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace sow {
namespace {

constexpr double longest_seconds = 1'000'000;

// Milliseconds.
std::optional<std::int64_t> parse_seconds(std::string_view text) {
  double seconds = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
  if (code != std::errc{} || end != text.data() + text.size() || !(seconds >= 0 && seconds <= longest_seconds))
    return std::nullopt;
  return std::llround(seconds * 1000);
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
