// The file in which `sow tune` saves the positions of its training games, so that an interrupted run can be resumed.
//
//   header line   game, rules, and options: a file is only resumed with the same ones
//   chunk         number of positions: 4 bytes | check of that number: 4 bytes | positions | XXH3 checksum: 8 bytes
//   chunk …
//
// Both checks depend on the number of the chunk, so chunks cannot be swapped or repeated. All numbers are
// little-endian.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "search/training_sample.h"

namespace sow {

struct PositionChunks {
  std::vector<Sample> samples;
  std::vector<std::size_t> ends;  // samples.size() after each chunk
  std::size_t bytes = 0;          // size of the complete chunks; a chunk cut off at the end of the text is ignored
};

// Parses the text after the header. Throws Error if a chunk is damaged.
PositionChunks parse_position_chunks(std::string_view text, const NetworkShape& shape);

std::string position_chunk_text(std::span<const Sample> samples, const NetworkShape& shape, std::size_t chunk_number);

class PositionsFile {
 public:
  // Creates or opens the file and locks it. Throws Error if another process has locked it, if the header differs, or if
  // the file is damaged. Truncates a chunk that was cut off when the program was interrupted.
  PositionsFile(const std::string& path, const std::string& header, const NetworkShape& shape);

  // The chunks found in the file; can be taken once.
  PositionChunks take_chunks() { return std::move(chunks_); }

  // Appends a chunk and syncs the file.
  void append(std::span<const Sample> samples);

 private:
  File file_;
  NetworkShape shape_;
  PositionChunks chunks_;
  std::size_t chunk_count_ = 0;
};

}  // namespace sow
