// State shared by all threads of one search: limits, node count, and stop flag.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "search/busy_boards.h"

namespace sow {

struct SearchShared {
  // Written often, so it has its own cache line, separate from the data that every thread reads at every node.
  alignas(64) std::atomic<std::uint64_t> nodes{0};
  alignas(64) std::atomic<bool> stop{false};
  BusyBoards* busy = nullptr;  // null if there is only one thread
  std::uint64_t node_limit = ~std::uint64_t{0};
  const std::atomic<bool>* interrupt = nullptr;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  bool stopped() const { return stop.load(std::memory_order_relaxed); }
  std::int64_t elapsed_ms() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count();
  }
};

}  // namespace sow
