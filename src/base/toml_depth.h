// toml++ follows a.b.c… as deep as it goes, and some hundred thousand levels overflow the stack.
#pragma once

#include <string>
#include <string_view>

namespace sow {

// Throws Error if a key of the text has more parts than any sensible one, before a parser sees it.
void limit_toml_depth(std::string_view text, const std::string& file);

}  // namespace sow
