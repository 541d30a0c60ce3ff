// Fixed searches whose node counts are the fingerprint of the search: the same in every run and on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sow {

struct BenchResult {
  std::string game;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// One thread, fixed depths, positions from a fixed random play. Throws Error for a game that does not exist.
BenchResult bench_game(const std::string& name);

// A number that changes when any node count does.
std::uint64_t bench_signature(const std::vector<BenchResult>& results);

}  // namespace sow
