// Assertions for fuzz targets, enabled in all build types.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace sow::fuzz {

inline void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "property broken: %s\n", what.c_str());
  std::abort();
}

// Errors must be one line without control characters.
inline void require_one_line(const std::string& error) {
  for (const char c : error) require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "one line: " + error);
}

}  // namespace sow::fuzz
