#include "cluster/world.h"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>

namespace sow {

World::World(int& argc, char**& argv) {
  start_watchdog(default_patience);
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  MPI_Comm_dup(MPI_COMM_WORLD, &mailbox_);
  MPI_Comm_dup(MPI_COMM_WORLD, &collective_);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host_);
  MPI_Comm_size(host_, &host_ranks_);
}

World::~World() {
  MPI_Comm_free(&host_);
  MPI_Comm_free(&collective_);
  MPI_Comm_free(&mailbox_);
  MPI_Finalize();
}

// This thread must not call MPI: it ends the process, and the launcher ends the other ranks.
void World::start_watchdog(int seconds) {
  heartbeat();
  watchdog_ = std::jthread([this, seconds](const std::stop_token& over) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, over, std::chrono::seconds(1), [&] { return over.stop_requested(); })) {
      if (now() - last_heartbeat_ < seconds) continue;
      fmt::print(stderr, "sow-cluster: rank {} has not heard from the others for {} s; ending the job\n", rank_,
                 seconds);
      _exit(1);
    }
  });
}

void World::back_off(int idle) {
  constexpr int patient = 50;
  if (idle > patient) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

void World::poll_until_done(MPI_Request request) {
  for (int idle = 0; !is_done(request); ++idle) back_off(idle);
}

void World::reduce(std::vector<std::uint64_t>& numbers, MPI_Op how, MPI_Comm where) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, how, where, &request);
  wait(request);
}

std::vector<std::uint64_t> World::sum(std::vector<std::uint64_t> numbers) {
  reduce(numbers, MPI_SUM, collective_);
  return numbers;
}
std::uint64_t World::sum_on_host(std::uint64_t number) {
  std::vector numbers{number};
  reduce(numbers, MPI_SUM, host_);
  return numbers.front();
}
std::uint64_t World::max(std::uint64_t number) {
  std::vector numbers{number};
  reduce(numbers, MPI_MAX, collective_);
  return numbers.front();
}
std::uint64_t World::from_first(std::uint64_t number) { return sum(first() ? number : 0); }

std::string World::first_text(const std::string& text) {
  const auto nobody = static_cast<std::uint64_t>(ranks_);
  std::vector<std::uint64_t> speaker{text.empty() ? nobody : rank_};
  reduce(speaker, MPI_MIN, collective_);
  if (speaker.front() == nobody) return "";
  const bool mine = speaker.front() == static_cast<std::uint64_t>(rank_);
  std::string heard(sum(mine ? text.size() : 0), '\0');
  if (mine) heard = text;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(heard.data(), static_cast<int>(heard.size()), MPI_CHAR, static_cast<int>(speaker.front()), collective_,
             &request);
  wait(request);
  return heard;
}

void World::fail_if_any(const std::string& problem, bool failure) {
  const std::string text = first_text(problem);
  if (!text.empty()) throw SharedError(text, sum(failure ? 1 : 0) > 0);
}

void World::send(int to, std::span<const std::int8_t> bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_INT8_T, to, 0, collective_, &request);
  wait(request);
}
void World::receive(int from, std::span<std::int8_t> bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(bytes.data(), static_cast<int>(bytes.size()), MPI_INT8_T, from, 0, collective_, &request);
  wait(request);
}

void World::abort(int code) const {
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace sow
