#include "server/work_queue.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace sow {

WorkQueue::WorkQueue(const Options& options) : options_(options) {
  for (int i = 0; i < std::max(1, options.threads); ++i) threads_.emplace_back([this] { work(); });
  threads_.emplace_back([this] { supervise(); });
}

std::shared_ptr<Job> WorkQueue::submit(const std::string& client, Request request) {
  auto job = std::make_shared<Job>();
  job->client_ = client;
  job->max_time_ = options_.max_time;
  job->run_ = std::move(request.run);
  job->on_wait_ = std::move(request.on_wait);
  job->resumable_ = request.resumable;
  const std::lock_guard lock(mutex_);
  waiting_.remove_if([](const auto& waiting) { return waiting->stop().load(); });
  const auto same_client = [&](const auto& waiting) { return waiting->client_ == client; };
  const std::size_t queued = std::count_if(waiting_.begin(), waiting_.end(), same_client);
  if (stopping_ || waiting_.size() >= options_.max_queued || queued >= options_.max_queued_per_client) return nullptr;
  waiting_.push_back(job);
  if (running_.size() >= threads_.size() - 1) notify_waiting();
  ready_.notify_one();
  changed_.notify_one();
  return job;
}

std::vector<std::shared_ptr<Job>> WorkQueue::schedule() const {
  struct ClientLoad {
    int jobs = 0;  // running or already scheduled
    std::uint64_t last_turn = 0;
  };
  std::map<std::string, ClientLoad> loads;
  for (const auto& [client, turn] : last_turns_) loads[client].last_turn = turn;
  for (const auto& job : running_) ++loads[job->client_].jobs;
  const auto goes_first = [&](const auto& a, const auto& b) {
    const ClientLoad &first = loads[a->client_], &second = loads[b->client_];
    return std::tie(first.jobs, first.last_turn) < std::tie(second.jobs, second.last_turn);
  };
  std::vector<std::shared_ptr<Job>> schedule;
  Jobs rest = waiting_;
  while (!rest.empty()) {
    const auto next = std::min_element(rest.begin(), rest.end(), goes_first);
    ++loads[(*next)->client_].jobs;
    schedule.push_back(*next);
    rest.erase(next);
  }
  return schedule;
}

void WorkQueue::notify_waiting() {
  int ahead = 0;
  for (const auto& job : schedule()) {
    if (job->ahead_ != ahead && job->on_wait_) job->on_wait_(ahead);
    job->ahead_ = ahead++;
  }
}

// The first scheduled job whose client is below its limit of running jobs.
std::shared_ptr<Job> WorkQueue::next() {
  waiting_.remove_if([](const auto& waiting) { return waiting->stop().load(); });
  for (const auto& job : schedule()) {
    const auto same_client = [&](const auto& running) { return running->client_ == job->client_; };
    if (std::count_if(running_.begin(), running_.end(), same_client) < options_.max_running_per_client) return job;
  }
  return nullptr;
}

// The search threads are divided equally between the clients, and those of a client between its running jobs.
int WorkQueue::share_of(const Job& job) const {
  std::set<std::string_view> clients = {job.client_};
  int own = 0;
  for (const auto& waiting : waiting_) clients.insert(waiting->client_);
  for (const auto& running : running_) {
    clients.insert(running->client_);
    own += running->client_ == job.client_;
  }
  return std::max(1, options_.search_threads / static_cast<int>(clients.size()) / std::max(1, own));
}

void WorkQueue::record_turn(const std::string& client) {
  constexpr std::size_t max_remembered = 1000;
  if (last_turns_.size() > max_remembered) last_turns_.clear();
  last_turns_[client] = ++turns_;
}

void WorkQueue::work() {
  setpriority(PRIO_PROCESS, gettid(), options_.niceness);
  Engine engine(options_.search);
  std::unique_lock lock(mutex_);
  for (;;) {
    std::shared_ptr<Job> job;
    ready_.wait(lock, [&] { return stopping_ || (job = next()) != nullptr; });
    if (stopping_) return;
    waiting_.remove(job);
    record_turn(job->client_);
    job->started_ = Job::Clock::now();
    running_.push_back(job);
    job->threads_ = share_of(*job);
    notify_waiting();
    changed_.notify_one();
    lock.unlock();
    const auto notify_client = job->run_(*job, engine);
    const bool requeue = std::exchange(job->requeue_, false);
    if (!requeue) job->run_ = nullptr;  // frees everything it captured
    lock.lock();
    running_.remove(job);
    if (requeue) {
      job->used_ += Job::Clock::now() - job->started_;
      job->slice_over_ = false;
      job->ahead_ = -1;
      waiting_.push_back(job);
      ready_.notify_one();
      continue;
    }
    ready_.notify_one();  // the client may have been at its limit of running jobs
    lock.unlock();
    notify_client();
    lock.lock();
  }
}

// Stops jobs that exceed their time limit or time slice.
void WorkQueue::supervise() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const auto now = Job::Clock::now();
    auto wake = now + std::chrono::hours(1);
    // While a thread is free, a job waits only until that thread takes it, or for another job of its own client.
    const bool full = std::ssize(running_) >= std::max(1, options_.threads);
    for (const auto& job : running_) {
      if (job->stop()) continue;
      const std::chrono::milliseconds max_time = job->max_time_;
      const bool others_need_it = (full && !waiting_.empty()) || (job->borrows_ && job->threads_ > share_of(*job));
      const bool preempt = others_need_it && options_.time_slice < max_time && !job->slice_over_;
      const auto limit = job->started_ + (max_time - job->used_), slice = job->started_ + options_.time_slice;
      if (limit <= now) {
        job->cancel(StopReason::time_limit);
      } else if (preempt && slice <= now) {
        if (job->resumable_)
          job->slice_over_ = true;
        else
          job->cancel(StopReason::time_slice);
        wake = std::min(wake, limit);
      } else {
        // A job borrows threads only after it has started, so check again at the end of its time slice.
        const bool look_again = job->threads_ > 1 && now < slice;
        wake = std::min(wake, preempt || look_again ? std::min(slice, limit) : limit);
      }
    }
    changed_.wait_until(lock, wake);
  }
}

void WorkQueue::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& jobs : {waiting_, running_})
      for (const auto& job : jobs) job->cancel(StopReason::shutdown);
    waiting_.clear();
  }
  ready_.notify_all();
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace sow
