// Chunks of training positions. If the first byte is odd, the rest is packed into valid chunks first. Text is parsed or
// rejected, and the parsed positions print to the same text.
#include <string>

#include "base/error.h"
#include "require.h"
#include "search/positions_file.h"

using namespace sow;

namespace {

const NetworkShape shape{.pits = 2, .counts = 16, .seeds = 12, .stages = 2};
constexpr std::size_t bytes_per_sample = 7;

Sample sample_of(const std::uint8_t* bytes) {
  Sample sample{};
  for (int i = 0; i < 4; ++i) sample.contents[i / 2][i % 2] = bytes[i] % 16;
  sample.seeds = bytes[4];
  sample.margin = static_cast<std::int16_t>(bytes[5] | bytes[6] << 8);
  return sample;
}

// Chunks of up to three samples.
std::string valid_text(const std::uint8_t* data, std::size_t size) {
  std::string text;
  std::vector<Sample> samples;
  std::size_t chunk = 0;
  for (std::size_t at = 0; at + bytes_per_sample <= size; at += bytes_per_sample) {
    samples.push_back(sample_of(data + at));
    if (samples.size() <= data[at] % 3u) continue;
    text += position_chunk_text(samples, shape, chunk++);
    samples.clear();
  }
  return text;
}

std::string printed(const PositionChunks& chunks) {
  std::string text;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < chunks.ends.size(); ++i) {
    text += position_chunk_text(std::span(chunks.samples).subspan(begin, chunks.ends[i] - begin), shape, i);
    begin = chunks.ends[i];
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const bool valid = data[0] % 2 == 1;
  const std::string text =
      valid ? valid_text(data + 1, size - 1) : std::string(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const PositionChunks chunks = parse_position_chunks(text, shape);
    fuzz::require(printed(chunks) == text.substr(0, chunks.bytes), "prints to the same text");
    fuzz::require(!valid || chunks.bytes == text.size(), "valid chunks are parsed");
  } catch (const Error& e) {
    fuzz::require(!valid, "valid chunks are accepted");
    fuzz::require_one_line(e.what());
  }
  return 0;
}
