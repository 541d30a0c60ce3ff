// One level of a database on disk: the values of all boards with n seeds, in blocks that are compressed and checked
// separately.
//
//   header, 48 bytes     "SowLevel" | version 4 | seeds 4 | fingerprint of the rules 8 | number of values 8 |
//                        block size 4 | number of blocks 4 | checksum of header and index 8
//   index, 16 per block  offset of the end of the block in the file 8 | checksum of its bytes 8
//   blocks               first the code of the values (value_code.h), then the values, up to the end of the file
//
// Numbers are little-endian, checksums XXH3. A checksum covers every byte, so damage anywhere is detected when the file
// is opened or the block is read, before any value is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "db/value_code.h"

namespace sow {

// What the header of a level file must contain.
struct LevelName {
  std::uint64_t fingerprint = 0;  // hash of the rules
  int seeds = 0;
  std::uint64_t values = 0;
};

class LevelFile {
 public:
  // Larger blocks would save 4 % of the disk space but double the time per probe.
  static constexpr std::size_t block_bytes = 512;
  static constexpr double typical_bytes_per_board = 0.5;  // measured in docs/databases.md

  struct Block {
    std::uint64_t end, checksum;
  };

  // Throws DamagedFile, or Error if the file cannot be read or belongs to another game or level. Blocks are read and
  // not memory-mapped: truncating a mapped file would crash the process.
  LevelFile(const std::string& path, const LevelName& name);

  const std::string& path() const { return path_; }
  std::uint64_t values() const { return name_.values; }
  std::uint64_t file_bytes() const { return size_; }
  std::size_t blocks() const { return (name_.values + block_bytes - 1) / block_bytes; }

  // Decompresses a block; `to` has room for block_bytes. Throws DamagedFile. Thread-safe.
  void read_block(std::size_t block, std::int8_t* to) const;

  // Decompresses all values; `to` has room for values(). Throws DamagedFile.
  void read_all(std::int8_t* to, int threads) const;

 private:
  [[noreturn]] void damaged(const std::string& what) const;
  void read(std::uint64_t offset, void* to, std::size_t bytes) const;
  void read_header();
  void check_index() const;
  void read_code();
  // The file has one more block: the first one is the code.
  std::size_t entries() const { return blocks() + 1; }
  std::size_t index_bytes() const { return entries() * sizeof(Block); }
  std::uint64_t begin_of(std::size_t entry) const;
  void read_entry(std::size_t entry, char* to) const;
  std::size_t bytes_of(std::size_t entry) const { return index_[entry].end - begin_of(entry); }

  std::string path_;
  LevelName name_;
  File file_;
  std::uint64_t size_ = 0;
  std::vector<Block> index_;
  ValueCode code_;
};

// Writes the file atomically (base/new_file.h). The same values give the same bytes. Throws Error, in which case no
// file is left.
void write_level(const std::string& path, const LevelName& name, const ValueSource& values, int threads);
void write_level(const std::string& path, const LevelName& name, std::span<const std::int8_t> values, int threads);

}  // namespace sow
