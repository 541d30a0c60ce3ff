// sow.Engine as the other bindings see it.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "background.h"
#include "base/random.h"
#include "engine/engine.h"
#include "search/limits.h"

namespace sow::python {

// Limits in Python's units; without any, the time is one second.
struct SearchLimits {
  std::optional<double> seconds;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  int lines = 1;

  // Throws ValueError if a limit is out of range.
  Limits checked() const;
};

// Messages for the user from any thread, shown as Python warnings when the work is done.
class Warnings {
 public:
  void add(const std::string& text);
  void show();

 private:
  std::mutex mutex_;
  std::vector<std::string> texts_;
};

// The user's data folder (None), another one, or no database at all ("").
DatabaseUse database_use(const std::optional<std::string>& folder, Warnings& warnings);

// An engine that several threads can use: one search at a time, the others wait.
class SharedEngine {
 public:
  explicit SharedEngine(SearchOptions options) : options_(std::move(options)), core_(new Core(options_)) {}

  const SearchOptions& options() const { return options_; }

  // Calls use(engine) when no other thread uses it. Returns false if `stop` was set before that.
  template <class Use>
  bool with_engine(const std::atomic<bool>& stop, Use&& use) {
    Core& core = present_core();
    std::unique_lock lock(core.mutex, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(10)))
      if (stop) return false;
    core.busy = true;
    struct Idle {
      std::atomic<bool>& busy;
      ~Idle() { busy = false; }
    } idle{core.busy};
    use(core.engine);
    return true;
  }

 private:
  struct Core {
    explicit Core(const SearchOptions& options) : engine(options) {}
    std::timed_mutex mutex;
    std::atomic<bool> busy = false;
    int forks = fork_count();
    Engine engine;
  };

  // In a forked child, an engine that was searching in the parent is useless: its threads do not exist. It is replaced
  // and leaked.
  Core& present_core() {
    const std::lock_guard lock(mutex_);
    if (core_->forks != fork_count()) {
      if (core_->busy) {
        (void)core_.release();
        core_.reset(new Core(options_));
      }
      core_->forks = fork_count();
    }
    return *core_;
  }

  SearchOptions options_;
  std::mutex mutex_;
  std::unique_ptr<Core> core_;
};

// sow.Engine.
class PythonEngine {
 public:
  PythonEngine(int threads, int hash, int level, const std::optional<std::string>& database,
               const std::optional<std::string>& evaluation, std::uint64_t seed);

  int threads() const { return engine_->options().threads; }
  int hash() const { return static_cast<int>(engine_->options().hash_bytes >> 20); }
  int level() const { return level_; }
  const std::shared_ptr<SharedEngine>& shared() const { return engine_; }
  const std::shared_ptr<Warnings>& warnings() const { return warnings_; }
  std::uint64_t next_seed() { return random_(); }

  // Calls work(engine, stop) on another thread, and then shows warnings.
  using Work = std::function<void(Engine&, const std::atomic<bool>& stop)>;
  void use(const Work& work);

 private:
  std::shared_ptr<Warnings> warnings_ = std::make_shared<Warnings>();
  std::shared_ptr<SharedEngine> engine_;
  int level_;
  Random random_;
};

}  // namespace sow::python
