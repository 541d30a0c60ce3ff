// Databases in folders: building, resuming, sharing, repairing, and working without one.
#include "db/database.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "base/text_file.h"
#include "db/builder.h"
#include "db/level_file.h"
#include "db/probe_board.h"
#include "db/verify.h"
#include "rules/catalog.h"
#include "support/effort.h"
#include "support/never.h"
#include "support/temporary_folder.h"

namespace sow {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr int small_levels = tests::thorough ? 10 : 9;  // minimum size of a database built on first use

class Databases : public testing::Test {
 protected:
  Database database(const std::string& game) const { return Database(find_game(game), folder_.path()); }
  static void build(const Database& database, int seeds) {
    EXPECT_TRUE(build_database(database, {.seeds = seeds, .threads = 2, .stop = &never, .on_progress = {}}));
  }
  static EndgameTable read(const Database& database, int seeds) {
    EndgameTable table = database.table();
    for (int n = 0; n <= seeds; ++n) database.read_level(table, 1);
    return table;
  }
  static void change_byte(const std::string& path, std::streamoff from_end) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(-from_end, std::ios::end);
    const auto byte = static_cast<char>(file.get() ^ 1);
    file.seekp(-from_end, std::ios::end);
    file.put(byte);
  }
  DatabaseUse use(std::vector<std::string>* warnings = nullptr) const {
    DatabaseUse use;
    use.folder = folder_.path();
    if (warnings != nullptr) use.warn = [=](const std::string& text) { warnings->push_back(text); };
    return use;
  }

  tests::TemporaryFolder folder_;
};

TEST_F(Databases, VerifiesAfterBuilding) {
  for (const auto* game : {"owari", "oware", "hoyito:pits=4", "toguz-kumalak:pits=3"}) {
    const Database db = database(game);
    build(db, 6);
    EXPECT_EQ(db.max_seeds(), 6);
    const EndgameTable table = read(db, 6);
    for (int n = 0; n <= 6; ++n) {
      const Verified verified = verify_level(db.game().rules, table, n, {.threads = 2, .stop = &never});
      EXPECT_FALSE(verified.first) << game;
      EXPECT_EQ(verified.boards, db.index().size(n));
    }
  }
}

TEST_F(Databases, GamesWithSameRulesShareDatabase) {
  build(database("kalah:seeds=3"), 3);
  EXPECT_EQ(database("kalah:seeds=6").max_seeds(), 3);
  EXPECT_EQ(database("kalah:pits=5").max_seeds(), -1);
  EXPECT_EQ(database("kalah/empty-capture").max_seeds(), -1);
}

// A rule file that extends another one has another database as soon as the other file has other rules.
TEST_F(Databases, DependOnTheRulesOfTheExtendedFile) {
  const std::filesystem::path games = folder_.path();
  const auto folder_with = [&](const std::string& parent) {
    write_text_file(games / "parent.toml", "name = \"parent\"\nextends = \"owari\"\n" + parent);
    return Database(find_game(games / "child.toml"), folder_.path()).folder();
  };
  write_text_file(games / "child.toml", "name = \"child\"\nextends = \"parent.toml\"\n");
  const auto before = folder_with("");
  EXPECT_EQ(folder_with("about = \"A description.\"\n"), before);
  EXPECT_NE(folder_with("[end]\nrest = \"none\"\n"), before);
  EXPECT_EQ(folder_with(""), before);
}

TEST_F(Databases, BuildResumesAfterExistingLevels) {
  const Database db = database("owari");
  build(db, 4);
  const auto before = std::filesystem::last_write_time(db.level_path(4));
  build(db, 6);
  EXPECT_EQ(db.max_seeds(), 6);
  EXPECT_EQ(std::filesystem::last_write_time(db.level_path(4)), before);
}

TEST_F(Databases, VerifyFindsWrongValue) {
  const Database db = database("awari");
  build(db, 5);
  EndgameTable table = db.table();
  for (int n = 0; n < 5; ++n) db.read_level(table, 1);
  std::vector<std::int8_t> values(db.index().size(5));
  db.open(5)->read_all(values.data(), 1);
  values[1234] = static_cast<std::int8_t>(values[1234] + 1);
  write_level(db.level_path(5), {rules_fingerprint(db.game().rules), 5, values.size()}, values, 1);
  db.read_level(table, 1);
  const auto found = verify_level(db.game().rules, table, 5, {.stop = &never}).first;
  ASSERT_TRUE(found);
  EXPECT_NE(found->stored, found->derived);
}

TEST_F(Databases, BuildReplacesDamagedLevel) {
  const Database db = database("oware");
  build(db, 5);
  const EndgameTable whole = read(db, 5);
  change_byte(db.level_path(3), 1);
  std::string damaged;
  build_database(db, {.seeds = 5, .threads = 1, .stop = &never, .on_progress = [&](const BuildProgress& p) {
                        damaged += p.damaged;
                      }});
  EXPECT_THAT(damaged, HasSubstr("03.sow is damaged: wrong checksum in block 0"));
  const EndgameTable again = read(db, 5);
  EXPECT_TRUE(std::equal(whole.level(3), whole.level(3) + whole.index().size(3), again.level(3)));
}

TEST_F(Databases, RejectsSecondBuildOfSameDatabase) {
  const Database db = database("owari");
  const Database::Lock lock(db);
  EXPECT_THAT([&] { build(db, 3); }, ThrowsMessage<Error>(HasSubstr(db.folder().string())));
  build(database("oware"), 3);  // a different database is not locked
}

// Root can write everywhere, so the test switches to another user.
TEST_F(Databases, BuildsInMemoryWithoutWritePermission) {
  const Database db = database("owari");
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0555});
  const uid_t user = geteuid();
  if (user == 0) ASSERT_EQ(seteuid(65534), 0);
  EXPECT_THAT([&] { build(db, 3); }, ThrowsMessage<Error>(HasSubstr(db.folder().string())));
  std::vector<std::string> warnings;
  const EndgameTable table = open_or_build_table(db.game(), 36, use(&warnings), 2);
  if (user == 0) ASSERT_EQ(seteuid(0), 0);
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0755});
  EXPECT_GE(table.max_seeds(), small_levels);  // built in memory, without a warning
  EXPECT_TRUE(warnings.empty());
  EXPECT_EQ(db.max_seeds(), -1);
}

TEST_F(Databases, StoppedBuildKeepsFinishedLevels) {
  const Database db = database("oware");
  std::atomic<bool> stop{false};
  EXPECT_FALSE(
      build_database(db, {.seeds = 40, .threads = 1, .stop = &stop, .on_progress = [&](const BuildProgress& p) {
                            if (p.seeds > 5) stop = true;
                          }}));
  EXPECT_GE(db.max_seeds(), 5);
  EXPECT_LT(db.max_seeds(), 40);
}

TEST_F(Databases, BuildsSmallDatabaseOnFirstUse) {
  const GameDef game = find_game("kalah");
  const EndgameTable first = open_or_build_table(game, 48, use(), 2);
  EXPECT_GE(first.max_seeds(), small_levels);
  EXPECT_EQ(database("kalah").max_seeds(), first.max_seeds());
  const auto written = std::filesystem::last_write_time(database("kalah").level_path(small_levels));
  const EndgameTable second = open_or_build_table(game, 48, use(), 2);
  EXPECT_EQ(second.max_seeds(), first.max_seeds());
  EXPECT_EQ(std::filesystem::last_write_time(database("kalah").level_path(small_levels)), written);
}

TEST_F(Databases, WarnsAboutDamagedLevelAndReplacesIt) {
  const Database db = database("owari");
  open_or_build_table(db.game(), 36, use(), 2);
  change_byte(db.level_path(8), 10);
  std::vector<std::string> warnings;
  const EndgameTable table = open_or_build_table(db.game(), 36, use(&warnings), 2);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0], HasSubstr("08.sow is damaged"));
  EXPECT_GE(table.max_seeds(), small_levels);
  EXPECT_FALSE(verify_level(db.game().rules, table, 8, {.sample = 1000, .stop = &never}).first);
}

// Levels that do not fit in memory are read from files, by several threads through a small cache.
TEST_F(Databases, LevelsInFilesAndInMemoryAgree) {
  const Database db = database("oware");
  build(db, 8);
  const EndgameTable memory = read(db, 8);
  DatabaseUse small = use();
  small.memory_bytes = db.index().size(0) + db.index().size(1) + db.index().size(2);
  const EndgameTable files = open_table(db.game(), 8, small, 1);
  EXPECT_EQ(files.max_seeds(), 2);
  EXPECT_EQ(files.stored(), 8);
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::uint64_t i = static_cast<std::uint64_t>(t); i < db.index().size(8); i += 7) {
        const Position p = db.index().position(8, i * 7919 % db.index().size(8));
        ASSERT_EQ(files.read(pack<8>(p, 6)), memory.at(p));
      }
    });
}

TEST_F(Databases, DamagedBlockHasNoValue) {
  const Database db = database("owari");
  build(db, 8);
  change_byte(db.level_path(8), 1);  // in the last block
  DatabaseUse small = use();
  small.memory_bytes = 1;
  const EndgameTable files = open_table(db.game(), 8, small, 1);
  const auto kernel = make_kernel(db.game().rules, 8);
  const auto probe = [&](std::uint64_t number) {
    const Position p = db.index().position(8, number);
    return try_probe_board(static_cast<const Kernel<8>&>(*kernel), files, pack<8>(p, 6), 8);
  };
  EXPECT_TRUE(probe(0));
  EXPECT_FALSE(probe(db.index().size(8) - 1));
}

TEST_F(Databases, EstimatesMemoryAndDisk) {
  const BuildNeeds needs = build_needs(database("owari"), 24);
  EXPECT_EQ(needs.boards, 1251677700u);
  EXPECT_LE(needs.memory, 1.3 * 1251677700.0);
  EXPECT_GT(needs.memory_free, 0);
  EXPECT_GT(needs.disk_free, 0);
}

TEST(NoDatabase, ReportsReason) {
  EXPECT_THROW(Database(find_game("hus"), "x"), Error);
  EXPECT_EQ(open_or_build_table(find_game("hus"), 64, {}, 1).max_seeds(), -1);
}

}  // namespace
}  // namespace sow
