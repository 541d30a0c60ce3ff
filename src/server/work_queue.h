// A thread pool for long jobs, which would block the I/O threads, with a queue that is fair to all clients.
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

#include "server/job.h"

namespace sow {

class WorkQueue {
 public:
  struct Options {
    int threads = 1;
    std::size_t max_queued = 64, max_queued_per_client = 16;
    int max_running_per_client = 256;
    std::chrono::milliseconds max_time{10'000};  // per job
    std::chrono::milliseconds time_slice{5000};  // run time after which a job is stopped if others wait
    int search_threads = 1;                      // shared by the jobs that run; each has at least one
    int niceness = 5;                            // nice value of the threads
    SearchOptions search = {};                   // for the engine of each thread
  };

  explicit WorkQueue(const Options& options);
  ~WorkQueue() { stop(); }

  struct Request {
    Job::Run run;
    std::function<void(int)> on_wait = {};  // called with the number of jobs ahead whenever it changes
    bool resumable = false;                 // see Job::yield
  };

  // Queues a job; returns null if the queue is full. The next job to run belongs to the client with the fewest running
  // jobs, then to the one that has waited longest since its last turn, then to the first in the queue. A job canceled
  // while waiting never runs.
  std::shared_ptr<Job> submit(const std::string& client, Request request);

  // Cancels all jobs and waits for the threads to finish.
  void stop();

 private:
  using Jobs = std::list<std::shared_ptr<Job>>;

  void work();
  void supervise();
  std::vector<std::shared_ptr<Job>> schedule() const;
  std::shared_ptr<Job> next();
  int share_of(const Job& job) const;
  void record_turn(const std::string& client);
  void notify_waiting();

  const Options options_;
  std::mutex mutex_;
  std::condition_variable ready_, changed_;
  Jobs waiting_, running_;                           // in order of arrival
  std::map<std::string, std::uint64_t> last_turns_;  // number of the client's last turn
  std::uint64_t turns_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace sow
