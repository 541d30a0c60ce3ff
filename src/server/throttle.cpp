#include "server/throttle.h"

#include <algorithm>

namespace sow {

using std::chrono::nanoseconds;

void Throttle::drain(Bucket& bucket, Clock::time_point now) const {
  const auto drained = std::chrono::duration_cast<nanoseconds>((now - bucket.updated) * share_);
  bucket.used = std::max(nanoseconds(0), bucket.used - drained);
  bucket.updated = now;
}

void Throttle::charge(const std::string& client, nanoseconds cpu_time, Clock::time_point now) {
  constexpr std::size_t max_buckets = 10'000;
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= max_buckets) {
    for (auto& [name, bucket] : buckets_) drain(bucket, now);
    std::erase_if(buckets_, [](const auto& entry) { return entry.second.used == nanoseconds(0); });
  }
  Bucket& bucket = buckets_.try_emplace(client, Bucket{{}, now}).first->second;
  drain(bucket, now);
  bucket.used += cpu_time;
}

nanoseconds Throttle::delay(const std::string& client, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  const auto found = buckets_.find(client);
  if (found == buckets_.end()) return nanoseconds(0);
  drain(found->second, now);
  const nanoseconds excess = found->second.used - burst_;
  return excess <= nanoseconds(0) ? nanoseconds(0) : std::chrono::duration_cast<nanoseconds>(excess / share_);
}

}  // namespace sow
