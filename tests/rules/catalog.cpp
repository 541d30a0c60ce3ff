// Lookup of games: built-in names, sizes, files, and `extends`.
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

TEST(Catalog, NamesRandomStarts) {
  const GameDef any = find_game("random-kalah"), dealt = deal_of(any, 17);
  EXPECT_TRUE(any.is_undealt());
  EXPECT_FALSE(dealt.is_undealt());
  EXPECT_EQ(dealt.name, "random-kalah:deal=17");
  EXPECT_EQ(dealt.title, "Random Kalah, deal 17");
  EXPECT_EQ(find_game(dealt.spec).rules, dealt.rules);
  EXPECT_NE(dealt.rules.setup, any.rules.setup);
  EXPECT_EQ(undealt_spec(any), "random-kalah");
  EXPECT_EQ(undealt_spec(dealt), "random-kalah");
  EXPECT_EQ(undealt_spec(find_game("random-kalah:pits=4,seeds=1,deal=3")), "random-kalah:pits=4,seeds=1");
  EXPECT_EQ(undealt_spec(find_game("kalah")), "");
  EXPECT_EQ(named_deal(any, dealt.name)->rules, dealt.rules);
  EXPECT_FALSE(named_deal(any, "random-kalah:pits=4"));
  EXPECT_FALSE(named_deal(any, "kalah:deal=17"));
  EXPECT_FALSE(named_deal(dealt, "random-kalah:deal=17:deal=17"));
  EXPECT_THROW(named_deal(any, "random-kalah:deal=1000000"), Error);
  EXPECT_EQ(spec_error("kalah:deal=1"), "kalah:deal=1: deal=N is only for games with a random start");
}

// Runs each test inside a temporary folder of rule files.
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

TEST(Catalog, HasAllBuiltInGames) {
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

TEST(Catalog, AppliesSizes) {
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

TEST(Catalog, RejectsBadSizes) {
  EXPECT_EQ(spec_error("kalah:pits=x"), "kalah:pits=x: 'x' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:pits="), "kalah:pits=: '' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:pits=-1"), "kalah:pits=-1: '-1' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:pits=5x"), "kalah:pits=5x: '5x' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:seeds=256"), "kalah:seeds=256: '256' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:seeds=99999999999999999999"),
            "kalah:seeds=99999999999999999999: '99999999999999999999' is not a number from 0 to 255");
  EXPECT_EQ(spec_error("kalah:rows=4"), "kalah:rows=4: unknown size 'rows=4'; use pits=N or seeds=N");
  EXPECT_EQ(spec_error("kalah:pits=5,"), "kalah:pits=5,: unknown size ''; use pits=N or seeds=N");
  EXPECT_EQ(spec_error("kalah:pits=0"), "kalah:pits=0: a row needs at least one pit");
  EXPECT_EQ(spec_error("kalah:pits=27"), "kalah:pits=27: board.pits must be at most 26 on two rows");
  EXPECT_EQ(spec_error("hus:pits=14"), "hus:pits=14: board.pits must be at most 13 on four rows");
  EXPECT_EQ(spec_error("hus:seeds=8"), "hus:seeds=8: 256 seeds in total; at most 255 are supported");
  EXPECT_EQ(spec_error("hus:seeds=0"), "hus:seeds=0: the game has no seeds");
  EXPECT_EQ(spec_error("owela:pits=7"), "owela:pits=7: the start position has more pits than the board");
}

TEST(Catalog, FindsRoundsWithClosedPits) {
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
  EXPECT_EQ(spec_error("sungka:closed=a"), "sungka:closed=a: closed, won, and first need round=N");
  EXPECT_EQ(spec_error("sungka:round=2,closed=h"),
            "sungka:round=2,closed=h: closed names a pit that is not on the board (7 pits a side)");
  EXPECT_EQ(spec_error("sungka:round=2,closed=abcdefg"),
            "sungka:round=2,closed=abcdefg: each player needs at least one open pit");
  EXPECT_EQ(spec_error("sungka:round=2,closed=a1"),
            "sungka:round=2,closed=a1: closed pits must be letters such as closed=ab, not 'a1'");
}

TEST(Catalog, FindsRoundsThatAreScoredSeparately) {
  const GameDef round = find_game("mangala:round=4,won=2-1");
  EXPECT_EQ(round.name, "mangala:round=4,won=2-1");
  EXPECT_EQ(round.won, (std::array{2, 1}));
  EXPECT_EQ(round_of(round, 5, 6, {.won = {3, 1}}).title, "Mangala (Turkey), round 5");
  EXPECT_EQ(spec_error("mangala:round=2,won=2-1"),
            "mangala:round=2,won=2-1: more rounds won than played before round 2");
  EXPECT_EQ(spec_error("mangala:round=2,won=1"),
            "mangala:round=2,won=1: rounds won must be two numbers such as won=2-1, not '1'");
  EXPECT_EQ(spec_error("mangala:round=2,closed=A"),
            "mangala:round=2,closed=A: rounds.refill = \"anew\" does not support closed pits");
  EXPECT_EQ(spec_error("sungka:round=2,won=1-0"),
            "sungka: won=S-N is only for games whose rounds are scored separately");
  EXPECT_EQ(spec_error("sungka:round=2,first=N"), "sungka: first=N has no effect in this game");
  EXPECT_TRUE(find_game("lam-waladach:round=2,first=N").rules.north_first);
}

TEST(Catalog, RejectsUnknownGames) {
  EXPECT_EQ(spec_error("chess").substr(0, 48), "no game 'chess'; choose one of achochodi, adi, a");
  for (const std::string& spec : {std::string(), std::string("kalah:"), std::string(":"), std::string(5000, 'k'),
                                  std::string("oware\0", 6), std::string("a\nb"), std::string("/")}) {
    const auto error = spec_error(spec);
    EXPECT_NE(error, "no error") << spec;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

TEST_F(CatalogFiles, RoundsKeepTheRandomStart) {
  write("mine.toml", "name = \"mine\"\nextends = \"random-kalah\"\n[rounds]\nrefill = \"anew\"\nmost = 3\n");
  const GameDef dealt = find_game("mine.toml:deal=6"), next = round_of(dealt, 2, dealt.rules.pits, {});
  EXPECT_EQ(next.spec, "mine.toml:deal=6,round=2");
  EXPECT_EQ(next.title, "mine, deal 6, round 2");
  EXPECT_EQ(next.rules.setup, dealt.rules.setup);
  EXPECT_EQ(find_game(next.spec).rules, next.rules);
}

TEST_F(CatalogFiles, ExtendsInheritsMissingKeys) {
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

TEST_F(CatalogFiles, ExtendsInheritsRegionButNotAbout) {
  write("a.toml", "name = \"a\"\nextends = \"oware\"\n");
  EXPECT_EQ(find_game("a.toml").region, find_game("oware").region);
  EXPECT_EQ(find_game("a.toml").about, "");
  write("b.toml", "name = \"b\"\nextends = \"oware\"\nregion = \"Here\"\nabout = \"Mine\"\n");
  EXPECT_EQ(find_game("b.toml").region, "Here");
  EXPECT_EQ(find_game("b.toml").about, "Mine");
}

TEST_F(CatalogFiles, ReportsOnlyTheFirstProblemOfAnExtendedFile) {
  write("a.toml", "name = \"a\"\nextends = \"oware\"\nx = 1\ny = 2\n");
  write("b.toml", "name = \"b\"\nextends = \"a.toml\"\n");
  EXPECT_EQ(spec_error("b.toml"), "b.toml:2:11: extends: a.toml:3:1: unknown key \"x\"");
}

TEST(Catalog, GroupsGamesByKind) {
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

TEST_F(CatalogFiles, ExtendsIsRelativeToTheFile) {
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

TEST_F(CatalogFiles, SeedsAndListsReplaceEachOther) {
  write("seeds.toml", "name = \"s\"\nextends = \"owela\"\n[setup]\nseeds = 1\n");
  const auto seeds = find_game("seeds.toml").rules.setup;
  EXPECT_EQ(seeds, sow::Setup{.seeds = 1});
  write("lists.toml", "name = \"l\"\nextends = \"kalah\"\n[board]\npits = 1\n[setup]\nsouth = [7]\nnorth = [8]\n");
  sow::Setup expected{.listed = true};
  expected.south[0] = 7;
  expected.north[0] = 8;
  EXPECT_EQ(find_game("lists.toml").rules.setup, expected);
}

TEST_F(CatalogFiles, RejectsCyclesAndMissingFilesInExtends) {
  write("self.toml", "name = \"x\"\nextends = \"self.toml\"\n");
  EXPECT_EQ(spec_error("self.toml"), "self.toml:2:11: extends: self.toml extends itself");
  write("a.toml", "name = \"a\"\nextends = \"b.toml\"\n");
  write("b.toml", "name = \"b\"\nextends = \"a.toml\"\n");
  EXPECT_EQ(spec_error("a.toml"), "a.toml:2:11: extends: b.toml:2:11: extends: a.toml extends itself");
  write("gone.toml", "name = \"x\"\nextends = \"nowhere.toml\"\n");
  EXPECT_EQ(spec_error("gone.toml"),
            "gone.toml:2:11: extends: nowhere.toml: cannot read the file: No such file or directory");
  for (int i = 0; i < 20; ++i)
    write("c" + std::to_string(i) + ".toml", "name = \"x\"\nextends = \"c" + std::to_string(i + 1) + ".toml\"\n");
  EXPECT_NE(spec_error("c0.toml").find("games extend each other more than 8 levels deep"), std::string::npos);
}

TEST_F(CatalogFiles, RejectsUnreadableFiles) {
  std::filesystem::create_directory("folder.toml");
  EXPECT_EQ(spec_error("folder.toml"), "folder.toml: cannot read the file: Is a directory");
  EXPECT_EQ(spec_error("no.toml"), "no.toml: cannot read the file: No such file or directory");
  write("big.toml", std::string((1 << 20) + 1, '#'));
  EXPECT_EQ(spec_error("big.toml"), "big.toml: file is larger than 1 MiB");
  if (std::filesystem::exists("/dev/zero")) {
    EXPECT_EQ(spec_error("/dev/zero"), "/dev/zero: cannot read the file: it is a pipe or a device");
  }
}

TEST_F(CatalogFiles, RemembersTheRuleFile) {
  write("a.toml", "name = \"a\"\nextends = \"oware\"\n");
  EXPECT_EQ(find_game("a.toml").file, "a.toml");
  EXPECT_EQ(find_game("a.toml:pits=4").file, "");
  EXPECT_EQ(find_game("oware").file, "");
  EXPECT_EQ(with_sizes(find_game("a.toml"), "x:pits=4").name, "a:pits=4,seeds=4");
  EXPECT_EQ(with_sizes(find_game("a.toml"), "x:pits=4").spec, "x:pits=4");
}

// The server reads files of its users with a root folder that they must not leave.
TEST_F(CatalogFiles, RootConfinesExtendsAndLinks) {
  namespace fs = std::filesystem;
  const auto error_in_root = [](const std::string& name) -> std::string {
    try {
      read_game_file("root/" + name, "root");
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  fs::create_directories("root/sub");
  write("secret.toml", "name = \"secret\"\nextends = \"oware\"\n");
  write("root/a.toml", "name = \"a\"\nextends = \"sub/b.toml\"\n");
  write("root/sub/b.toml", "name = \"b\"\nextends = \"oware\"\n");
  EXPECT_EQ(error_in_root("a.toml"), "no error");
  EXPECT_EQ(read_game_file("root/a.toml", "root").file, fs::canonical("root/a.toml"));
  write("root/up.toml", "name = \"up\"\nextends = \"../secret.toml\"\n");
  EXPECT_EQ(error_in_root("up.toml"), "up.toml:2:11: extends: '../secret.toml' is outside the games folder");
  const std::string absolute = fs::absolute("secret.toml").string();
  write("root/abs.toml", "name = \"abs\"\nextends = \"" + absolute + "\"\n");
  EXPECT_TRUE(error_in_root("abs.toml").ends_with("is outside the games folder"));
  fs::create_symlink("../secret.toml", "root/link.toml");
  EXPECT_EQ(error_in_root("link.toml"), "'link.toml' is outside the games folder");
  write("root/by_link.toml", "name = \"x\"\nextends = \"link.toml\"\n");
  EXPECT_EQ(error_in_root("by_link.toml"), "by_link.toml:2:11: extends: 'link.toml' is outside the games folder");
  fs::create_symlink("..", "root/out");
  write("root/by_folder.toml", "name = \"x\"\nextends = \"out/secret.toml\"\n");
  EXPECT_TRUE(error_in_root("by_folder.toml").ends_with("is outside the games folder"));
  fs::create_symlink("a.toml", "root/inside.toml");
  EXPECT_EQ(error_in_root("inside.toml"), "no error");
}

// Messages about files below a root do not reveal where it is.
TEST_F(CatalogFiles, MessagesAreRelativeToTheRoot) {
  const std::string root = std::filesystem::absolute("root").string();
  std::filesystem::create_directories("root");
  write("root/bad.toml", "name = \"bad\"\nx = 1\n");
  write("root/extends_bad.toml", "name = \"x\"\nextends = \"bad.toml\"\n");
  write("root/gone.toml", "name = \"x\"\nextends = \"nowhere.toml\"\n");
  write("root/self.toml", "name = \"x\"\nextends = \"self.toml\"\n");
  for (const char* name : {"bad.toml", "extends_bad.toml", "gone.toml", "self.toml"}) try {
      read_game_file(root + "/" + name, root);
      FAIL() << name;
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()).find(root), std::string::npos) << e.what();
      EXPECT_TRUE(std::string(e.what()).starts_with(name)) << e.what();
    }
}

}  // namespace
}  // namespace sow
