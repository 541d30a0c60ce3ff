// Network files: TOML with the dimensions of the network, and its weights in base64 with a checksum.
//
//   format = 1
//   game = "oware"                  # the game it was trained on; missing in older files
//   pits = 6                        # per player
//   counts = 20                     # distinct seed counts per pit: 0, 1, … 18, and 19 or more
//   owned = false                   # whether pits can be owned
//   seeds = 48                      # at the start of a game
//   stages = 4
//   checksum = "0123456789abcdef"   # XXH3 of the bytes
//   numbers = """…"""               # bias, rows, outputs (network.h); 16 bits each, output biases 32; little-endian
#pragma once

#include <string>
#include <string_view>

#include "search/network.h"

namespace sow {

inline constexpr std::size_t max_network_file_bytes = 1 << 20;
inline constexpr const char* network_suffix = ".network";

// `about` is written as a comment on the first line.
std::string network_text(const Network& network, std::string_view about);

// Throws Error, starting with the file name, if the text is not a valid network.
Network parse_network(std::string_view text, const std::string& file);

}  // namespace sow
