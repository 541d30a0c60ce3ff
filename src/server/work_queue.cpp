#include "server/work_queue.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <tuple>

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
  const auto its = [&](const auto& waiting) { return waiting->client_ == client; };
  const std::size_t own = std::count_if(waiting_.begin(), waiting_.end(), its);
  if (stopping_ || waiting_.size() >= options_.most_waiting || own >= options_.most_waiting_each) return nullptr;
  waiting_.push_back(job);
  if (running_.size() >= threads_.size() - 1) tell_waiting();
  ready_.notify_one();
  changed_.notify_one();
  return job;
}

std::vector<std::shared_ptr<Job>> WorkQueue::order() const {
  struct Standing {
    int jobs = 0;  // running, or before in the order
    std::uint64_t last_turn = 0;
  };
  std::map<std::string, Standing> standings;
  for (const auto& [client, turn] : last_turns_) standings[client].last_turn = turn;
  for (const auto& job : running_) ++standings[job->client_].jobs;
  const auto sooner = [&](const auto& a, const auto& b) {
    const Standing &first = standings[a->client_], &second = standings[b->client_];
    return std::tie(first.jobs, first.last_turn) < std::tie(second.jobs, second.last_turn);
  };
  std::vector<std::shared_ptr<Job>> order;
  Jobs rest = waiting_;
  while (!rest.empty()) {
    const auto next = std::min_element(rest.begin(), rest.end(), sooner);
    ++standings[(*next)->client_].jobs;
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

// The job whose turn it is, if a client has one that may run now.
std::shared_ptr<Job> WorkQueue::next() {
  waiting_.remove_if([](const auto& waiting) { return waiting->stop().load(); });
  for (const auto& job : order()) {
    const auto its = [&](const auto& running) { return running->client_ == job->client_; };
    if (std::count_if(running_.begin(), running_.end(), its) < options_.most_running_each) return job;
  }
  return nullptr;
}

void WorkQueue::take_turn(const std::string& client) {
  constexpr std::size_t most_remembered = 1000;
  if (last_turns_.size() > most_remembered) last_turns_.clear();
  last_turns_[client] = ++turns_;
}

void WorkQueue::work() {
  // Connections come first: an answer that is ready should not wait for a search.
  setpriority(PRIO_PROCESS, gettid(), 5);
  Engine engine(options_.search);
  std::unique_lock lock(mutex_);
  for (;;) {
    std::shared_ptr<Job> job;
    ready_.wait(lock, [&] { return stopping_ || (job = next()) != nullptr; });
    if (stopping_) return;
    waiting_.remove(job);
    take_turn(job->client_);
    job->begun_ = Job::Clock::now();
    running_.push_back(job);
    tell_waiting();
    changed_.notify_one();
    lock.unlock();
    const auto tell = job->run_(*job, engine);
    job->run_ = nullptr;  // with all it holds
    lock.lock();
    running_.remove(job);
    ready_.notify_one();  // the client may have had as many as it can
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
