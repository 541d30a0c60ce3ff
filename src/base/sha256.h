// The SHA-256 sum of a file, as sha256sum prints it.
#pragma once

#include <string>

#include "base/file.h"

namespace sow {

std::string sha256(const File& file);

}  // namespace sow
