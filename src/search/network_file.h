// Networks as files: TOML with what the network is for, and its numbers in base64 under a checksum.
//
//   format = 1
//   game = "oware"                  # that it learnt; older files do not say
//   pits = 6                        # of a player
//   counts = 20                     # 0, 1, … 18 seeds in a pit, and more
//   owned = false                   # whether pits can be owned
//   seeds = 48                      # when a game begins
//   stages = 4
//   checksum = "0123456789abcdef"   # XXH3 of the bytes
//   numbers = """…"""               # little-endian, 16 bits each: bias, rows, outputs as in network.h; 32 bits: an output's bias
#pragma once

#include <string>
#include <string_view>

#include "search/network.h"

namespace sow {

inline constexpr std::size_t largest_network_file = 1 << 20;
inline constexpr const char* network_suffix = ".network";

// `about` becomes a comment.
std::string network_text(const Network& network, std::string_view about);

// Throws Error that begins with the file's name if the text is no network, or damaged.
Network parse_network(std::string_view text, const std::string& file);

}  // namespace sow
