// Base64 encoding (RFC 4648).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sow {

// Standard alphabet with padding; URL-safe alphabet without padding.
std::string to_base64(std::span<const std::uint8_t> bytes);
std::string to_base64url(std::span<const std::uint8_t> bytes);

// Ignores line breaks. Returns nullopt if the text is not valid base64.
std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text);

}  // namespace sow
