// Node counts of all games. If a change of the search changes them intentionally, update this file and name the new
// signature in the commit.
#include "search/bench.h"

#include <gtest/gtest.h>

#include "rules/catalog.h"
#include "support/effort.h"

namespace sow {
namespace {

struct NodeCount {
  const char* game;
  std::uint64_t nodes;
};
constexpr NodeCount node_counts[] = {
    {"achochodi", 32119},
    {"adi", 5063},
    {"adi-hanson", 11661},
    {"al-manqala", 96624},
    {"alemungula", 47733},
    {"ali-guli-mane", 7294},
    {"andot", 68477},
    {"anywoli", 27112},
    {"awari", 45379},
    {"awari/solved", 48820},
    {"ayo", 12021},
    {"ayoayo", 10701},
    {"ba-awa", 4833},
    {"bao-kiarabu", 5440},
    {"bao-kiarabu/free", 53434},
    {"bay-khom", 7532},
    {"bestemshe", 34107},
    {"bohnenspiel", 74510},
    {"boola", 11896},
    {"bosh", 4469},
    {"bule-perga", 8126},
    {"cow", 31985},
    {"cross-kalah", 45275},
    {"cross-wari", 58320},
    {"dabuda", 7177},
    {"dakon", 32944},
    {"deka", 25461},
    {"djenon-abe", 13313},
    {"endodoi", 9141},
    {"enkeshui", 10346},
    {"erherhe", 78081},
    {"gabata", 23412},
    {"gabata/two-rows", 3407},
    {"gamacha", 12082},
    {"gelech", 331965},
    {"goempty-one", 22185},
    {"halusa", 31752},
    {"hawalis", 5393},
    {"hoyito", 4971},
    {"hoyito-i", 6587},
    {"hus", 15166},
    {"hus/no-singles", 5374},
    {"j-odu", 27969},
    {"je-ki-n-je", 40829},
    {"kalah", 10238},
    {"kalah/empty-capture", 9870},
    {"kara", 56174},
    {"kisolo", 4226},
    {"krur", 4249},
    {"lam-waladach", 4479},
    {"lami", 14147},
    {"lamlameta", 22381},
    {"leb-bbut-ahbochen", 50402},
    {"leyla-gobale", 154815},
    {"lisolo", 20047},
    {"longbeu-a-cha", 2362},
    {"mandoli", 6621},
    {"mangala", 38485},
    {"mangala-i", 6071},
    {"mangala-iv", 26423},
    {"mbangbi", 200325},
    {"mbothe", 12601},
    {"mikro-tsoro", 9502},
    {"modiar", 4234},
    {"moruba", 31953},
    {"motiq", 19465},
    {"nambayi", 42005},
    {"ndoto", 12316},
    {"njombwa", 8104},
    {"obridjie", 3606},
    {"ohvalhu", 78605},
    {"olinda", 8913},
    {"olowuka", 13579},
    {"omweso", 7400},
    {"only-child", 1142633},
    {"ot-tjin", 32452},
    {"ouri", 41720},
    {"oware", 39865},
    {"owari", 42886},
    {"owela", 7864},
    {"pallanguli", 7021},
    {"pallanguzhi", 5042},
    {"pandi", 4204},
    {"qelat", 8318},
    {"qelat-i", 61196},
    {"rabe", 12280},
    {"random-kalah", 33299},
    {"sadeqa", 12673},
    {"sokusowo", 866},
    {"songo", 138584},
    {"sungka", 32944},
    {"sungka/empty-capture", 43207},
    {"sungka/side-empty", 32907},
    {"tap-urdy", 12844},
    {"tapata", 16633},
    {"tegre", 11141},
    {"toguz-kumalak", 106756},
    {"toguz-xorgol", 258669},
    {"tsoro", 4738},
    {"urim", 61839},
    {"vai-lung-thlan", 135531},
    {"voleur", 5777},
    {"wari", 68319},
    {"waurie", 94734},
    {"weg", 8198},
    {"woli", 51082},
};
constexpr std::uint64_t signature = 859515882;

TEST(Bench, NodeCountsAreUnchanged) {
  std::vector<BenchResult> results;
  std::size_t number = 0;
  for (const auto& [game, nodes] : node_counts) {
    if (!tests::thorough && number++ % 8 != 0) continue;
    results.push_back(bench_game(game));
    EXPECT_EQ(results.back().nodes, nodes) << game;
  }
  EXPECT_EQ(std::size(node_counts), builtin_names().size()) << "every built-in game needs a line";
  if (tests::thorough) {
    EXPECT_EQ(bench_signature(results), signature);
  }
}

}  // namespace
}  // namespace sow
