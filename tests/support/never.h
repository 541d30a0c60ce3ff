// A stop flag that is never set.
#pragma once

#include <atomic>

namespace sow {

inline const std::atomic<bool> never = false;

}  // namespace sow
