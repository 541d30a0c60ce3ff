#include "base/base64.h"

namespace sow {
namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < count ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= count ? base64_digits[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  std::uint32_t group = 0;
  int held = 0, padding = 0;  // base64_digits of the group; `=` at the end
  for (const char c : text) {
    if (c == '\n' || c == '\r') continue;
    const auto digit = base64_digits.find(c);
    if (c == '=' && held >= 2 && padding < 2)
      ++padding;
    else if (digit == std::string_view::npos || padding > 0)
      return std::nullopt;
    group = group << 6 | (c == '=' ? 0 : static_cast<std::uint32_t>(digit));
    if (++held < 4) continue;
    for (int k = 0; k < 3 - padding; ++k) bytes.push_back(static_cast<std::uint8_t>(group >> (16 - 8 * k)));
    group = 0;
    held = 0;
  }
  if (held != 0) return std::nullopt;
  return bytes;
}

}  // namespace sow
