// Work that takes long, away from the threads that serve connections: a few threads, a queue, and a fair share for each
// client.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "search/engine.h"

namespace sow {

// Why a job was stopped.
enum class Stopped { no, gone, time, share, shutdown };

class Job {
 public:
  // Called on a thread of the queue. What it returns is called when the job has left the queue: a client that asks again
  // as soon as it has its answer does not wait for its own last job.
  using Run = std::function<std::function<void()>(Job&, Engine&)>;

  // Set when the job is to end soon.
  const std::atomic<bool>& stop() const { return stop_; }
  Stopped stopped() const { return why_; }

  // The job needs at least so long in all, if that is more than its queue allows.
  void extend(std::chrono::milliseconds longest) { longest_ = std::max(longest_.load(), longest); }

  // The first reason counts.
  void cancel(Stopped why) {
    Stopped none = Stopped::no;
    why_.compare_exchange_strong(none, why);
    stop_ = true;
  }

 private:
  friend class WorkQueue;
  using Clock = std::chrono::steady_clock;

  std::string client_;
  std::atomic<std::chrono::milliseconds> longest_{};
  Run run_;
  std::function<void(int)> on_wait_;
  Clock::time_point begun_{};
  int ahead_ = -1;  // as last told
  std::atomic<bool> stop_ = false;
  std::atomic<Stopped> why_ = Stopped::no;
};

class WorkQueue {
 public:
  struct Options {
    int threads = 1;
    std::size_t most_waiting = 64, most_waiting_each = 16;  // of all clients, and of one
    int most_running_each = 256;
    std::chrono::milliseconds longest{10'000};  // that a job may take
    std::chrono::milliseconds share{5000};      // after which a job is stopped if others wait
    SearchOptions search = {};                  // of the engine that each thread keeps
  };

  explicit WorkQueue(const Options& options);
  ~WorkQueue() { stop(); }

  // `on_wait` is told how many jobs are before this one, as long as it waits. Whose turn is next: the client's with
  // fewest jobs running, then the client's whose last turn is longest ago, then whoever came first. A job that waits and
  // is cancelled never runs. Null if too many wait.
  std::shared_ptr<Job> submit(const std::string& client, Job::Run run, std::function<void(int)> on_wait = {});

  // Cancels everything and waits for it to end.
  void stop();

 private:
  using Jobs = std::list<std::shared_ptr<Job>>;

  void work();
  void supervise();
  std::vector<std::shared_ptr<Job>> order() const;
  std::shared_ptr<Job> next();
  void take_turn(const std::string& client);
  void tell_waiting();

  const Options options_;
  std::mutex mutex_;
  std::condition_variable ready_, changed_;
  Jobs waiting_, running_;                           // in order of arrival
  std::map<std::string, std::uint64_t> last_turns_;  // when a client's last job began, counted in jobs
  std::uint64_t turns_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace sow
