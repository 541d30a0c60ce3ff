// Compression of large responses.
#pragma once

#include <string>
#include <string_view>

namespace sow {

// Returns the text as a gzip file (RFC 1952).
std::string gzip(std::string_view text);

}  // namespace sow
