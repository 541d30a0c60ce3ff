// Chance that is the same on every machine: the generator is fixed by the standard, its distributions are not.
#pragma once

#include <random>

namespace sow {

using Random = std::mt19937_64;

}  // namespace sow
