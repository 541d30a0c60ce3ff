// Raw DEFLATE compression (RFC 1951). Callers add the gzip or zlib header and checksum.
#pragma once

#include <string>
#include <string_view>

namespace sow {

enum class CompressionLevel { normal = 6, best = 9 };

std::string deflate(std::string_view bytes, CompressionLevel level);

}  // namespace sow
