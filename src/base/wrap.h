// Text for people, fitted to the width of what it is shown on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sow {

// How many columns UTF-8 text takes, a character counting one.
std::size_t text_width(std::string_view text);

// As much of one line as fits; width 0: all of it.
std::string clipped(std::string_view text, std::size_t width);

// Lines longer than the width are broken between words; words that are longer stay whole. What is left of a line goes on
// where the line began, or under its last column if it has columns, parted by two spaces or more. Width 0: no limit.
std::string wrapped(std::string_view text, std::size_t width);

}  // namespace sow
