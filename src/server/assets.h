// The files of the page, which are part of the program.
#pragma once

#include <span>
#include <string_view>

namespace sow {

struct Asset {
  std::string_view path;  // "/assets/index-4f3a.js"
  std::string_view type;
  std::string_view etag;                 // with its quotes
  bool immutable;                        // the name changes with the content
  std::string_view plain, gzip, brotli;  // the compressed ones are empty where they save nothing
};

// Written by the build.
extern const std::span<const Asset> assets;

// Null if there is none; "/" is the page itself.
const Asset* find_asset(std::string_view path);

}  // namespace sow
