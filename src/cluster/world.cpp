#include "cluster/world.h"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdlib>
#include <mutex>

namespace sow {

World::World(int& argc, char**& argv) {
  guard(default_patience);
  int level = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  MPI_Comm_dup(MPI_COMM_WORLD, &post_);
  MPI_Comm_dup(MPI_COMM_WORLD, &together_);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host_);
  MPI_Comm_size(host_, &host_ranks_);
}

World::~World() {
  MPI_Comm_free(&host_);
  MPI_Comm_free(&together_);
  MPI_Comm_free(&post_);
  MPI_Finalize();
}

// MPI may not be called on this thread: the process ends itself, and the launcher ends the others.
void World::guard(int seconds) {
  alive();
  guard_ = std::jthread([this, seconds](const std::stop_token& over) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, over, std::chrono::seconds(1), [&] { return over.stop_requested(); })) {
      if (now() - last_sign_ < seconds) continue;
      fmt::print(stderr, "sow-cluster: rank {} has waited {} s for the others in vain; the job ends\n", rank_, seconds);
      _exit(1);
    }
  });
}

void World::rest(int idle) {
  constexpr int patient = 50;
  if (idle > patient) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

void World::rest_until_done(MPI_Request request) {
  for (int idle = 0; !is_done(request); ++idle) rest(idle);
}

void World::reduce(std::vector<std::uint64_t>& numbers, MPI_Op how, MPI_Comm where) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_UINT64_T, how, where, &request);
  wait(request);
}

std::vector<std::uint64_t> World::sum(std::vector<std::uint64_t> numbers) {
  reduce(numbers, MPI_SUM, together_);
  return numbers;
}
std::uint64_t World::sum_on_host(std::uint64_t number) {
  std::vector numbers{number};
  reduce(numbers, MPI_SUM, host_);
  return numbers.front();
}
std::uint64_t World::most(std::uint64_t number) {
  std::vector numbers{number};
  reduce(numbers, MPI_MAX, together_);
  return numbers.front();
}
std::uint64_t World::of_first(std::uint64_t number) { return sum(first() ? number : 0); }

std::string World::any_text(const std::string& text) {
  const auto nobody = static_cast<std::uint64_t>(ranks_);
  std::vector<std::uint64_t> speaker{text.empty() ? nobody : rank_};
  reduce(speaker, MPI_MIN, together_);
  if (speaker.front() == nobody) return "";
  const bool mine = speaker.front() == static_cast<std::uint64_t>(rank_);
  std::string heard(sum(mine ? text.size() : 0), '\0');
  if (mine) heard = text;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(heard.data(), static_cast<int>(heard.size()), MPI_CHAR, static_cast<int>(speaker.front()), together_,
             &request);
  wait(request);
  return heard;
}

void World::agree(const std::string& problem) {
  if (const std::string text = any_text(problem); !text.empty()) throw AgreedError(text);
}

void World::send(int to, std::span<const std::int8_t> bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_INT8_T, to, 0, together_, &request);
  wait(request);
}
void World::receive(int from, std::span<std::int8_t> bytes) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Irecv(bytes.data(), static_cast<int>(bytes.size()), MPI_INT8_T, from, 0, together_, &request);
  wait(request);
}

void World::abort(int code) const {
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

}  // namespace sow
