#include "db/level_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "base/new_file.h"
#include "base/parallel.h"

namespace sow {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr char magic[8] = {'S', 'o', 'w', 'L', 'e', 'v', 'e', 'l'};
constexpr std::uint32_t format_version = 2;

struct Header {
  char magic[8];
  std::uint32_t version, seeds;
  std::uint64_t fingerprint, values;
  std::uint32_t block_bytes, blocks;
  std::uint64_t checksum;  // covers everything before it, and the index
};
static_assert(sizeof(Header) == 48);

constexpr std::size_t code_bytes = 2 + 255 * 256,
                      packed_bytes = ValueCode::max_bytes(LevelFile::block_bytes);  // upper bounds

std::string name_of(std::size_t entry) { return entry == 0 ? "the code table" : fmt::format("block {}", entry - 1); }

std::uint64_t header_checksum(const Header& header, const void* index, std::size_t index_bytes) {
  return XXH3_64bits_withSeed(index, index_bytes, XXH3_64bits(&header, offsetof(Header, checksum)));
}

}  // namespace

LevelFile::LevelFile(const std::string& path, const LevelName& name)
    : path_(path), name_(name), file_(path, O_RDONLY), size_(file_.size()) {
  read_header();
  check_index();
  read_code();
}

void LevelFile::damaged(const std::string& what) const {
  throw DamagedFile(fmt::format("{} is damaged: {}", path_, what));
}

void LevelFile::read(std::uint64_t offset, void* to, std::size_t bytes) const {
  if (file_.read_at(offset, to, bytes) != bytes) damaged("the file is truncated");
}

// The index is not read if the header belongs to another file: its size could be anything.
void LevelFile::read_header() {
  Header header;
  if (size_ == 0) damaged("the file is empty");
  read(0, &header, sizeof header);
  if (!std::equal(std::begin(magic), std::end(magic), header.magic)) damaged("it is not a level file");
  if (header.version != format_version)
    damaged(fmt::format("it has format version {}, but this program reads version {}", header.version, format_version));
  if (header.blocks == entries()) {
    if ((size_ - sizeof header) / sizeof(Block) < entries()) damaged("the file is truncated");
    index_.resize(entries());
    read(sizeof header, index_.data(), index_bytes());
    if (header.checksum != header_checksum(header, index_.data(), index_bytes()))
      damaged("wrong checksum in the header");
  }
  if (header.fingerprint != name_.fingerprint)
    throw Error(fmt::format("{} belongs to a game with different rules", path_));
  if (header.seeds != static_cast<std::uint32_t>(name_.seeds))
    throw Error(fmt::format("{} contains boards with {} seeds instead of {}", path_, header.seeds, name_.seeds));
  if (header.values != name_.values)
    damaged(fmt::format("it has {} values instead of {}", header.values, name_.values));
  if (header.block_bytes != block_bytes || header.blocks != entries()) damaged("wrong number of blocks");
}

// In a forged file, the checksums may be correct although the index is invalid.
void LevelFile::check_index() const {
  for (std::size_t entry = 0; entry < entries(); ++entry) {
    const std::uint64_t begin = begin_of(entry), end = index_[entry].end;
    if (end <= begin || end - begin > (entry == 0 ? code_bytes : packed_bytes))
      damaged("invalid offset of " + name_of(entry));
  }
  if (begin_of(entries()) != size_) damaged(fmt::format("it has {} bytes instead of {}", size_, begin_of(entries())));
}

std::uint64_t LevelFile::begin_of(std::size_t entry) const {
  return entry > 0 ? index_[entry - 1].end : sizeof(Header) + index_bytes();
}

void LevelFile::read_entry(std::size_t entry, char* to) const {
  const std::size_t bytes = bytes_of(entry);
  read(begin_of(entry), to, bytes);
  if (XXH3_64bits(to, bytes) != index_[entry].checksum) damaged(fmt::format("wrong checksum in {}", name_of(entry)));
}

void LevelFile::read_code() {
  std::vector<char> text(bytes_of(0));
  read_entry(0, text.data());
  if (!code_.read(text)) damaged("invalid code table");
}

void LevelFile::read_block(std::size_t block, std::int8_t* to) const {
  std::array<char, packed_bytes + ValueCode::read_beyond(block_bytes)> packed;
  read_entry(block + 1, packed.data());
  const std::size_t bytes = bytes_of(block + 1);
  std::memset(packed.data() + bytes, 0, ValueCode::read_beyond(block_bytes));
  const std::size_t values = std::min<std::uint64_t>(block_bytes, name_.values - block * block_bytes);
  if (!code_.unpack({packed.data(), bytes}, {to, values})) damaged(name_of(block + 1) + " cannot be decompressed");
}

void LevelFile::read_all(std::int8_t* to, int threads) const {
  parallel(threads, blocks(), 2048, [&](std::uint64_t from, std::uint64_t end) {
    for (std::uint64_t block = from; block < end; ++block) read_block(block, to + block * block_bytes);
  });
}

void write_level(const std::string& path, const LevelName& name, std::span<const std::int8_t> values, int threads) {
  write_level(path, name, source_of(values), threads);
}

void write_level(const std::string& path, const LevelName& name, const ValueSource& source, int threads) {
  using Block = LevelFile::Block;
  constexpr std::size_t block_bytes = LevelFile::block_bytes, room = packed_bytes, batch = 1 << 15;
  const std::size_t blocks = (name.values + block_bytes - 1) / block_bytes;
  const ValueCode code(source, name.values, block_bytes, threads);
  Header header{};
  std::copy(std::begin(magic), std::end(magic), header.magic);
  header.version = format_version;
  header.seeds = name.seeds;
  header.fingerprint = name.fingerprint;
  header.values = name.values;
  header.block_bytes = block_bytes;
  header.blocks = blocks + 1;

  NewFile part(path);
  File& file = part.file();
  std::vector<Block> index;
  index.reserve(blocks + 1);
  std::uint64_t end = sizeof header + (blocks + 1) * sizeof(Block);
  const auto append = [&](const char* bytes, std::size_t size) {
    index.push_back({(index.empty() ? end : index.back().end) + size, XXH3_64bits(bytes, size)});
  };
  const std::string text = code.text();
  append(text.data(), text.size());
  file.write_at(end, text.data(), text.size());
  std::vector<char> packed(std::min(batch, blocks) * room), joined;
  std::vector<std::size_t> sizes(std::min(batch, blocks));
  for (std::size_t first = 0; first < blocks; first += batch) {
    const std::size_t count = std::min(batch, blocks - first);
    const std::uint64_t from_value = first * block_bytes;
    const auto values = source(from_value, std::min<std::uint64_t>(count * block_bytes, name.values - from_value));
    parallel(threads, count, 512, [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t i = from; i < to; ++i) {
        const auto block = values.subspan(i * block_bytes)
                               .first(std::min<std::uint64_t>(block_bytes, values.size() - i * block_bytes));
        sizes[i] = code.pack(block, packed.data() + i * room);
      }
    });
    const std::uint64_t begin = index.back().end;
    joined.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const char* const bytes = packed.data() + i * room;
      joined.insert(joined.end(), bytes, bytes + sizes[i]);
      append(bytes, sizes[i]);
    }
    file.write_at(begin, joined.data(), joined.size());
  }
  header.checksum = header_checksum(header, index.data(), index.size() * sizeof(Block));
  file.write_at(sizeof header, index.data(), index.size() * sizeof(Block));
  file.write_at(0, &header, sizeof header);
  part.finish();
}

}  // namespace sow
