// The same work on several threads: they take pieces of a range in turn. What one of them throws is thrown again.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sow {

// Calls work(from, to) until [0, count) is covered; nothing new is begun after an exception.
template <class Work>
void parallel(int threads, std::uint64_t count, std::uint64_t piece, Work&& work) {
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr problem;
  std::mutex mutex;
  const auto run = [&] {
    try {
      for (std::uint64_t from; (from = next.fetch_add(piece)) < count;) work(from, std::min(from + piece, count));
    } catch (...) {
      next = count;
      const std::lock_guard lock(mutex);
      if (!problem) problem = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> pool;
    const auto pieces = (count + piece - 1) / piece;
    for (int i = 1; i < threads && static_cast<std::uint64_t>(i) < pieces; ++i) pool.emplace_back(run);
    run();
  }
  if (problem) std::rethrow_exception(problem);
}

}  // namespace sow
