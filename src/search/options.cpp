#include "search/options.h"

#include <fmt/format.h>

#include <charconv>

namespace sow {

std::optional<std::int64_t> parse_number(std::string_view text, std::int64_t min, std::int64_t max) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  if (code != std::errc{} || stop != end || number < min || number > max) return std::nullopt;
  return number;
}

std::string range_text(const Option& option) { return fmt::format("{} to {}", option.min, option.max); }

std::string default_text(const Option& option) {
  if (!option.default_words.empty()) return std::string(option.default_words);
  return option.default_value ? fmt::format("{}", *option.default_value) : "";
}

}  // namespace sow
