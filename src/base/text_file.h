// Reads and writes whole text files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sow {

inline constexpr std::size_t max_text_file = 16 << 20;

// "-" is standard input. Throws Error if the file cannot be read or is larger than `limit` bytes. Error messages show
// `name`, or the path if it is empty.
std::string read_text_file(const std::string& path, std::size_t limit = max_text_file, const std::string& name = "");

// Replaces the file atomically. Throws Error and keeps the old file on failure.
void write_text_file(const std::string& path, std::string_view text);

// Throws Error if the file already exists.
void create_text_file(const std::string& path, std::string_view text);

}  // namespace sow
