// Files of levels: what was written is read, and whatever is not as it was written is found out.
#include "db/level_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <numeric>
#include <random>
#include <vector>

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
  for (const std::size_t count : {1u, 100u, 4096u, 4097u, 100000u}) {
    write(count);
    EXPECT_EQ(read(count), some_values(count));
  }
}

TEST_F(LevelFiles, ThreadsChangeNothing) {
  write(300000, 1);
  const std::string one = bytes();
  write(300000, 4);
  EXPECT_EQ(bytes(), one);
}

// Every byte of a file with a header, an index and two blocks, each bit of it: opening it or reading it says so.
TEST_F(LevelFiles, AFlippedBitAnywhereIsFound) {
  constexpr std::size_t count = 5000;
  write(count);
  const std::string whole = bytes();
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1 << i % 8);
    replace(changed);
    ASSERT_THROW(read(count), DamagedFile) << "byte " << i;
  }
}

TEST_F(LevelFiles, OnlyTheDamagedBlockIsLost) {
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
              ThrowsMessage<DamagedFile>(path() + " is damaged: the checksum of block 2 is wrong"));
}

TEST_F(LevelFiles, AFileThatWasCutOrGrewIsFound) {
  write(5000);
  const std::string whole = bytes();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    replace(whole.substr(0, length));
    ASSERT_THROW(LevelFile(path(), name(5000)), DamagedFile) << length;
  }
  replace(whole + "x");
  EXPECT_THROW(LevelFile(path(), name(5000)), DamagedFile);
}

TEST_F(LevelFiles, SaysWhatAFileIsAbout) {
  write(5000);
  EXPECT_THAT(
      [&] {
        LevelFile(path(), {rules + 1, 3, 5000});
      },
      ThrowsMessage<Error>(path() + " belongs to a game of other rules"));
  EXPECT_THAT(
      [&] {
        LevelFile(path(), {rules, 4, 6000});
      },
      ThrowsMessage<Error>(path() + " holds boards of 3 seeds, not of 4"));
  EXPECT_THAT([&] { LevelFile(path() + "x", name(5000)); },
              ThrowsMessage<Error>("cannot read " + path() + "x: No such file or directory"));
}

// A file that may not grow any more fails as a full disk does.
TEST_F(LevelFiles, AFileThatMayNotGrowLeavesTheOldOneAndNothingElse) {
  write(100);
  rlimit before;
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{10000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THAT([&] { write(100000); }, ThrowsMessage<Error>(HasSubstr("cannot write " + path())));
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read(100), some_values(100));
  EXPECT_EQ(files(), 1u);
}

// A file system of three pages, mounted where only a child of this process sees it.
TEST_F(LevelFiles, ADiskThatIsFullLeavesTheOldFileAndNothingElse) {
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
  if (WEXITSTATUS(status) == no_mount) GTEST_SKIP() << "this user may not mount a file system";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace sow
