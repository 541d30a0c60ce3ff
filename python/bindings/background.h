// Long work runs on a thread of its own, with the interpreter lock released. The calling thread waits for it and
// handles signals meanwhile, so that Ctrl-C stops the work and raises KeyboardInterrupt within milliseconds.
//
// The interpreter stops all tasks before it exits. After a fork, the child has none of its parent's threads: it forgets
// them (see forget_parent_tasks).
#pragma once

#include <nanobind/nanobind.h>
#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace sow::python {

namespace nb = nanobind;

class Task {
 public:
  using Work = std::function<void(Task&)>;

  using Flag = std::shared_ptr<std::atomic<bool>>;

  // `stop`: the flag that stops the work. Throws RuntimeError if the interpreter is exiting.
  explicit Task(Work work, Flag stop = std::make_shared<std::atomic<bool>>(false));
  // Stops the work and waits for it.
  ~Task();
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  void stop() { *stop_ = true; }
  const std::atomic<bool>& stopped() const { return *stop_; }
  // Waits with the interpreter lock released until ready() returns true, or the work is done. ready() is called without
  // that lock and under mutex(). Calls poll() now and then, with the lock. Throws if a signal handler or poll() does.
  void wait(const std::function<bool()>& ready, const std::function<void()>& poll = {});
  // Rethrows what the work threw. Only after wait() returned because the work was done.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }
  bool done() const { return done_; }

  // For work that reports while it runs: change what ready() looks at under this lock, then notify.
  std::mutex& mutex() { return mutex_; }
  void notify() { changed_.notify_all(); }

 private:
  void finish();

  Flag stop_;
  std::atomic<bool> done_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::exception_ptr error_;
  pid_t process_;
  std::thread thread_;
};

// Runs the work to its end. It should return soon after `stop` is set.
void run_in_background(const std::function<void(const std::atomic<bool>& stop)>& work,
                       const std::function<void()>& poll = {},
                       Task::Flag stop = std::make_shared<std::atomic<bool>>(false));

// The same for work that asks the calling thread to do something: serve() is called, with the interpreter lock,
// whenever asked() is true. asked() is called without the interpreter lock and under Task::mutex().
struct Service {
  std::function<bool()> asked;
  std::function<void()> serve;
};
void run_in_background(const Task::Work& work, const Service& service, const std::function<void()>& poll);

// The mutex of an object that several threads share. It is locked with the interpreter lock released, and Ctrl-C ends
// the wait. Throws RuntimeError if this thread has locked it already, which happens in signal handlers, or if a thread
// of the parent process has, which can never unlock it here.
class SharedMutex {
 public:
  void lock();
  void unlock();

 private:
  std::timed_mutex mutex_;
  std::atomic<std::thread::id> owner_;
  std::atomic<pid_t> process_ = 0;  // of the owner; 0: nobody
};

// Number of times this process has been forked from a process that had loaded the module.
int fork_count();

void bind_background(nb::module_& module);

}  // namespace sow::python
