// The random number generator. Avoid the distributions of <random>: they differ between standard libraries, while the
// generator itself is fully specified.
#pragma once

#include <random>

namespace sow {

using Random = std::mt19937_64;

}  // namespace sow
