// The games folder of the server: nothing outside it can be read, and clients never see where it is.
#include "server/library.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "base/text_file.h"
#include "search/evaluation.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

namespace fs = std::filesystem;

class LibraryTest : public testing::Test {
 protected:
  LibraryTest() { fs::create_directories(root_); }

  void write(const std::string& name, const std::string& text) const { write_text_file(root_ / name, text); }
  std::string broken(Library& library, const std::string& id) const {
    for (const auto& entry : library.list().broken)
      if (entry.id == id) return entry.error;
    return "";
  }

  tests::TemporaryFolder folder_;
  const fs::path root_ = folder_.path() / "games";
};

TEST_F(LibraryTest, RejectsLinksAndExtendsThatLeaveTheFolder) {
  write_text_file(folder_.path() / "secret.toml", "name = \"secret\"\nextends = \"oware\"\n");
  write("good.toml", "name = \"good\"\nextends = \"oware\"\n");
  write("up.toml", "name = \"up\"\nextends = \"../secret.toml\"\n");
  fs::create_symlink("../secret.toml", root_ / "link.toml");
  Library library(root_);
  EXPECT_EQ(library.find("good.toml")->name, "good");
  EXPECT_EQ(library.find("good.toml:pits=4")->spec, "good.toml:pits=4");
  EXPECT_THROW(library.find("up.toml"), Error);
  EXPECT_THROW(library.find("link.toml"), Error);
  EXPECT_EQ(broken(library, "up.toml"), "up.toml:2:11: extends: '../secret.toml' is outside the games folder");
  EXPECT_EQ(broken(library, "link.toml"), "link.toml: 'link.toml' is outside the games folder");
}

TEST_F(LibraryTest, MessagesDoNotRevealTheFolder) {
  write("base.toml", "name = \"base\"\nextends = \"oware\"\nx = 1\n");
  write("bad.toml", "name = \"bad\"\nextends = \"base.toml\"\n");
  write("gone.toml", "name = \"gone\"\nextends = \"nowhere.toml\"\n");
  write("good.toml", "name = \"good\"\nextends = \"oware\"\n");
  Library library(root_);
  for (const char* id : {"base.toml", "bad.toml", "gone.toml"}) {
    EXPECT_NE(broken(library, id), "") << id;
    EXPECT_EQ(broken(library, id).find(root_.string()), std::string::npos) << broken(library, id);
  }
  EXPECT_EQ(broken(library, "bad.toml"), "bad.toml:2:11: extends: base.toml:3:1: unknown key \"x\"");
  try {
    library.find("good.toml:pits=99");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find(root_.string()), std::string::npos) << e.what();
  }
}

// Networks are looked for in the games folder, not in the current one.
TEST_F(LibraryTest, NetworksAreNextToTheRuleFile) {
  write("mine.toml", "name = \"mine\"\nextends = \"oware\"\n");
  write("linked.toml", "name = \"linked\"\nextends = \"oware\"\n");
  fs::create_symlink("/etc/passwd", root_ / "linked.network");
  const Library library(root_);
  EXPECT_EQ(network_paths(*library.find("mine.toml"), ""),
            (std::vector<std::string>{fs::canonical(root_) / "mine.network"}));
  EXPECT_TRUE(network_paths(*library.find("linked.toml"), "").empty());
}

}  // namespace
}  // namespace sow
