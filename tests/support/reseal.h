// Repairs the checksums of a corrupted level file, so that the checks behind them are reached.
#pragma once

#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

namespace sow::tests {

inline void reseal(std::string& file) {
  constexpr std::size_t header = 48, entry = 16, blocks_at = 36, checksum_at = 40;
  if (file.size() < header) return;
  std::uint32_t blocks;
  std::memcpy(&blocks, &file[blocks_at], sizeof blocks);
  blocks = static_cast<std::uint32_t>(std::min<std::size_t>(blocks, (file.size() - header) / entry));
  std::uint64_t begin = header + blocks * entry, end;
  for (std::uint32_t i = 0; i < blocks; ++i, begin = end) {
    std::memcpy(&end, &file[header + i * entry], sizeof end);
    if (end < begin || end > file.size()) continue;
    const std::uint64_t checksum = XXH3_64bits(&file[begin], end - begin);
    std::memcpy(&file[header + i * entry + sizeof end], &checksum, sizeof checksum);
  }
  const std::uint64_t checksum =
      XXH3_64bits_withSeed(file.data() + header, blocks * entry, XXH3_64bits(file.data(), checksum_at));
  std::memcpy(&file[checksum_at], &checksum, sizeof checksum);
}

}  // namespace sow::tests
