// Finding a game: built-in names, sizes, files and what they extend.
#include "rules/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "rules/game_kind.h"

namespace sow {
namespace {

std::string spec_error(const std::string& spec) {
  try {
    find_game(spec);
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

// A folder of rule files that is gone after the test; the tests run inside it.
class CatalogFiles : public testing::Test {
 protected:
  CatalogFiles() : old_(std::filesystem::current_path()) {
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }
  ~CatalogFiles() override {
    std::filesystem::current_path(old_);
    std::filesystem::remove_all(folder_);
  }
  static void write(const std::string& name, const std::string& text) { std::ofstream(name, std::ios::binary) << text; }

 private:
  std::filesystem::path old_;
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST(Catalog, GamesThatMustBeThere) {
  const auto& names = builtin_names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  for (const char* name :
       {"owari", "oware", "awari", "awari/solved", "hus", "hus/no-singles", "kalah", "kalah/empty-capture"})
    EXPECT_TRUE(std::find(names.begin(), names.end(), name) != names.end()) << name;
  EXPECT_TRUE(std::find(names.begin(), names.end(), default_game) != names.end());
  for (const auto& name : names) {
    const auto game = find_game(name);
    EXPECT_EQ(game.name, name);
    EXPECT_FALSE(game.source.empty()) << name;
    EXPECT_FALSE(game.region.empty()) << name;
    EXPECT_FALSE(game.about.empty()) << name;
    EXPECT_TRUE(find_problems(game.rules).empty()) << name;
  }
}

TEST(Catalog, Sizes) {
  const auto game = find_game("kalah:pits=5,seeds=3");
  EXPECT_EQ(game.name, "kalah:pits=5,seeds=3");
  EXPECT_EQ(game.rules.pits, 5);
  EXPECT_EQ(game.rules.setup.seeds, 3);
  EXPECT_EQ(find_game("kalah:seeds=3").name, "kalah:pits=6,seeds=3");
  EXPECT_EQ(find_game("kalah:seeds=3,pits=5").rules, game.rules);
  EXPECT_EQ(find_game(game.name).rules, game.rules);
  EXPECT_EQ(find_game("awari/solved:seeds=2").rules.feed, Feed::if_possible);
  EXPECT_EQ(find_game("owela:pits=8").name, "owela:pits=8");
  EXPECT_EQ(find_game("owela:pits=8").rules, find_game("owela").rules);
  EXPECT_FALSE(find_game("owela:seeds=3").rules.setup.listed);
}

TEST(Catalog, BadSizes) {
  EXPECT_EQ(spec_error("kalah:pits=x"), "kalah:pits=x: 'x' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:pits="), "kalah:pits=: '' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:pits=-1"), "kalah:pits=-1: '-1' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:pits=5x"), "kalah:pits=5x: '5x' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:seeds=256"), "kalah:seeds=256: '256' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:seeds=99999999999999999999"),
            "kalah:seeds=99999999999999999999: '99999999999999999999' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:rows=4"), "kalah:rows=4: sizes are pits=N and seeds=N, not 'rows=4'");
  EXPECT_EQ(spec_error("kalah:pits=5,"), "kalah:pits=5,: sizes are pits=N and seeds=N, not ''");
  EXPECT_EQ(spec_error("kalah:pits=0"), "kalah:pits=0: a board has at least one pit a row");
  EXPECT_EQ(spec_error("kalah:pits=27"), "kalah:pits=27: board.pits is at most 26 on two rows");
  EXPECT_EQ(spec_error("hus:pits=14"), "hus:pits=14: board.pits is at most 13 on four rows");
  EXPECT_EQ(spec_error("hus:seeds=8"), "hus:seeds=8: 256 seeds in all are more than 255");
  EXPECT_EQ(spec_error("hus:seeds=0"), "hus:seeds=0: there are no seeds");
  EXPECT_EQ(spec_error("owela:pits=7"), "owela:pits=7: the start position has more pits than the board");
}

TEST(Catalog, Rounds) {
  const GameDef round = find_game("sungka:round=2,closed=ABg");
  EXPECT_EQ(round.name, "sungka:round=2,closed=ABg");
  EXPECT_EQ(round.spec, round.name);
  EXPECT_EQ(round.title, "Sungka, round 2");
  EXPECT_EQ(round.rules.closed, (std::array<std::uint32_t, 2>{3, 64}));
  EXPECT_FALSE(round.rules.majority);
  EXPECT_EQ(round_of(round, 3, 7, {}).name, "sungka:round=3");
  EXPECT_EQ(round_of(round, 3, 7, {}).title, "Sungka, round 3");
  EXPECT_EQ(find_game("adi:pits=7,round=2,closed=fg").name, "adi:pits=7,seeds=4,round=2,closed=fg");
  EXPECT_EQ(spec_error("kalah:round=1"), "kalah is not played in rounds");
  EXPECT_EQ(spec_error("sungka:closed=a"), "sungka:closed=a: closed, won and first are of a round: give round=N");
  EXPECT_EQ(spec_error("sungka:round=2,closed=h"),
            "sungka:round=2,closed=h: a side has 7 pits, and not so many to close");
  EXPECT_EQ(spec_error("sungka:round=2,closed=abcdefg"),
            "sungka:round=2,closed=abcdefg: a player needs a pit that is not closed");
  EXPECT_EQ(spec_error("sungka:round=2,closed=a1"),
            "sungka:round=2,closed=a1: closed pits are letters, as in closed=ab, not 'a1'");
}

TEST(Catalog, RoundsThatBeginAnew) {
  const GameDef round = find_game("mangala:round=4,won=2-1");
  EXPECT_EQ(round.name, "mangala:round=4,won=2-1");
  EXPECT_EQ(round.won, (std::array{2, 1}));
  EXPECT_EQ(round_of(round, 5, 6, {.won = {3, 1}}).title, "Mangala (Turkey), round 5");
  EXPECT_EQ(spec_error("mangala:round=2,won=2-1"),
            "mangala:round=2,won=2-1: so many rounds cannot have been won before round 2");
  EXPECT_EQ(spec_error("mangala:round=2,won=1"),
            "mangala:round=2,won=1: rounds won are two numbers, as in won=2-1, not '1'");
  EXPECT_EQ(spec_error("mangala:round=2,closed=A"),
            "mangala:round=2,closed=A: no pit is closed where each round is begun anew");
  EXPECT_EQ(spec_error("sungka:round=2,won=1-0"), "sungka: seeds are won in its rounds, and no points");
  EXPECT_EQ(spec_error("sungka:round=2,first=N"), "sungka: no rule asks who has begun");
  EXPECT_TRUE(find_game("lam-waladach:round=2,first=N").rules.north_first);
}

TEST(Catalog, UnknownGames) {
  EXPECT_EQ(spec_error("chess").substr(0, 48), "no game 'chess'; there are achochodi, adi, adi-h");
  for (const std::string& spec : {std::string(), std::string("kalah:"), std::string(":"), std::string(5000, 'k'),
                                  std::string("oware\0", 6), std::string("a\nb"), std::string("/")}) {
    const auto error = spec_error(spec);
    EXPECT_NE(error, "no error") << spec;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

TEST_F(CatalogFiles, ExtendsInheritsAllThatIsNotGiven) {
  write("a.toml", "name = \"a\"\nextends = \"oware\"\n[setup]\nseeds = 3\n");
  write("b.toml", "name = \"b\"\ntitle = \"B\"\nextends = \"a.toml\"\n[[land]]\ncount = 4\ntake = [\"pit\"]\n");
  const auto game = find_game("b.toml");
  Ruleset expected = find_game("oware").rules;
  expected.setup.seeds = 3;
  expected.lands = {};
  expected.lands[0].count = {.kind = CountTest::Kind::list, .listed = 1u << 4};
  expected.lands[0].take.pit = true;
  EXPECT_EQ(game.rules, expected);
  EXPECT_EQ(game.name, "b");
  EXPECT_EQ(game.title, "B");
  EXPECT_EQ(find_game("a.toml").title, "a");
  EXPECT_EQ(find_game("b.toml:pits=4").name, "b:pits=4,seeds=3");
}

TEST_F(CatalogFiles, RegionIsInheritedAndAboutIsNot) {
  write("a.toml", "name = \"a\"\nextends = \"oware\"\n");
  EXPECT_EQ(find_game("a.toml").region, find_game("oware").region);
  EXPECT_EQ(find_game("a.toml").about, "");
  write("b.toml", "name = \"b\"\nextends = \"oware\"\nregion = \"Here\"\nabout = \"Mine\"\n");
  EXPECT_EQ(find_game("b.toml").region, "Here");
  EXPECT_EQ(find_game("b.toml").about, "Mine");
}

TEST_F(CatalogFiles, OnlyTheFirstFaultOfAnExtendedFile) {
  write("a.toml", "name = \"a\"\nextends = \"oware\"\nx = 1\ny = 2\n");
  write("b.toml", "name = \"b\"\nextends = \"a.toml\"\n");
  EXPECT_EQ(spec_error("b.toml"), "b.toml:2:11: extends: a.toml:3:1: unknown key x");
}

TEST(Catalog, Kinds) {
  for (const auto& [name, kind] : {std::pair("kalah", GameKind::stores), std::pair("sungka", GameKind::stores),
                                   std::pair("oware", GameKind::counts), std::pair("ayoayo", GameKind::relays),
                                   std::pair("toguz-kumalak", GameKind::owned), std::pair("hus", GameKind::four_rows)})
    EXPECT_EQ(kind_of(find_game(name).rules), kind) << name;
  Ruleset rules = find_game("kalah").rules;
  rules.direction = Direction::opposed;
  EXPECT_EQ(kind_of(rules), GameKind::directions);
  rules.rows = 3;
  EXPECT_EQ(kind_of(rules), GameKind::three_rows);
}

TEST_F(CatalogFiles, ExtendsBeginsAtTheFile) {
  std::filesystem::create_directories("mine/big");
  write("mine/a.toml", "name = \"a\"\nextends = \"kalah\"\n[setup]\nseeds = 3\n");
  write("mine/big/b.toml", "name = \"b\"\nextends = \"../a.toml\"\n[board]\npits = 8\n");
  EXPECT_EQ(find_game("mine/big/b.toml").rules, find_game("kalah:pits=8,seeds=3").rules);
  EXPECT_EQ(find_game(std::filesystem::absolute("mine/big/b.toml").string()).name, "b");
  EXPECT_EQ(read_game_file("mine/big/b.toml").rules.pits, 8);
  write("mine/loop.toml", "name = \"x\"\nextends = \"big/../loop.toml\"\n");
  EXPECT_EQ(spec_error("mine/loop.toml"), "mine/loop.toml:2:11: extends: mine/loop.toml extends itself");
  write("mine/name.toml", "name = \"x\"\nextends = \"chess\"\n");
  EXPECT_EQ(spec_error("mine/name.toml").substr(0, 44), "mine/name.toml:2:11: extends: no game 'chess");
}

TEST_F(CatalogFiles, StartPositionsReplaceEachOther) {
  write("seeds.toml", "name = \"s\"\nextends = \"owela\"\n[setup]\nseeds = 1\n");
  const auto seeds = find_game("seeds.toml").rules.setup;
  EXPECT_EQ(seeds, sow::Setup{.seeds = 1});
  write("lists.toml", "name = \"l\"\nextends = \"kalah\"\n[board]\npits = 1\n[setup]\nsouth = [7]\nnorth = [8]\n");
  sow::Setup expected{.listed = true};
  expected.south[0] = 7;
  expected.north[0] = 8;
  EXPECT_EQ(find_game("lists.toml").rules.setup, expected);
}

TEST_F(CatalogFiles, ExtendsThatLeadNowhere) {
  write("self.toml", "name = \"x\"\nextends = \"self.toml\"\n");
  EXPECT_EQ(spec_error("self.toml"), "self.toml:2:11: extends: self.toml extends itself");
  write("a.toml", "name = \"a\"\nextends = \"b.toml\"\n");
  write("b.toml", "name = \"b\"\nextends = \"a.toml\"\n");
  EXPECT_EQ(spec_error("a.toml"), "a.toml:2:11: extends: b.toml:2:11: extends: a.toml extends itself");
  write("gone.toml", "name = \"x\"\nextends = \"nowhere.toml\"\n");
  EXPECT_EQ(spec_error("gone.toml"),
            "gone.toml:2:11: extends: nowhere.toml: cannot read the file: No such file or directory");
  // A chain of files by ever new names: the depth is limited.
  for (int i = 0; i < 20; ++i)
    write("c" + std::to_string(i) + ".toml", "name = \"x\"\nextends = \"c" + std::to_string(i + 1) + ".toml\"\n");
  EXPECT_NE(spec_error("c0.toml").find("games extend each other more than 8 deep"), std::string::npos);
}

TEST_F(CatalogFiles, FilesThatAreNone) {
  std::filesystem::create_directory("folder.toml");
  EXPECT_EQ(spec_error("folder.toml"), "folder.toml: cannot read the file: Is a directory");
  EXPECT_EQ(spec_error("no.toml"), "no.toml: cannot read the file: No such file or directory");
  write("big.toml", std::string((1 << 20) + 1, '#'));
  EXPECT_EQ(spec_error("big.toml"), "big.toml: the file is larger than 1 MiB");
  if (std::filesystem::exists("/dev/zero")) {
    EXPECT_EQ(spec_error("/dev/zero"), "/dev/zero: cannot read the file: it is a pipe or a device");
  }
}

}  // namespace
}  // namespace sow
