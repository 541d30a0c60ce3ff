// Bytes made smaller (RFC 1951), for those who write the frame around them.
#pragma once

#include <string>
#include <string_view>

namespace sow {

enum class Effort { usual = 6, most = 9 };

std::string deflated(std::string_view bytes, Effort effort);

}  // namespace sow
