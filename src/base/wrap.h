// Word wrapping for terminal output.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sow {

// Number of columns of UTF-8 text, counting one per character.
std::size_t text_width(std::string_view text);

// Truncates a line to `width` columns; 0 means no limit.
std::string clipped(std::string_view text, std::size_t width);

// Wraps lines longer than `width` between words; 0 means no limit. Continuation lines are indented like the first word,
// or like the last column if the line has columns separated by two or more spaces.
std::string wrapped(std::string_view text, std::size_t width);

}  // namespace sow
