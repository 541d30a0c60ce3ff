// The version of the program and how it was built.
#pragma once

#include <string>

namespace sow {

// "sow 0.2.0"
std::string version_text();

// The version, commit, and build options, one per line.
std::string build_info();

}  // namespace sow
