#include "server/work_queue.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <map>

namespace sow {

WorkQueue::WorkQueue(const Options& options) : options_(options) {
  for (int i = 0; i < std::max(1, options.threads); ++i) threads_.emplace_back([this] { work(); });
  threads_.emplace_back([this] { supervise(); });
}

std::shared_ptr<Job> WorkQueue::submit(const std::string& client, Job::Run run, std::function<void(int)> on_wait) {
  auto job = std::make_shared<Job>();
  job->client_ = client;
  job->longest_ = options_.longest;
  job->run_ = std::move(run);
  job->on_wait_ = std::move(on_wait);
  const std::lock_guard lock(mutex_);
  waiting_.remove_if([](const auto& waiting) { return waiting->stop().load(); });
  if (stopping_ || waiting_.size() >= options_.most_waiting) return nullptr;
  waiting_.push_back(job);
  if (running_.size() >= threads_.size() - 1) tell_waiting();
  ready_.notify_one();
  changed_.notify_one();
  return job;
}

std::vector<std::shared_ptr<Job>> WorkQueue::order() const {
  std::map<std::string, int> turns;  // of each client: jobs running, or before in the order
  for (const auto& job : running_) ++turns[job->client_];
  std::vector<std::shared_ptr<Job>> order;
  Jobs rest = waiting_;
  while (!rest.empty()) {
    const auto next = std::min_element(
        rest.begin(), rest.end(), [&](const auto& a, const auto& b) { return turns[a->client_] < turns[b->client_]; });
    ++turns[(*next)->client_];
    order.push_back(*next);
    rest.erase(next);
  }
  return order;
}

void WorkQueue::tell_waiting() {
  int ahead = 0;
  for (const auto& job : order()) {
    if (job->ahead_ != ahead && job->on_wait_) job->on_wait_(ahead);
    job->ahead_ = ahead++;
  }
}

void WorkQueue::work() {
  // Connections come first: an answer that is ready should not wait for a search.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 5);
  Engine engine(options_.search);
  std::unique_lock lock(mutex_);
  for (;;) {
    ready_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
    if (stopping_) return;
    waiting_.remove_if([](const auto& waiting) { return waiting->stop().load(); });
    if (waiting_.empty()) continue;
    const auto job = order().front();
    waiting_.remove(job);
    job->begun_ = Job::Clock::now();
    running_.push_back(job);
    tell_waiting();
    changed_.notify_one();
    lock.unlock();
    const auto tell = job->run_(*job, engine);
    job->run_ = nullptr;  // with all it holds
    lock.lock();
    running_.remove(job);
    lock.unlock();
    tell();
    lock.lock();
  }
}

// Stops jobs that have had their time.
void WorkQueue::supervise() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto now = Job::Clock::now();
    auto wake = now + std::chrono::hours(1);
    for (const auto& job : running_) {
      if (job->stop()) continue;
      const std::chrono::milliseconds longest = job->longest_;
      const bool shared = !waiting_.empty() && options_.share < longest;
      const auto end = job->begun_ + (shared ? options_.share : longest);
      if (end <= now)
        job->cancel(shared ? Stopped::share : Stopped::time);
      else
        wake = std::min(wake, end);
    }
    changed_.wait_until(lock, wake);
  }
}

void WorkQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& jobs : {waiting_, running_})
      for (const auto& job : jobs) job->cancel(Stopped::shutdown);
    waiting_.clear();
  }
  ready_.notify_all();
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace sow
