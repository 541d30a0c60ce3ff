#include "base/base64.h"

namespace sow {
namespace {

constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::string_view url_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::string encode(std::span<const std::uint8_t> bytes, std::string_view digits) {
  std::string text;
  std::uint32_t buffer = 0;
  int bits = 0;
  for (const std::uint8_t byte : bytes) {
    buffer = buffer << 8 | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += digits[buffer >> (bits - 6) & 63];
  }
  if (bits > 0) text += digits[buffer << (6 - bits) & 63];
  return text;
}

}  // namespace

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string text = encode(bytes, base64_digits);
  while (text.size() % 4 != 0) text += '=';
  return text;
}

std::string to_base64url(std::span<const std::uint8_t> bytes) { return encode(bytes, url_digits); }

std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text) {
  std::vector<std::uint8_t> bytes;
  std::uint32_t group = 0;
  int digits = 0, padding = 0;  // in the current group of four
  for (const char c : text) {
    if (c == '\n' || c == '\r') continue;
    const auto digit = base64_digits.find(c);
    if (c == '=' && digits >= 2 && padding < 2)
      ++padding;
    else if (digit == std::string_view::npos || padding > 0)
      return std::nullopt;
    group = group << 6 | (c == '=' ? 0 : static_cast<std::uint32_t>(digit));
    if (++digits < 4) continue;
    for (int k = 0; k < 3 - padding; ++k) bytes.push_back(static_cast<std::uint8_t>(group >> (16 - 8 * k)));
    group = 0;
    digits = 0;
  }
  if (digits != 0) return std::nullopt;
  return bytes;
}

}  // namespace sow
