// Answers made smaller for clients that take it.
#pragma once

#include <string>
#include <string_view>

namespace sow {

// The text as a gzip file.
std::string gzip(std::string_view text);

}  // namespace sow
