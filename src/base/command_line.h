// The words of a command, as a shell would split them, but nothing else of a shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sow {

// Words are parted by spaces. '…' and "…" keep spaces; \ takes the next character as it is, except within '…'. Throws
// Error if a quote is not closed or there is no word.
std::vector<std::string> split_command(std::string_view text);

}  // namespace sow
