// The fingerprint of the search. A change of behaviour changes a node count here: make it on purpose, in one line, and
// name the new signature in the commit.
#include "search/bench.h"

#include <gtest/gtest.h>

#include "rules/catalog.h"
#include "support/effort.h"

namespace sow {
namespace {

struct Fingerprint {
  const char* game;
  std::uint64_t nodes;
};
constexpr Fingerprint fingerprints[] = {
    {"achochodi", 128213},    {"adi", 9713},
    {"adi-hanson", 19950},    {"al-manqala", 343511},
    {"alemungula", 178345},   {"ali-guli-mane", 14112},
    {"andot", 223123},        {"anywoli", 62815},
    {"awari", 114090},        {"awari/solved", 114092},
    {"ayo", 24257},           {"ayoayo", 20841},
    {"bao-kiarabu", 11461},   {"bao-kiarabu/free", 109374},
    {"bay-khom", 12743},      {"bohnenspiel", 209067},
    {"boola", 12770},         {"bosh", 9175},
    {"bule-perga", 14378},    {"cow", 95904},
    {"cross-kalah", 160608},  {"cross-wari", 144861},
    {"dabuda", 14019},        {"dakon", 61209},
    {"djenon-abe", 24592},    {"endodoi", 19161},
    {"enkeshui", 22684},      {"erherhe", 179247},
    {"gabata", 61578},        {"gabata/two-rows", 9168},
    {"gamacha", 11972},       {"gelech", 1288947},
    {"halusa", 99601},        {"hawalis", 5896},
    {"hoyito", 11659},        {"hoyito-i", 12997},
    {"hus", 19956},           {"hus/no-singles", 7706},
    {"j-odu", 57206},         {"je-ki-n-je", 101813},
    {"kalah", 84559},         {"kalah/empty-capture", 84657},
    {"kara", 144128},         {"kisolo", 10319},
    {"krur", 8589},           {"lam-waladach", 7488},
    {"lami", 36942},          {"leb-bbut-ahbochen", 109799},
    {"leyla-gobale", 660209}, {"lisolo", 17927},
    {"longbeu-a-cha", 4247},  {"mandoli", 14849},
    {"mangala", 84695},       {"mbangbi", 749737},
    {"mikro-tsoro", 11422},   {"modiar", 8990},
    {"moruba", 57426},        {"motiq", 54159},
    {"nambayi", 47569},       {"ndoto", 25784},
    {"njombwa", 8800},        {"obridjie", 7228},
    {"ohvalhu", 145717},      {"olinda", 16925},
    {"olowuka", 26344},       {"omweso", 11468},
    {"ot-tjin", 61224},       {"ouri", 89489},
    {"oware", 102628},        {"owari", 82779},
    {"owela", 8717},          {"pallanguli", 16079},
    {"pallanguzhi", 9132},    {"pandi", 6184},
    {"qelat", 19199},         {"rabe", 26304},
    {"sadeqa", 15454},        {"sokusowo", 1062},
    {"songo", 306786},        {"sungka", 61209},
    {"tap-urdy", 28346},      {"tapata", 18845},
    {"tegre", 24246},         {"toguz-kumalak", 750349},
    {"toguz-xorgol", 932935}, {"tsoro", 4784},
    {"urim", 153449},         {"vai-lung-thlan", 276789},
    {"voleur", 11087},        {"wari", 137287},
    {"weg", 20360},           {"woli", 161886},
};
constexpr std::uint64_t signature = 892148686;

TEST(Bench, EveryGameHasItsNodeCount) {
  std::vector<BenchResult> results;
  std::size_t number = 0;
  for (const auto& [game, nodes] : fingerprints) {
    if (!tests::thorough && number++ % 8 != 0) continue;
    results.push_back(bench_game(game));
    EXPECT_EQ(results.back().nodes, nodes) << game;
  }
  EXPECT_EQ(std::size(fingerprints), builtin_names().size()) << "every built-in game has a line";
  if (tests::thorough) {
    EXPECT_EQ(bench_signature(results), signature);
  }
}

}  // namespace
}  // namespace sow
