// Level files: round trips, and detection of any damage.
#include "db/level_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <fstream>
#include <numeric>
#include <random>
#include <vector>

#include "base/text_file.h"
#include "support/effort.h"
#include "support/reseal.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::uint64_t rules = 0x123456789abcdef;

std::vector<std::int8_t> some_values(std::size_t count) {
  std::vector<std::int8_t> values(count);
  std::mt19937 random(1);
  for (auto& v : values) v = static_cast<std::int8_t>(random() % 9) - 4;
  return values;
}

class LevelFiles : public testing::Test {
 protected:
  std::string path() const { return folder_.path() / "03.sow"; }
  LevelName name(std::size_t count) const { return {rules, 3, count}; }
  void write(std::size_t count, int threads = 1) const {
    const auto values = some_values(count);
    write_level(path(), name(count), values, threads);
  }
  std::vector<std::int8_t> read(std::size_t count) const {
    std::vector<std::int8_t> values(count);
    LevelFile(path(), name(count)).read_all(values.data(), 2);
    return values;
  }
  std::string bytes() const {
    std::ifstream file(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void replace(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_.path()), {}));
  }

  tests::TemporaryFolder folder_;
};

TEST_F(LevelFiles, ReadsWhatWasWritten) {
  for (const std::size_t count : {1u, 2u, 100u, 512u, 513u, 100000u}) {
    write(count);
    EXPECT_EQ(read(count), some_values(count));
  }
}

TEST_F(LevelFiles, BytesDoNotDependOnThreads) {
  write(300000, 1);
  const std::string one = bytes();
  write(300000, 4);
  EXPECT_EQ(bytes(), one);
}

// Flips a bit in every byte of a file with a header, an index, a code table, and ten blocks.
TEST_F(LevelFiles, DetectsFlippedBitAnywhere) {
  constexpr std::size_t count = 5000;
  write(count);
  const std::string whole = bytes();
  for (std::size_t i = 0; i < whole.size(); i += tests::thorough ? 1 : 5) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1 << i % 8);
    replace(changed);
    ASSERT_THROW(read(count), DamagedFile) << "byte " << i;
  }
}

TEST_F(LevelFiles, ReadsIntactBlocksOfDamagedFile) {
  constexpr std::size_t count = 3 * LevelFile::block_bytes;
  write(count);
  std::string changed = bytes();
  changed.back() ^= 1;
  replace(changed);
  const LevelFile file(path(), name(count));
  std::vector<std::int8_t> block(LevelFile::block_bytes);
  file.read_block(0, block.data());
  EXPECT_TRUE(std::equal(block.begin(), block.end(), some_values(count).begin()));
  EXPECT_THAT([&] { file.read_block(2, block.data()); },
              ThrowsMessage<DamagedFile>(path() + " is damaged: wrong checksum in block 2"));
}

TEST_F(LevelFiles, RejectsTruncatedOrExtendedFile) {
  write(5000);
  const std::string whole = bytes();
  for (std::size_t length = 0; length < whole.size(); length += tests::thorough ? 1 : 7) {
    replace(whole.substr(0, length));
    ASSERT_THROW(LevelFile(path(), name(5000)), DamagedFile) << length;
  }
  replace(whole + "x");
  EXPECT_THROW(LevelFile(path(), name(5000)), DamagedFile);
}

// A forged index can have a valid checksum.
TEST_F(LevelFiles, RejectsForgedIndex) {
  constexpr std::size_t count = 3 * LevelFile::block_bytes, header = 48, entry = 16;
  write(count);
  const std::string whole = bytes();
  const auto end_of = [&](int block) {
    std::uint64_t end;
    std::memcpy(&end, &whole[header + entry * block], sizeof end);
    return end;
  };
  const std::uint64_t first = end_of(0), second = end_of(1), size = whole.size();
  for (const auto& [block, end] : std::vector<std::pair<int, std::uint64_t>>{{0, 0},
                                                                             {0, header},
                                                                             {0, header + 3 * entry},
                                                                             {0, second},
                                                                             {0, size},
                                                                             {0, second + 1},
                                                                             {1, first},
                                                                             {1, first - 1},
                                                                             {1, size},
                                                                             {1, size + 1},
                                                                             {1, std::uint64_t{1} << 60},
                                                                             {1, ~std::uint64_t{0}},
                                                                             {2, size - 1},
                                                                             {2, size + 1},
                                                                             {2, second},
                                                                             {3, size - 1},
                                                                             {3, size + 1},
                                                                             {3, 0},
                                                                             {2, 0}}) {
    std::string changed = whole;
    std::memcpy(&changed[header + entry * block], &end, sizeof end);
    tests::reseal(changed);
    replace(changed);
    ASSERT_THROW(read(count), DamagedFile) << "block " << block << " ends at " << end;
  }
}

// The same for the code table.
TEST_F(LevelFiles, RejectsForgedCodeTable) {
  constexpr std::size_t count = 5000, code = 48 + 11 * 16, after_first = 2 + 9;
  write(count);
  const std::string whole = bytes();
  for (const auto& [at, byte] : std::vector<std::pair<std::size_t, char>>{{0, 127},
                                                                          {1, 0},
                                                                          {1, 8},
                                                                          {1, 10},
                                                                          {1, '\xff'},
                                                                          {after_first, 0},
                                                                          {after_first, 1},
                                                                          {after_first, 12},
                                                                          {after_first, '\xff'}}) {
    std::string changed = whole;
    changed[code + at] = byte;
    tests::reseal(changed);
    replace(changed);
    ASSERT_THAT([&] { read(count); }, ThrowsMessage<DamagedFile>(path() + " is damaged: invalid code table"))
        << at << ' ' << static_cast<int>(byte);
  }
}

TEST_F(LevelFiles, ReportsOlderFormatVersion) {
  write(100);
  std::string changed = bytes();
  changed[8] = 1;
  replace(changed);
  EXPECT_THAT(
      [&] { read(100); },
      ThrowsMessage<DamagedFile>(path() + " is damaged: it has format version 1, but this program reads version 2"));
}

// A header with 2^32 blocks must not make the reader allocate memory for them.
TEST_F(LevelFiles, RejectsOversizedIndexWithoutReadingIt) {
  write(5000);
  std::string changed = bytes();
  std::fill_n(changed.begin() + 36, 4, '\xff');
  tests::reseal(changed);
  replace(changed);
  std::filesystem::resize_file(path(), std::uintmax_t{1} << 37);
  EXPECT_THAT([&] { LevelFile(path(), name(5000)); },
              ThrowsMessage<DamagedFile>(path() + " is damaged: wrong number of blocks"));
}

TEST_F(LevelFiles, DetectsTruncationWhileReading) {
  constexpr std::size_t count = 100000;
  write(count);
  const LevelFile file(path(), name(count));
  std::filesystem::resize_file(path(), 5000);
  std::vector<std::int8_t> values(count);
  EXPECT_THAT([&] { file.read_all(values.data(), 1); },
              ThrowsMessage<DamagedFile>(path() + " is damaged: the file is truncated"));
}

TEST_F(LevelFiles, RejectsPipesAndDevices) {
  ASSERT_EQ(mkfifo(path().c_str(), 0600), 0);
  EXPECT_THAT([&] { LevelFile(path(), name(1)); },
              ThrowsMessage<Error>(path() + ": cannot read the file: it is a pipe or a device"));
  EXPECT_THROW(LevelFile("/dev/zero", name(1)), Error);
}

TEST_F(LevelFiles, DoesNotFollowSymlinksWhenWriting) {
  const std::string mine = folder_.path() / "mine";
  std::ofstream(mine) << "mine";
  std::filesystem::create_symlink(mine, path() + ".new");
  std::filesystem::create_symlink(mine, path());
  write(100);
  EXPECT_EQ(read(100), some_values(100));
  EXPECT_FALSE(std::filesystem::is_symlink(path()));
  EXPECT_EQ(read_text_file(mine), "mine");
  EXPECT_TRUE(std::filesystem::is_symlink(path() + ".new"));
}

TEST_F(LevelFiles, RejectsFileOfOtherGameOrLevel) {
  write(5000);
  EXPECT_THAT(
      [&] {
        LevelFile(path(), {rules + 1, 3, 5000});
      },
      ThrowsMessage<Error>(path() + " belongs to a game with different rules"));
  EXPECT_THAT(
      [&] {
        LevelFile(path(), {rules, 4, 6000});
      },
      ThrowsMessage<Error>(path() + " contains boards with 3 seeds instead of 4"));
  EXPECT_THAT([&] { LevelFile(path() + "x", name(5000)); },
              ThrowsMessage<Error>(path() + "x: cannot read the file: No such file or directory"));
}

// A file size limit fails like a full disk.
TEST_F(LevelFiles, FileSizeLimitLeavesOldFileIntact) {
  write(100);
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{10000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THAT([&] { write(100000); }, ThrowsMessage<Error>(HasSubstr(path() + ": cannot write the file")));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read(100), some_values(100));
  EXPECT_EQ(files(), 1u);
}

// Mounts a file system of three pages in a child process with its own mount namespace.
TEST_F(LevelFiles, FullDiskLeavesOldFileIntact) {
  constexpr int no_mount = 77;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0 ||
        mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, "size=12k") != 0)
      _exit(no_mount);
    write(100);
    EXPECT_THAT([&] { write(100000); }, ThrowsMessage<Error>(HasSubstr("No space left on device")));
    EXPECT_EQ(read(100), some_values(100));
    EXPECT_EQ(files(), 1u);
    _exit(HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == no_mount) GTEST_SKIP() << "no permission to mount a file system";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace sow
