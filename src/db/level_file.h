// One level of a database on disk: the values of all boards with so many seeds, in blocks that are compressed and
// checked each by itself.
//
//   header, 48 bytes    "SowLevel" | version 4 | seeds 4 | fingerprint of the rules 8 | values 8 | block size 4 |
//                       blocks 4 | checksum of header and index 8
//   index, 16 a block   where the block ends in the file 8 | checksum of its bytes 8
//   blocks              the code of the values (value_code.h), then the values, one block after the other, up to the end of
//                       the file
//
// Numbers are little-endian, checksums XXH3. Every byte is covered by one: a file that was changed or cut anywhere is
// found to be damaged when it is opened or when the block is read, before any value of it is believed.
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

// The file is there but cannot be believed.
class DamagedFile : public Error {
 public:
  using Error::Error;
};

// What a file of a level must say about itself.
struct LevelName {
  std::uint64_t fingerprint = 0;  // of the rules
  int seeds = 0;
  std::uint64_t values = 0;
};

class LevelFile {
 public:
  static constexpr std::size_t block_bytes = 512;  // larger ones save 4 % of the disk, and cost twice the time a probe

  struct Block {
    std::uint64_t end, checksum;
  };

  // Throws DamagedFile, or Error if it cannot be read or is about something else. Blocks are read and never mapped: were
  // the file cut while it is in use, a map would end the process.
  LevelFile(const std::string& path, const LevelName& name);

  const std::string& path() const { return path_; }
  std::uint64_t values() const { return name_.values; }
  std::uint64_t file_bytes() const { return size_; }
  std::size_t blocks() const { return (name_.values + block_bytes - 1) / block_bytes; }

  // Decompresses a block; `to` has room for block_bytes. Throws DamagedFile. From any number of threads at once.
  void read_block(std::size_t block, std::int8_t* to) const;

  // Decompresses everything on so many threads; `to` has room for values(). Throws DamagedFile.
  void read_all(std::int8_t* to, int threads) const;

 private:
  [[noreturn]] void damaged(const std::string& what) const;
  void read(std::uint64_t offset, void* to, std::size_t bytes) const;
  void read_header();
  void check_index() const;
  void read_code();
  // In the file there is one block more: the first is the code.
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

// A file of this name is always whole (base/new_file.h). The same values give the same bytes. Throws Error, and then leaves
// nothing behind.
void write_level(const std::string& path, const LevelName& name, const ValueSource& values, int threads);
void write_level(const std::string& path, const LevelName& name, std::span<const std::int8_t> values, int threads);

}  // namespace sow
