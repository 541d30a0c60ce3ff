// The processes of a job (ranks), and what they do together. This folder is the only one that knows MPI.
//
// No wait is endless: while a rank waits it looks at the clock, and a guard on a thread of its own ends the process if it has
// neither worked nor heard anything for too long, in a call of MPI or of the system as well. The launcher then ends the others.
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

// What all ranks know to be wrong: one of them tells it, and all end in good order.
class AgreedError : public Error {
 public:
  using Error::Error;
};

class World {
 public:
  static constexpr int default_patience = 1800;  // seconds

  World(int& argc, char**& argv);
  // Ends in good order, which every rank must do.
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  bool first() const { return rank_ == 0; }
  // Ranks on this machine.
  int host_ranks() const { return host_ranks_; }
  MPI_Comm post() const { return post_; }

  // From now on a rank that is silent for so many seconds is ended; before, it has the default.
  void guard(int seconds);
  // The rank works, or has heard of another.
  void alive() { last_sign_.store(now(), std::memory_order_relaxed); }

  // All ranks must call these in the same order.
  std::vector<std::uint64_t> sum(std::vector<std::uint64_t> numbers);
  std::uint64_t sum(std::uint64_t number) { return sum(std::vector{number}).front(); }
  std::uint64_t sum_on_host(std::uint64_t number);
  std::uint64_t most(std::uint64_t number);
  // The number of the first rank, on all.
  std::uint64_t of_first(std::uint64_t number);
  // The text of the lowest rank that has one, on all; empty if none has.
  std::string any_text(const std::string& text);
  // Throws AgreedError on all ranks if one has a text.
  void agree(const std::string& problem);

  // Between two ranks, in the order of sending.
  void send(int to, std::span<const std::int8_t> bytes);
  void receive(int from, std::span<std::int8_t> bytes);

  // Waits for a request. MPI_Wait by itself would keep the processor busy.
  void wait(MPI_Request& request) {
    rest_until_done(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    alive();
  }
  static bool is_done(MPI_Request request) {
    int done = 0;
    MPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  }
  // After so many looks in vain: leaves the processor to others. A sleep is short beside a round, and where ranks share
  // processors it is much better than to look again at once.
  static void rest(int idle);
  static void rest_until_done(MPI_Request request);

  // Ends all ranks at once.
  [[noreturn]] void abort(int code) const;

 private:
  static std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  void reduce(std::vector<std::uint64_t>& numbers, MPI_Op how, MPI_Comm where);

  int rank_ = 0, ranks_ = 1, host_ranks_ = 1;
  MPI_Comm post_ = MPI_COMM_NULL, together_ = MPI_COMM_NULL, host_ = MPI_COMM_NULL;
  std::atomic<std::int64_t> last_sign_{now()};
  std::jthread guard_;
};

// What `get` gives, which may throw Error: then all ranks throw AgreedError.
template <class Get>
auto agreed(World& world, Get&& get) {
  std::optional<decltype(get())> result;
  std::string problem;
  try {
    result.emplace(get());
  } catch (const Error& e) {
    problem = e.what();
  }
  world.agree(problem);
  return std::move(*result);
}

}  // namespace sow
