#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "db/builder.h"
#include "db/database.h"
#include "db/level_file.h"

namespace sow {
namespace {

using Clock = std::chrono::steady_clock;

// Builds on a worker thread while the calling thread reports progress.
class Build {
 public:
  Build(const Database& database, const BuildOptions& options)
      : database_(database),
        options_(options),
        table_(database.table()),
        builder_(make_level_builder(database.game().rules, options.seeds)) {
    for (int n = 0; n <= options.seeds; ++n) progress_.boards += database.index().size(n);
  }

  bool run() {
    std::exception_ptr problem;
    bool over = false;
    std::jthread worker([&] {
      try {
        work();
      } catch (...) {
        problem = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      over = true;
      changed_.notify_all();
    });
    std::unique_lock lock(mutex_);
    while (!over) {
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      if (options_.on_progress) report();
    }
    lock.unlock();
    worker.join();
    if (problem) std::rethrow_exception(problem);
    return !options_.stop->load();
  }

 private:
  void work() {
    while (table_.max_seeds() < options_.seeds && !*options_.stop) {
      const int n = table_.max_seeds() + 1;
      if (n <= database_.max_seeds() && read(n)) continue;
      enter(BuildProgress::Phase::building, n);
      builder_->build_level(table_, options_.threads, *options_.stop, done_);
      if (*options_.stop) return;
      enter(BuildProgress::Phase::writing, n);
      database_.write_level(table_, options_.threads);
      leave(n, true);
    }
  }

  bool read(int n) {
    enter(BuildProgress::Phase::reading, n);
    try {
      database_.read_level(table_, options_.threads);
    } catch (const DamagedFile& e) {
      const std::lock_guard lock(mutex_);
      progress_.damaged = e.what();
      return false;
    }
    leave(n, false);
    return true;
  }

  void enter(BuildProgress::Phase phase, int n) {
    const std::lock_guard lock(mutex_);
    progress_.phase = phase;
    progress_.seeds = n;
    if (phase != BuildProgress::Phase::writing) done_ = 0;
  }
  void leave(int n, bool built) {
    const std::lock_guard lock(mutex_);
    const std::uint64_t size = database_.index().size(n);
    finished_ += size;
    if (built) built_ += size;
    done_ = 0;
    changed_.notify_all();
  }

  void report() {
    progress_.done = finished_ + done_;
    progress_.built = built_ + done_;
    progress_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    options_.on_progress(progress_);
    progress_.damaged.clear();
  }

  const Database& database_;
  const BuildOptions& options_;
  EndgameTable table_;
  std::unique_ptr<LevelBuilder> builder_;
  BoardsDone done_{0};

  std::mutex mutex_;  // protects the members below
  std::condition_variable changed_;
  BuildProgress progress_;
  std::uint64_t finished_ = 0, built_ = 0;
  const Clock::time_point start_ = Clock::now();
};

}  // namespace

bool build_database(const Database& database, const BuildOptions& options) {
  const Database::Lock lock(database);
  return Build(database, options).run();
}

}  // namespace sow
