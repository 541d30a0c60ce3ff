// A deterministic benchmark: its node counts are the same in every run and on every machine.
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

// One thread, fixed depths, positions from random play with a fixed seed. Throws Error for an unknown game.
BenchResult bench_game(const std::string& name);

// Changes whenever any node count changes.
std::uint64_t bench_signature(const std::vector<BenchResult>& results);

}  // namespace sow
