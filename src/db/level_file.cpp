#include "db/level_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

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

struct IndexEntry {
  std::uint64_t end, checksum;
};

std::uint64_t header_checksum(const Header& header, const void* index, std::size_t index_bytes) {
  return XXH3_64bits_withSeed(index, index_bytes, XXH3_64bits(&header, offsetof(Header, checksum)));
}

struct FreeContext {
  void operator()(ZSTD_CCtx* c) const { ZSTD_freeCCtx(c); }
  void operator()(ZSTD_DCtx* c) const { ZSTD_freeDCtx(c); }
};

[[noreturn]] void system_error(const std::string& doing, const std::string& path) {
  throw Error(fmt::format("cannot {} {}: {}", doing, path, std::strerror(errno)));
}

// A file that is being written: gone again unless it is finished.
class NewFile {
 public:
  explicit NewFile(const std::string& path) : path_(path), temporary_(path + ".new") {
    fd_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd_ < 0) system_error("write", temporary_);
  }
  ~NewFile() {
    if (fd_ < 0) return;
    close(fd_);
    unlink(temporary_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write_at(std::uint64_t offset, const void* data, std::size_t bytes) {
    const auto* from = static_cast<const char*>(data);
    while (bytes > 0) {
      const ssize_t n = pwrite(fd_, from, bytes, static_cast<off_t>(offset));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) system_error("write", path_);
      from += n;
      offset += static_cast<std::uint64_t>(n);
      bytes -= static_cast<std::size_t>(n);
    }
  }

  void finish() {
    if (fsync(fd_) != 0) system_error("write", path_);
    if (rename(temporary_.c_str(), path_.c_str()) != 0) system_error("write", path_);
    close(std::exchange(fd_, -1));
    // The new name must outlast a power cut too.
    const int folder = open(std::filesystem::path(path_).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
  }

 private:
  std::string path_, temporary_;
  int fd_ = -1;
};

}  // namespace

LevelFile::LevelFile(const std::string& path, const LevelName& name) : path_(path), name_(name) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) system_error("read", path);
  struct stat status {};
  void* mapped = MAP_FAILED;
  if (fstat(fd, &status) == 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ > 0) mapped = mmap(nullptr, size_, PROT_READ, MAP_SHARED, fd, 0);
  }
  close(fd);
  if (mapped == MAP_FAILED) {
    if (size_ == 0) damaged("it is empty");
    system_error("read", path);
  }
  data_ = static_cast<const std::byte*>(mapped);
  try {
    check_header();
  } catch (...) {
    munmap(mapped, size_);
    throw;
  }
}

LevelFile::~LevelFile() { munmap(const_cast<std::byte*>(data_), size_); }

void LevelFile::damaged(const std::string& what) const {
  throw DamagedFile(fmt::format("{} is damaged: {}", path_, what));
}

void LevelFile::check_header() const {
  Header header;
  if (size_ < sizeof header) damaged("it is too short");
  std::memcpy(&header, data_, sizeof header);
  if (!std::equal(std::begin(magic), std::end(magic), header.magic)) damaged("it does not begin as a database does");
  if (header.version != format_version)
    damaged(fmt::format("it is of format {}, and this program reads format {}", header.version, format_version));
  const std::size_t index_bytes = std::size_t{header.blocks} * sizeof(IndexEntry);
  if (size_ < sizeof header + index_bytes) damaged("it is too short");
  if (header.checksum != header_checksum(header, data_ + sizeof header, index_bytes))
    damaged("the checksum of its header is wrong");
  if (header.fingerprint != name_.fingerprint) throw Error(fmt::format("{} belongs to a game of other rules", path_));
  if (header.seeds != static_cast<std::uint32_t>(name_.seeds) || header.values != name_.values)
    throw Error(fmt::format("{} holds boards of {} seeds, not of {}", path_, header.seeds, name_.seeds));
  if (header.block_bytes != block_bytes || header.blocks != blocks()) damaged("its blocks do not add up");
  if (block_end(blocks() - 1) != size_) damaged(fmt::format("it has {} bytes, not {}", size_, block_end(blocks() - 1)));
}

std::uint64_t LevelFile::block_end(std::size_t block) const {
  std::uint64_t end;
  std::memcpy(&end, data_ + sizeof(Header) + block * sizeof(IndexEntry), sizeof end);
  return end;
}

void LevelFile::read_block(std::size_t block, std::int8_t* to) const {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
  IndexEntry entry;
  std::memcpy(&entry, data_ + sizeof(Header) + block * sizeof entry, sizeof entry);
  const std::uint64_t begin = block > 0 ? block_end(block - 1) : sizeof(Header) + blocks() * sizeof entry;
  const std::size_t bytes = static_cast<std::size_t>(entry.end - begin);
  if (XXH3_64bits(data_ + begin, bytes) != entry.checksum)
    damaged(fmt::format("the checksum of block {} is wrong", block));
  const std::size_t expected =
      static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes, name_.values - block * block_bytes));
  const std::size_t got = ZSTD_decompressDCtx(context.get(), to, expected, data_ + begin, bytes);
  if (ZSTD_isError(got) || got != expected) damaged(fmt::format("block {} cannot be unpacked", block));
}

void LevelFile::read_all(std::int8_t* to, int threads) const {
  parallel(threads, blocks(), 256, [&](std::uint64_t from, std::uint64_t end) {
    for (std::uint64_t block = from; block < end; ++block) read_block(block, to + block * block_bytes);
  });
}

void write_level(const std::string& path, const LevelName& name, std::span<const std::int8_t> values, int threads) {
  constexpr std::size_t block_bytes = LevelFile::block_bytes, batch = 4096;
  const std::size_t blocks = (values.size() + block_bytes - 1) / block_bytes, room = ZSTD_compressBound(block_bytes);
  Header header{};
  std::copy(std::begin(magic), std::end(magic), header.magic);
  header.version = format_version;
  header.seeds = static_cast<std::uint32_t>(name.seeds);
  header.fingerprint = name.fingerprint;
  header.values = values.size();
  header.block_bytes = block_bytes;
  header.blocks = static_cast<std::uint32_t>(blocks);

  NewFile file(path);
  std::vector<IndexEntry> index(blocks);
  std::vector<char> packed(std::min(batch, blocks) * room), joined;
  std::vector<std::size_t> sizes(std::min(batch, blocks));
  std::uint64_t end = sizeof header + blocks * sizeof(IndexEntry);
  for (std::size_t first = 0; first < blocks; first += batch) {
    const std::size_t count = std::min(batch, blocks - first);
    parallel(threads, count, 64, [&](std::uint64_t from, std::uint64_t to) {
      thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
      for (std::uint64_t i = from; i < to; ++i) {
        const auto block = values.subspan((first + i) * block_bytes)
                               .first(std::min(block_bytes, values.size() - (first + i) * block_bytes));
        sizes[i] =
            ZSTD_compressCCtx(context.get(), packed.data() + i * room, room, block.data(), block.size(), compression);
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
  header.checksum = header_checksum(header, index.data(), index.size() * sizeof(IndexEntry));
  file.write_at(sizeof header, index.data(), index.size() * sizeof(IndexEntry));
  file.write_at(0, &header, sizeof header);
  file.finish();
}

}  // namespace sow
