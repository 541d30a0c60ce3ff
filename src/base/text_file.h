// Reading and writing the user's files: the one place that does either.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sow {

inline constexpr std::size_t largest_text_file = 16 << 20;

// The whole file; "-" is standard input. Throws Error when it cannot be read or holds more than `limit` bytes.
std::string read_text_file(const std::string& path, std::size_t limit = largest_text_file);

// Replaces the file at once: whoever reads it sees the old text or the new, and a failure leaves the old one.
// Throws Error.
void write_text_file(const std::string& path, std::string_view text);

// Throws Error if there is a file of this name already.
void create_text_file(const std::string& path, std::string_view text);

}  // namespace sow
