#include "background.h"

#include <unistd.h>

#include <set>
#include <stdexcept>

namespace sow::python {
namespace {

constexpr std::chrono::milliseconds poll_interval{20};
constexpr const char* exiting = "the interpreter is exiting";
constexpr std::chrono::seconds exit_patience{5};  // for a player written in Python that sleeps

// All running tasks and the threads that wait for them. The interpreter ends threads that ask for its lock while it
// exits, which must not happen in the middle of a C++ function.
struct Registry {
  std::mutex mutex;
  std::condition_variable changed;
  std::set<Task*> tasks;
  std::multiset<unsigned long> calling;  // identifiers of the threads that run a function of the user
  int waiting = 0;
  bool closing = false;
};
// Never destroyed: tasks may end while the process exits.
Registry* registry = new Registry;
int forks = 0;

// Marks a thread that gives up the interpreter lock and takes it again.
class Waiting {
 public:
  Waiting() : registry_(registry) { add(1); }
  ~Waiting() { add(-1); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  void add(int count) {
    const std::lock_guard lock(registry_->mutex);
    registry_->waiting += count;
    registry_->changed.notify_all();
  }

  Registry* registry_;
};

// Calls a function of the user, which stop_all_tasks() can interrupt.
void call(const std::function<void()>& function) {
  class Calling {
   public:
    Calling() : registry_(registry), thread_(PyThread_get_thread_ident()) {
      const std::lock_guard lock(registry_->mutex);
      if (registry_->closing) throw std::runtime_error(exiting);
      registry_->calling.insert(thread_);
    }
    ~Calling() {
      const std::lock_guard lock(registry_->mutex);
      registry_->calling.erase(registry_->calling.find(thread_));
    }
    Calling(const Calling&) = delete;
    Calling& operator=(const Calling&) = delete;

   private:
    Registry* registry_;
    unsigned long thread_;
  } calling;
  function();
}

void stop_all_tasks() {
  {
    const std::lock_guard lock(registry->mutex);
    registry->closing = true;
    for (Task* task : registry->tasks) task->stop();
    for (const unsigned long thread : registry->calling) PyThreadState_SetAsyncExc(thread, PyExc_SystemExit);
  }
  const nb::gil_scoped_release release;  // functions of the user need the lock to end
  std::unique_lock lock(registry->mutex);
  if (!registry->changed.wait_for(lock, exit_patience,
                                  [] { return registry->tasks.empty() && registry->waiting == 0; }))
    nb::set_leak_warnings(false);  // objects of a thread that is still running
}

// The mutexes of the parent may be locked by threads that do not exist in the child.
void forget_parent_tasks() {
  registry = new Registry;
  ++forks;
}

}  // namespace

Task::Task(Work work, Flag stop) : stop_(std::move(stop)), process_(getpid()) {
  {
    const std::lock_guard lock(registry->mutex);
    if (registry->closing) throw std::runtime_error(exiting);
    registry->tasks.insert(this);
  }
  thread_ = std::thread([this, work = std::move(work)] {
    try {
      work(*this);
    } catch (...) {
      error_ = std::current_exception();
    }
    finish();
  });
}

void Task::finish() {
  const std::lock_guard all(registry->mutex);
  registry->tasks.erase(this);
  registry->changed.notify_all();
  const std::lock_guard lock(mutex_);
  done_ = true;
  changed_.notify_all();
}

Task::~Task() {
  *stop_ = true;
  if (process_ != getpid()) {
    new std::thread(std::move(thread_));  // it only exists in the parent and can be neither joined nor destroyed
    return;
  }
  const Waiting waiting;
  const nb::gil_scoped_release release;
  thread_.join();
}

void Task::wait(const std::function<bool()>& ready, const std::function<void()>& poll) {
  if (process_ != getpid()) throw std::runtime_error("this search runs in the parent process");
  const Waiting waiting;
  for (;;) {
    {
      const nb::gil_scoped_release release;
      std::unique_lock lock(mutex_);
      if (changed_.wait_for(lock, poll_interval, [&] { return done_ || ready(); })) return;
    }
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (poll) call(poll);
  }
}

void run_in_background(const std::function<void(const std::atomic<bool>& stop)>& work,
                       const std::function<void()>& poll, Task::Flag stop) {
  const Waiting waiting;
  Task task([&](Task& self) { work(self.stopped()); }, std::move(stop));
  task.wait([] { return false; }, poll);
  task.rethrow();
}

void run_in_background(const Task::Work& work, const Service& service, const std::function<void()>& poll) {
  const Waiting waiting;
  Task task(work);
  for (;;) {
    task.wait(service.asked, poll);
    if (task.done()) break;
    call(service.serve);
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (poll) call(poll);
  }
  task.rethrow();
}

void SharedMutex::lock() {
  if (process_ != 0 && process_ != getpid()) throw std::runtime_error("this object is in use by the parent process");
  if (owner_ == std::this_thread::get_id()) throw std::runtime_error("this object is already in use by this thread");
  const Waiting waiting;
  for (;;) {
    {
      const nb::gil_scoped_release release;
      if (mutex_.try_lock_for(poll_interval)) break;
    }
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
  owner_ = std::this_thread::get_id();
  process_ = getpid();
}

void SharedMutex::unlock() {
  process_ = 0;
  owner_ = std::thread::id();
  mutex_.unlock();
}

int fork_count() { return forks; }

void bind_background(nb::module_& module) {
  module.def("_stop_all_tasks", &stop_all_tasks);
  module.def("_forget_parent_tasks", &forget_parent_tasks);
  nb::module_::import_("atexit").attr("register")(module.attr("_stop_all_tasks"));
  nb::module_::import_("os").attr("register_at_fork")(nb::arg("after_in_child") = module.attr("_forget_parent_tasks"));
}

}  // namespace sow::python
