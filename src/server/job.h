// A long job and the request to stop it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <string>

#include "engine/engine.h"

namespace sow {

// Why a job was stopped.
enum class StopReason { none, requested, disconnected, time_limit, time_slice, shutdown };

class Job {
 public:
  // Called on a worker thread. The function it returns is called after the job has left the queue, so that a client
  // that sends its next request at once does not wait for its own previous job.
  using Run = std::function<std::function<void()>(Job&, Engine&)>;

  // Set when the job should stop.
  const std::atomic<bool>& stop() const { return stop_; }
  StopReason stop_reason() const { return reason_; }

  // Search threads that the job may use: its share, decided when it starts.
  int threads() const { return threads_; }
  // The same for a job that the client will repeat if it is stopped. If its share shrinks while it has several threads,
  // it is stopped at the end of its time slice, as when other jobs are waiting.
  int borrow_threads() {
    borrows_ = true;
    return threads_;
  }

  std::chrono::milliseconds max_time() const { return max_time_; }
  // Raises the time limit of the job.
  void extend(std::chrono::milliseconds max_time) { max_time_ = std::max(max_time_.load(), max_time); }

  // A resumable job is not stopped at the end of its time slice. Instead it calls yield() between steps: if that
  // returns true, the job must return at once, and it is run again, possibly on another thread, when it is its turn.
  bool yield() { return requeue_ = slice_over_.load(); }

  // Keeps the first reason if called more than once.
  void cancel(StopReason reason) {
    StopReason none = StopReason::none;
    reason_.compare_exchange_strong(none, reason);
    stop_ = true;
  }

 private:
  friend class WorkQueue;
  using Clock = std::chrono::steady_clock;

  std::string client_;
  std::atomic<std::chrono::milliseconds> max_time_{};
  Run run_;
  std::function<void(int)> on_wait_;
  Clock::time_point started_{};
  Clock::duration used_{};  // run time before the current turn
  int ahead_ = -1;          // last queue position reported to the client
  int threads_ = 1;
  std::atomic<bool> stop_ = false, slice_over_ = false, borrows_ = false;
  bool resumable_ = false, requeue_ = false;
  std::atomic<StopReason> reason_ = StopReason::none;
};

}  // namespace sow
