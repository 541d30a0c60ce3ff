// For players and searches that nobody stops.
#pragma once

#include <atomic>

namespace sow {

inline const std::atomic<bool> never = false;

}  // namespace sow
