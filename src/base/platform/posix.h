// Linux and other systems with threads and virtual memory. base/platform.h describes the names.
#pragma once

#include <sys/mman.h>
#include <time.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <thread>
#include <vector>

namespace sow {

using std::atomic_ref;
using std::jthread;

using Wide = unsigned __int128;

inline Wide multiply_wide(std::uint64_t a, std::uint64_t b) { return Wide{a} * b; }

// A number such as "0.5", without an exponent.
inline std::optional<double> parse_decimal(std::string_view text) {
  double number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, code] = std::from_chars(text.data(), last, number, std::chars_format::fixed);
  return code == std::errc{} && end == last ? std::optional(number) : std::nullopt;
}

inline std::chrono::nanoseconds thread_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

inline constexpr bool can_prefetch = true;
inline void prefetch(const void* p) { __builtin_prefetch(p); }

// On huge pages where available: they halve the cost of random reads. Null if there is not enough memory.
inline void* reserve_memory(std::size_t bytes) {
  void* const p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return nullptr;
  madvise(p, bytes, MADV_HUGEPAGE);
  madvise(p, bytes, MADV_DONTFORK);  // keeps fork() cheap; child processes never use it
  return p;
}
inline void release_memory(void* p, std::size_t bytes) { munmap(p, bytes); }
// Returns a part of a block to the system. It reads as zeros afterwards.
inline void discard_memory(void* p, std::size_t bytes) { madvise(p, bytes, MADV_DONTNEED); }

// Calls `check` regularly, on a thread of its own, until the watch is destroyed.
class Watch {
 public:
  Watch(std::chrono::microseconds interval, std::function<void()> check)
      : thread_([interval, check = std::move(check)](const std::stop_token& over) {
          for (; !over.stop_requested(); std::this_thread::sleep_for(interval)) check();
        }) {}

 private:
  jthread thread_;
};

// Called often by all work that can take long. Only watches without threads need it.
inline void checkpoint() {}

// Runs each function of `work` on a thread of its own. Until all have returned, calls `report` regularly on the calling
// thread.
inline void run_watched(std::span<const std::function<void()>> work, std::chrono::microseconds interval,
                        const std::function<void()>& report) {
  std::atomic<std::size_t> running = work.size();
  std::vector<jthread> pool;
  for (const auto& part : work)
    pool.emplace_back([&] {
      part();
      --running;
    });
  for (; running > 0; std::this_thread::sleep_for(interval)) report();
}

}  // namespace sow
