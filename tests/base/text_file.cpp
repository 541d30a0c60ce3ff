// Text files: reading, atomic replacement, and errors.
#include "base/text_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace sow {
namespace {

namespace fs = std::filesystem;

class TextFile : public testing::Test {
 protected:
  TextFile() : folder_(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~TextFile() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  auto files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

 private:
  fs::path folder_;
};

template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST_F(TextFile, RoundTrips) {
  const std::string text("a\0b\r\n\xff", 6);
  write_text_file(path("x"), text);
  EXPECT_EQ(read_text_file(path("x")), text);
  EXPECT_EQ(files(), 1);
}

TEST_F(TextFile, ReplacingKeepsLinksAndPermissions) {
  write_text_file(path("x"), "old");
  fs::permissions(path("x"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink(path("x"), path("link"));
  write_text_file(path("link"), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(read_text_file(path("x")), "new");
  EXPECT_EQ(fs::status(path("x")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(TextFile, DoesNotReplaceDevices) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  EXPECT_EQ(error_of([] { write_text_file("/dev/full", "x"); }),
            "/dev/full: cannot write the file: No space left on device");
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

// Opening a FIFO without a writer would block forever.
TEST_F(TextFile, ReadsRegularFilesOnly) {
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
  EXPECT_EQ(error_of([&] { read_text_file(path("fifo")); }),
            path("fifo") + ": cannot read the file: it is a pipe or a device");
  EXPECT_EQ(error_of([] { read_text_file("/dev/zero"); }), "/dev/zero: cannot read the file: it is a pipe or a device");
  EXPECT_EQ(error_of([&] { write_text_file(path("fifo"), "x"); }),
            path("fifo") + ": cannot write the file: No such device or address");
}

TEST_F(TextFile, FailuresLeaveNothingBehind) {
  fs::create_directory(path("folder"));
  EXPECT_EQ(error_of([&] { write_text_file(path("folder"), "x"); }),
            path("folder") + ": cannot write the file: Is a directory");
  EXPECT_EQ(error_of([&] { write_text_file(path("no/where"), "x"); }),
            path("no/where") + ": cannot write the file: No such file or directory");
  EXPECT_EQ(files(), 1);
}

TEST_F(TextFile, CreatingNeverOverwrites) {
  create_text_file(path("x"), "mine");
  EXPECT_EQ(error_of([&] { create_text_file(path("x"), "yours"); }),
            path("x") + ": file already exists; choose another name");
  EXPECT_EQ(read_text_file(path("x")), "mine");
}

TEST_F(TextFile, RejectsLargeFiles) {
  write_text_file(path("x"), std::string(1 << 20, 'x'));
  EXPECT_EQ(read_text_file(path("x"), 1 << 20).size(), 1u << 20);
  write_text_file(path("x"), std::string((1 << 20) + 1, 'x'));
  EXPECT_EQ(error_of([&] { read_text_file(path("x"), 1 << 20); }), path("x") + ": file is larger than 1 MiB");
}

}  // namespace
}  // namespace sow
