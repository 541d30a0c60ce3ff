// Random starts: Setup::random seeds are placed one by one in random pits. The number of the deal determines the start,
// so that a record can name it: "random-kalah:deal=17".
#pragma once

#include "rules/ruleset.h"

namespace sow {

inline constexpr int default_deal = 1, max_deal = 999'999;

// Sets the start of a game with a random start. The numbers come from SplitMix64, which is easy to reproduce elsewhere.
constexpr void deal_seeds(Ruleset& rules, int deal) {
  const int pits = rules.pits_per_player();
  if (pits > max_pits) return;  // find_problems reports it
  Setup& setup = rules.setup;
  setup.listed = true;
  setup.south = setup.north = {};
  for (int i = 0; i < pits; ++i) setup.south[i] = setup.north[i] = setup.seeds;
  auto state = static_cast<std::uint64_t>(deal);
  for (int i = 0; i < setup.random; ++i) {
    state += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = (state ^ state >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    const auto pit = static_cast<int>((mixed ^ mixed >> 31) % (2 * static_cast<unsigned>(pits)));
    ++(pit < pits ? setup.south[pit] : setup.north[pit - pits]);
  }
}

}  // namespace sow
