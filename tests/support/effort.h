// Release builds run the full tests; builds with asserts and sanitizers, which are much slower, run a part.
#pragma once

namespace sow::tests {

#ifdef NDEBUG
inline constexpr bool thorough = true;
#else
inline constexpr bool thorough = false;
#endif

}  // namespace sow::tests
