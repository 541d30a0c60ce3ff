// How much the longest tests try: everything when compiled for release, a part of it with asserts and sanitizers, which
// take many times as long.
#pragma once

namespace sow::tests {

#ifdef NDEBUG
inline constexpr bool thorough = true;
#else
inline constexpr bool thorough = false;
#endif

}  // namespace sow::tests
