// Reads and writes whole text files.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace sow {

inline constexpr std::size_t max_text_file = 16 << 20;

// "-" is standard input. Throws Error if the file cannot be read or is larger than `limit` bytes. Error messages show
// `name`, or the path if it is empty.
std::string read_text_file(const std::string& path, std::size_t limit = max_text_file, const std::string& name = "");

// Replaces the file atomically. Throws Error and keeps the old file on failure.
void write_text_file(const std::string& path, std::string_view text);

// Throws Error if the file already exists or cannot be written. A partly written file is removed.
void create_text_file(const std::string& path, std::string_view text);

// Prevents a mistyped name from destroying another file. Throws Error if `path` is a nonempty file and `is_own_kind`
// returns false for its first bytes. `kind` names what may be replaced, for example "a match page".
void require_replaceable(const std::string& path, std::string_view kind,
                         const std::function<bool(std::string_view)>& is_own_kind);

}  // namespace sow
