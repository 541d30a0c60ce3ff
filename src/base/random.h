// The random number generator. Avoid the distributions of <random>: they differ between standard libraries, while the
// generator itself is fully specified.
#pragma once

#include <cstdint>
#include <random>

namespace sow {

using Random = std::mt19937_64;

// A generator for one of several jobs, each with a sequence of its own.
inline Random random_for(std::uint64_t seed, std::uint64_t job) {
  constexpr std::uint64_t prime = 1'000'003;
  return Random(seed * prime + job);
}

}  // namespace sow
