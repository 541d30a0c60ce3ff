// A limit on the work of a replay. Replaying moves from untrusted input spends a budget, so that no record, link, or
// request can keep the program busy for long (docs/security.md). Time is CPU time of the thread, so that a busy machine
// does not reject what an idle one accepts.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/error.h"
#include "base/platform.h"

namespace sow {

class Budget {
 public:
  static constexpr std::chrono::milliseconds default_time{2000};
  // Steps are plies played, shown or undone, and events of traces. A typical game has hundreds of plies.
  static constexpr std::uint64_t default_steps = 20'000'000;

  explicit Budget(const std::atomic<bool>* stop = nullptr, std::chrono::milliseconds time = default_time,
                  std::uint64_t steps = default_steps)
      : stop_(stop), end_(thread_time() + time), left_(steps) {}

  // Throws Error if the budget is exhausted or `stop` is set.
  void spend(std::uint64_t steps = 1) {
    checkpoint();
    if (stop_ != nullptr && *stop_) throw Error("stopped");
    exhausted_ = exhausted_ || steps > left_ || thread_time() > end_;
    if (exhausted_) throw Error("replaying the moves takes too long");
    left_ -= steps;
  }

  bool exhausted() const { return exhausted_; }

 private:
  const std::atomic<bool>* stop_;
  std::chrono::nanoseconds end_;
  std::uint64_t left_;
  bool exhausted_ = false;
};

// Null means no limit.
inline void spend(Budget* budget, std::uint64_t steps = 1) {
  if (budget != nullptr) budget->spend(steps);
}

}  // namespace sow
