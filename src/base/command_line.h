// Splits a command line into words with shell-like quoting. There are no variables, globs, or pipes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sow {

// Words are separated by spaces. '…' and "…" preserve spaces, and \ escapes the next character except inside '…'.
// Throws Error if a quote is not closed or there are no words.
std::vector<std::string> split_command(std::string_view text);

}  // namespace sow
