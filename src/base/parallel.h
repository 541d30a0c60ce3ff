// Parallel for: threads process a range in chunks. The first exception is rethrown in the calling thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

#include "base/platform.h"

namespace sow {

// Calls work(from, to) until [0, count) is covered. No new chunk is started after an exception.
template <class Work>
void parallel(int threads, std::uint64_t count, std::uint64_t chunk, Work&& work) {
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr problem;
  std::mutex mutex;
  const auto run = [&] {
    try {
      for (std::uint64_t from; (from = next.fetch_add(chunk)) < count; checkpoint())
        work(from, std::min(from + chunk, count));
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!problem) problem = std::current_exception();
    }
  };
  {
    std::vector<jthread> pool;
    const auto chunks = (count + chunk - 1) / chunk;
    for (int i = 1; i < threads && static_cast<std::uint64_t>(i) < chunks; ++i) pool.emplace_back(run);
    run();
  }
  if (problem) std::rethrow_exception(problem);
}

}  // namespace sow
