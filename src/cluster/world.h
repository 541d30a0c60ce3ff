// The processes (ranks) of an MPI job and their collective operations. Only this folder uses MPI.
//
// No wait lasts forever: a watchdog thread ends the process if it has neither worked nor received anything for too
// long, even inside an MPI call or a system call. The launcher then ends the other ranks.
#pragma once

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"

namespace sow {

// An error known to all ranks: the first rank reports it, and all exit normally.
class SharedError : public Error {
 public:
  SharedError(const std::string& message, bool is_failure) : Error(message), failure(is_failure) {}
  const bool failure;  // see Failure in base/error.h
};

class World {
 public:
  static constexpr int default_patience = 1800;  // seconds

  World(int& argc, char**& argv);
  // Finalizes MPI, which every rank must do.
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  bool first() const { return rank_ == 0; }
  // Number of ranks on this machine.
  int host_ranks() const { return host_ranks_; }
  MPI_Comm mailbox() const { return mailbox_; }

  // From now on, ends this process after this many seconds without a heartbeat (before: default_patience).
  void start_watchdog(int seconds);
  // This rank is working, or received something.
  void heartbeat() { last_heartbeat_.store(now(), std::memory_order_relaxed); }

  // Collective operations: all ranks must call them in the same order.
  std::vector<std::uint64_t> sum(std::vector<std::uint64_t> numbers);
  std::uint64_t sum(std::uint64_t number) { return sum(std::vector{number}).front(); }
  std::uint64_t sum_on_host(std::uint64_t number);
  std::uint64_t max(std::uint64_t number);
  // The value of `number` on the first rank.
  std::uint64_t from_first(std::uint64_t number);
  // The text of the lowest rank with a non-empty one; empty if there is none.
  std::string first_text(const std::string& text);
  // Throws SharedError on all ranks if one of them has a problem.
  void fail_if_any(const std::string& problem, bool failure = false);

  // Messages between two ranks arrive in order.
  void send(int to, std::span<const std::int8_t> bytes);
  void receive(int from, std::span<std::int8_t> bytes);

  // Waits for a request without keeping the processor busy, as MPI_Wait would.
  void wait(MPI_Request& request) {
    poll_until_done(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    heartbeat();
  }
  static bool is_done(MPI_Request request) {
    int done = 0;
    MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  }
  // After `idle` unsuccessful polls, sleeps briefly. That is short compared to a round, and much better than polling
  // again if ranks share processors.
  static void back_off(int idle);
  static void poll_until_done(MPI_Request request);

  // Ends all ranks immediately.
  [[noreturn]] void abort(int code) const;

 private:
  static std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  void reduce(std::vector<std::uint64_t>& numbers, MPI_Op how, MPI_Comm where);

  int rank_ = 0, ranks_ = 1, host_ranks_ = 1;
  MPI_Comm mailbox_ = MPI_COMM_NULL, collective_ = MPI_COMM_NULL, host_ = MPI_COMM_NULL;
  std::atomic<std::int64_t> last_heartbeat_{now()};
  std::jthread watchdog_;
};

// Returns get(). If it throws Error on any rank, all ranks throw SharedError.
template <class Get>
auto on_all_ranks(World& world, Get&& get) {
  std::optional<decltype(get())> result;
  std::string problem;
  bool failure = false;
  try {
    result.emplace(get());
  } catch (const Error& e) {
    problem = e.what();
    failure = dynamic_cast<const Failure*>(&e) != nullptr;
  }
  world.fail_if_any(problem, failure);
  return std::move(*result);
}

}  // namespace sow
