// A token bucket per client for the CPU time of the I/O threads. Requests that run on worker threads have fair queues
// of their own; this limits what a flood of cheap requests costs.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace sow {

class Throttle {
 public:
  using Clock = std::chrono::steady_clock;

  // `share`: CPU seconds per second that a client may use; `burst`: CPU time that it may use at once.
  Throttle(double share, std::chrono::nanoseconds burst) : share_(share), burst_(burst) {}

  void charge(const std::string& client, std::chrono::nanoseconds cpu_time, Clock::time_point now = Clock::now());

  // How long the next request of the client has to wait.
  std::chrono::nanoseconds delay(const std::string& client, Clock::time_point now = Clock::now());

 private:
  struct Bucket {
    std::chrono::nanoseconds used{};
    Clock::time_point updated;
  };

  void drain(Bucket& bucket, Clock::time_point now) const;

  const double share_;
  const std::chrono::nanoseconds burst_;
  std::mutex mutex_;
  std::map<std::string, Bucket> buckets_;  // buckets of clients with used > 0
};

}  // namespace sow
