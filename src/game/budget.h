// How much work a replay may be. Whoever follows moves that somebody else wrote down spends a budget on them, so that no
// record, link or request keeps the program busy for long: see docs/security.md.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/error.h"

namespace sow {

class Budget {
 public:
  static constexpr std::chrono::milliseconds usual_time{2000};
  // Steps are plies played, shown or taken back, and the events of traces. A game has hundreds of plies.
  static constexpr std::uint64_t usual_steps = 20'000'000;

  explicit Budget(const std::atomic<bool>* stop = nullptr, std::chrono::milliseconds time = usual_time,
                  std::uint64_t steps = usual_steps)
      : stop_(stop), end_(Clock::now() + time), left_(steps) {}

  // Throws Error once the budget is spent or somebody wants to stop.
  void spend(std::uint64_t steps = 1) {
    if (stop_ != nullptr && *stop_) throw Error("stopped");
    if (steps > left_ || Clock::now() > end_) throw Error("the moves take too long to follow");
    left_ -= steps;
  }

 private:
  using Clock = std::chrono::steady_clock;

  const std::atomic<bool>* stop_;
  Clock::time_point end_;
  std::uint64_t left_;
};

// Null: there is no limit.
inline void spend(Budget* budget, std::uint64_t steps = 1) {
  if (budget != nullptr) budget->spend(steps);
}

}  // namespace sow
