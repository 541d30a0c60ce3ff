#include "db/level_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <new>
#include <vector>

#include "base/new_file.h"
#include "base/parallel.h"

namespace sow {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr char magic[8] = {'S', 'o', 'w', 'L', 'e', 'v', 'e', 'l'};
constexpr std::uint32_t format_version = 1;
constexpr int compression = 1;  // of zstd: 3 is no smaller on these values, 9 saves 1 % and takes 50 times as long

struct Header {
  char magic[8];
  std::uint32_t version, seeds;
  std::uint64_t fingerprint, values;
  std::uint32_t block_bytes, blocks;
  std::uint64_t checksum;  // of everything before it, and of the index
};
static_assert(sizeof(Header) == 48);

constexpr std::size_t packed_bytes = ZSTD_COMPRESSBOUND(LevelFile::block_bytes);  // of a block, at most

std::uint64_t header_checksum(const Header& header, const void* index, std::size_t index_bytes) {
  return XXH3_64bits_withSeed(index, index_bytes, XXH3_64bits(&header, offsetof(Header, checksum)));
}

struct FreeContext {
  void operator()(ZSTD_CCtx* c) const { ZSTD_freeCCtx(c); }
  void operator()(ZSTD_DCtx* c) const { ZSTD_freeDCtx(c); }
};

// A context of zstd, which gives none if there is no memory.
template <class Context>
std::unique_ptr<Context, FreeContext> checked(Context* context) {
  if (context == nullptr) throw std::bad_alloc();
  return std::unique_ptr<Context, FreeContext>(context);
}

}  // namespace

LevelFile::LevelFile(const std::string& path, const LevelName& name)
    : path_(path), name_(name), file_(path, O_RDONLY), size_(file_.size()) {
  read_header();
  check_index();
}

void LevelFile::damaged(const std::string& what) const {
  throw DamagedFile(fmt::format("{} is damaged: {}", path_, what));
}

void LevelFile::read(std::uint64_t offset, void* to, std::size_t bytes) const {
  if (file_.read_at(offset, to, bytes) != bytes) damaged("it is too short");
}

// The index of a file that is about something else is not read: its size may be anything.
void LevelFile::read_header() {
  Header header;
  if (size_ == 0) damaged("it is empty");
  read(0, &header, sizeof header);
  if (!std::equal(std::begin(magic), std::end(magic), header.magic)) damaged("it does not begin as a database does");
  if (header.version != format_version)
    damaged(fmt::format("it is of format {}, and this program reads format {}", header.version, format_version));
  if (header.blocks == blocks()) {
    if ((size_ - sizeof header) / sizeof(Block) < blocks()) damaged("it is too short");
    index_.resize(blocks());
    read(sizeof header, index_.data(), index_bytes());
    if (header.checksum != header_checksum(header, index_.data(), index_bytes()))
      damaged("the checksum of its header is wrong");
  }
  if (header.fingerprint != name_.fingerprint) throw Error(fmt::format("{} belongs to a game of other rules", path_));
  if (header.seeds != static_cast<std::uint32_t>(name_.seeds) || header.values != name_.values)
    throw Error(fmt::format("{} holds boards of {} seeds, not of {}", path_, header.seeds, name_.seeds));
  if (header.block_bytes != block_bytes || header.blocks != blocks()) damaged("its blocks do not add up");
}

// The checksums may be right and the index nonsense all the same, if somebody made it so.
void LevelFile::check_index() const {
  for (std::size_t block = 0; block < blocks(); ++block) {
    const std::uint64_t begin = block_begin(block), end = index_[block].end;
    if (end <= begin || end - begin > packed_bytes) damaged(fmt::format("block {} cannot be where it says", block));
  }
  if (block_begin(blocks()) != size_) damaged(fmt::format("it has {} bytes, not {}", size_, block_begin(blocks())));
}

std::uint64_t LevelFile::block_begin(std::size_t block) const {
  return block > 0 ? index_[block - 1].end : sizeof(Header) + index_bytes();
}

void LevelFile::read_block(std::size_t block, std::int8_t* to) const {
  thread_local const auto context = checked(ZSTD_createDCtx());
  std::array<char, packed_bytes> packed;
  const std::uint64_t begin = block_begin(block);
  const std::size_t bytes = index_[block].end - begin;
  read(begin, packed.data(), bytes);
  if (XXH3_64bits(packed.data(), bytes) != index_[block].checksum)
    damaged(fmt::format("the checksum of block {} is wrong", block));
  const std::size_t expected = std::min<std::uint64_t>(block_bytes, name_.values - block * block_bytes);
  const std::size_t got = ZSTD_decompressDCtx(context.get(), to, expected, packed.data(), bytes);
  if (ZSTD_isError(got) || got != expected) damaged(fmt::format("block {} cannot be unpacked", block));
}

void LevelFile::read_all(std::int8_t* to, int threads) const {
  parallel(threads, blocks(), 256, [&](std::uint64_t from, std::uint64_t end) {
    for (std::uint64_t block = from; block < end; ++block) read_block(block, to + block * block_bytes);
  });
}

void write_level(const std::string& path, const LevelName& name, std::span<const std::int8_t> values, int threads) {
  write_level(
      path, name, [&](std::uint64_t first, std::size_t count) { return values.subspan(first, count); }, threads);
}

void write_level(const std::string& path, const LevelName& name, const ValueSource& source, int threads) {
  using Block = LevelFile::Block;
  constexpr std::size_t block_bytes = LevelFile::block_bytes, room = packed_bytes, batch = 4096;
  const std::size_t blocks = (name.values + block_bytes - 1) / block_bytes;
  Header header{};
  std::copy(std::begin(magic), std::end(magic), header.magic);
  header.version = format_version;
  header.seeds = name.seeds;
  header.fingerprint = name.fingerprint;
  header.values = name.values;
  header.block_bytes = block_bytes;
  header.blocks = blocks;

  NewFile part(path);
  File& file = part.file();
  std::vector<Block> index(blocks);
  std::vector<char> packed(std::min(batch, blocks) * room), joined;
  std::vector<std::size_t> sizes(std::min(batch, blocks));
  std::uint64_t end = sizeof header + blocks * sizeof(Block);
  for (std::size_t first = 0; first < blocks; first += batch) {
    const std::size_t count = std::min(batch, blocks - first);
    const std::uint64_t begin = first * block_bytes;
    const auto values = source(begin, std::min<std::uint64_t>(count * block_bytes, name.values - begin));
    parallel(threads, count, 64, [&](std::uint64_t from, std::uint64_t to) {
      thread_local const auto context = checked(ZSTD_createCCtx());
      for (std::uint64_t i = from; i < to; ++i) {
        const auto block =
            values.subspan(i * block_bytes).first(std::min(block_bytes, values.size() - i * block_bytes));
        sizes[i] =
            ZSTD_compressCCtx(context.get(), packed.data() + i * room, room, block.data(), block.size(), compression);
        if (ZSTD_isError(sizes[i])) throw std::bad_alloc();  // there is room for any result: only memory can lack
        index[first + i].checksum = XXH3_64bits(packed.data() + i * room, sizes[i]);
      }
    });
    joined.clear();
    for (std::size_t i = 0; i < count; ++i) {
      joined.insert(joined.end(), packed.data() + i * room, packed.data() + i * room + sizes[i]);
      index[first + i].end = end + joined.size();
    }
    file.write_at(end, joined.data(), joined.size());
    end += joined.size();
  }
  header.checksum = header_checksum(header, index.data(), index.size() * sizeof(Block));
  file.write_at(sizeof header, index.data(), index.size() * sizeof(Block));
  file.write_at(0, &header, sizeof header);
  part.finish();
}

}  // namespace sow
