// The SHA-256 checksum of a file, in the format of sha256sum.
#pragma once

#include <string>

#include "base/file.h"

namespace sow {

std::string sha256(const File& file);

}  // namespace sow
