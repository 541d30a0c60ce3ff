#include "search/positions_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "base/error.h"

namespace sow {
namespace {

constexpr std::size_t chunk_header_bytes = 8, checksum_bytes = 8;

// Both sides' pit contents, the number of seeds, and the margin in two bytes.
std::size_t sample_bytes(const NetworkShape& shape) { return 2 * static_cast<std::size_t>(shape.pits) + 3; }

void append_number(std::string& text, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> 8 * i & 255);
}

std::uint64_t read_number(std::string_view text, std::size_t at, int bytes) {
  std::uint64_t number = 0;
  for (int i = 0; i < bytes; ++i) number |= std::uint64_t{static_cast<std::uint8_t>(text[at + i])} << 8 * i;
  return number;
}

std::uint32_t count_check(std::uint32_t count, std::size_t chunk_number) {
  return static_cast<std::uint32_t>(XXH3_64bits_withSeed(&count, sizeof count, chunk_number));
}

std::uint64_t checksum(std::string_view samples, std::size_t chunk_number) {
  return XXH3_64bits_withSeed(samples.data(), samples.size(), chunk_number);
}

void append_sample(std::string& text, const NetworkShape& shape, const Sample& sample) {
  for (const auto& side : sample.contents) text.append(side.begin(), side.begin() + shape.pits);
  append_number(text, sample.seeds, 1);
  append_number(text, static_cast<std::uint16_t>(sample.margin), 2);
}

Sample read_sample(std::string_view text, const NetworkShape& shape) {
  Sample sample{};
  std::size_t at = 0;
  for (auto& side : sample.contents)
    for (int i = 0; i < shape.pits; ++i) side[i] = static_cast<std::uint8_t>(text[at++]);
  sample.seeds = static_cast<std::uint8_t>(text[at]);
  sample.margin = static_cast<std::int16_t>(read_number(text, at + 1, 2));
  return sample;
}

bool is_valid(const Sample& sample, const NetworkShape& shape) {
  return std::all_of(sample.contents.begin(), sample.contents.end(), [&](const auto& side) {
    return std::all_of(side.begin(), side.begin() + shape.pits, [&](int c) { return c < shape.contents(); });
  });
}

File open_locked(const std::string& path) {
  File file(path, O_RDWR | O_CREAT | O_APPEND);
  if (!file.try_lock()) throw Failure(Location{shown(path)}, "another `sow tune` is using this file");
  return file;
}

}  // namespace

std::string position_chunk_text(std::span<const Sample> samples, const NetworkShape& shape, std::size_t chunk_number) {
  const auto count = static_cast<std::uint32_t>(samples.size());
  std::string text;
  append_number(text, count, 4);
  append_number(text, count_check(count, chunk_number), 4);
  for (const Sample& sample : samples) append_sample(text, shape, sample);
  append_number(text, checksum(std::string_view(text).substr(chunk_header_bytes), chunk_number), checksum_bytes);
  return text;
}

PositionChunks parse_position_chunks(std::string_view text, const NetworkShape& shape) {
  PositionChunks chunks;
  const auto require = [&](bool good) {
    if (!good)
      throw DamagedFile(fmt::format("chunk {} is damaged; delete the file to start over", chunks.ends.size() + 1));
  };
  while (text.size() - chunks.bytes >= chunk_header_bytes) {
    const std::string_view rest = text.substr(chunks.bytes);
    const auto count = static_cast<std::uint32_t>(read_number(rest, 0, 4));
    require(read_number(rest, 4, 4) == count_check(count, chunks.ends.size()));
    const std::size_t bytes = count * sample_bytes(shape);
    if (rest.size() < chunk_header_bytes + bytes + checksum_bytes) break;
    const std::string_view samples = rest.substr(chunk_header_bytes, bytes);
    require(read_number(rest, chunk_header_bytes + bytes, checksum_bytes) == checksum(samples, chunks.ends.size()));
    for (std::size_t at = 0; at < bytes; at += sample_bytes(shape)) {
      chunks.samples.push_back(read_sample(samples.substr(at), shape));
      require(is_valid(chunks.samples.back(), shape));
    }
    chunks.ends.push_back(chunks.samples.size());
    chunks.bytes += chunk_header_bytes + bytes + checksum_bytes;
  }
  return chunks;
}

PositionsFile::PositionsFile(const std::string& path, const std::string& header, const NetworkShape& shape)
    : file_(open_locked(path)), shape_(shape) {
  std::string text(file_.size(), '\0');
  text.resize(file_.read_at(0, text.data(), text.size()));
  if (text.size() < header.size() && header.starts_with(text)) {  // new, or interrupted while it was created
    file_.truncate(0);
    file_.write(header);
    file_.sync();
    return;
  }
  if (!text.starts_with(header))
    throw Error(Location{shown(path)},
                "the positions are for another game, other options, or another version; delete the file to start over");
  try {
    chunks_ = parse_position_chunks(std::string_view(text).substr(header.size()), shape);
  } catch (const DamagedFile& e) {
    throw DamagedFile(Location{shown(path)}, e.message());
  }
  chunk_count_ = chunks_.ends.size();
  file_.truncate(header.size() + chunks_.bytes);
}

void PositionsFile::append(std::span<const Sample> samples) {
  file_.write(position_chunk_text(samples, shape_, chunk_count_));
  file_.sync();
  ++chunk_count_;
}

}  // namespace sow
