// The fingerprint of the search. A change of behaviour changes a node count here: make it on purpose, in one line, and
// name the new signature in the commit.
#include "search/bench.h"

#include <gtest/gtest.h>

#include "rules/catalog.h"

namespace sow {
namespace {

struct Fingerprint {
  const char* game;
  std::uint64_t nodes;
};
constexpr Fingerprint fingerprints[] = {
    {"al-manqala", 343511},   {"awari", 165581},
    {"awari/solved", 165581}, {"ayoayo", 20841},
    {"bao-kiarabu", 11461},   {"bohnenspiel", 209067},
    {"dakon", 61209},         {"endodoi", 19161},
    {"halusa", 99601},        {"hoyito", 11659},
    {"hus", 21245},           {"hus/no-singles", 7706},
    {"kalah", 85557},         {"kalah/empty-capture", 87582},
    {"ohvalhu", 145717},      {"ot-tjin", 61224},
    {"oware", 137293},        {"owari", 89775},
    {"owela", 8717},          {"songo", 306786},
    {"sungka", 61209},        {"vai-lung-thlan", 276789},
    {"wari", 137287},         {"woli", 161886},
};
constexpr std::uint64_t signature = 168306605;

TEST(Bench, EveryGameHasItsNodeCount) {
  std::vector<BenchResult> results;
  for (const auto& [game, nodes] : fingerprints) {
    results.push_back(bench_game(game));
    EXPECT_EQ(results.back().nodes, nodes) << game;
  }
  EXPECT_EQ(results.size(), builtin_names().size()) << "every built-in game has a line";
  EXPECT_EQ(bench_signature(results), signature);
}

}  // namespace
}  // namespace sow
