// WebAssembly in a browser or in Node: one thread, and memory that can grow but not shrink. base/platform.h describes
// the names.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

namespace sow {

// Never constructed: everything that starts threads is asked for one thread, the calling one.
class jthread {
 public:
  template <class Function>
  explicit jthread(Function&&) {
    std::abort();
  }
};

// Without threads, plain accesses are atomic.
template <class T>
class atomic_ref {
 public:
  explicit atomic_ref(T& value) : value_(value) {}
  T load(...) const { return value_; }
  void store(T value, ...) const { value_ = value; }
  T fetch_or(T bits) const { return exchange(static_cast<T>(value_ | bits)); }
  T fetch_and(T bits) const { return exchange(static_cast<T>(value_ & bits)); }
  T fetch_sub(T n) const { return exchange(static_cast<T>(value_ - n)); }

 private:
  T exchange(T next) const {
    const T before = value_;
    value_ = next;
    return before;
  }
  T& value_;
};

using Wide = unsigned __int128;

// WebAssembly has no instruction for it, and the compiler would call a function that multiplies 128-bit numbers.
inline Wide multiply_wide(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a_low = static_cast<std::uint32_t>(a), a_high = a >> 32;
  const std::uint64_t b_low = static_cast<std::uint32_t>(b), b_high = b >> 32;
  const std::uint64_t low = a_low * b_low;
  const std::uint64_t middle = a_high * b_low + (low >> 32);
  const std::uint64_t other = a_low * b_high + static_cast<std::uint32_t>(middle);
  const std::uint64_t high = a_high * b_high + (middle >> 32) + (other >> 32);
  return Wide{high} << 64 | (other << 32 | static_cast<std::uint32_t>(low));
}

std::optional<double> parse_decimal(std::string_view text);

inline std::chrono::nanoseconds thread_time() { return std::chrono::steady_clock::now().time_since_epoch(); }

// WebAssembly has no such instruction. A load is the next best thing: several cache misses in a row overlap, but then
// the processor waits for them.
inline constexpr bool can_prefetch = false;
inline void prefetch(const void* p) { static_cast<void>(*static_cast<const volatile char*>(p)); }

inline void* reserve_memory(std::size_t bytes) {
  constexpr std::size_t cache_line = 64;
  // Memory from here on has never been used, so it is zero. Not touching it saves the time and memory of large tables
  // that stay almost empty.
  const auto* const unused = static_cast<const char*>(sbrk(0));
  auto* const p =
      static_cast<char*>(std::aligned_alloc(cache_line, (bytes + cache_line - 1) / cache_line * cache_line));
  if (p != nullptr && p < unused) std::memset(p, 0, std::min<std::size_t>(bytes, unused - p));
  return p;
}
inline void release_memory(void* p, std::size_t) { std::free(p); }
inline void discard_memory(void* p, std::size_t bytes) { std::memset(p, 0, bytes); }

// Calls `check` from checkpoint() when at least `interval` has passed since the last call.
class Watch {
 public:
  Watch(std::chrono::microseconds interval, std::function<void()> check);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  static void run_due();
  static bool any() { return last_ != nullptr; }

 private:
  static inline Watch* last_ = nullptr;  // the watches in existence, latest first

  const std::chrono::microseconds interval_;
  const std::function<void()> check_;
  std::chrono::steady_clock::time_point due_;
  Watch* const before_;
};

inline void checkpoint() {
  if (Watch::any()) Watch::run_due();
}

inline void run_watched(std::span<const std::function<void()>> work, std::chrono::microseconds interval,
                        const std::function<void()>& report) {
  const Watch watch(interval, report);
  for (const auto& part : work) part();
}

}  // namespace sow
