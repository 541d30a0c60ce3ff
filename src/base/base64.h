// Bytes as text (RFC 4648).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sow {

// With padding; the other one in the letters an address may have, without.
std::string to_base64(std::span<const std::uint8_t> bytes);
std::string to_base64url(std::span<const std::uint8_t> bytes);

// Line ends between the characters are left out. Nothing if the text is no base64.
std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text);

}  // namespace sow
