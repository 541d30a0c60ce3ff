#include "cluster/post.h"

#include <algorithm>
#include <utility>

namespace sow {

Post::Post(World& world)
    : world_(world), batch_bytes_(batch_bytes(world.ranks())), in_flight_(world.ranks()), sent_(world.ranks()) {
  for (auto& batches : open_) batches.resize(world.ranks());
}

// Notices and asks to every rank: one is filled, some travel; and as many come in.
std::uint64_t Post::memory(int ranks) {
  return static_cast<std::uint64_t>(ranks - 1) * 2 * (1 + most_in_flight) * batch_bytes(ranks);
}

void Post::ship(Kind kind, int to) {
  if (open_[kind][to].empty()) return;
  if (in_flight_[to] >= most_in_flight) wait_while([&] { return in_flight_[to] >= most_in_flight; });
  std::vector<std::byte> next;
  next.reserve(batch_bytes_);
  launch(kind, to, std::exchange(open_[kind][to], std::move(next)));
}

// A message of MPI may be sent while the other rank is busy: it arrives when that rank next looks.
void Post::launch(Kind kind, int to, std::vector<std::byte> batch) {
  const auto begin = Clock::now();
  const auto bytes = static_cast<int>(batch.size());
  flights_.push_back({to, kind != answers, std::move(batch)});
  requests_.push_back(MPI_REQUEST_NULL);
  MPI_Isend(flights_.back().batch.data(), bytes, MPI_BYTE, to, tag(kind), world_.post(), &requests_.back());
  if (kind != answers) ++in_flight_[to];
  ++sent_[to];
  ++figures_.messages;
  figures_.bytes += static_cast<std::uint64_t>(bytes);
  figures_.sending += seconds_since(begin);
}

void Post::land() {
  if (requests_.empty()) return;
  landed_.resize(requests_.size());
  int count = 0;
  MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &count, landed_.data(), MPI_STATUSES_IGNORE);
  if (count <= 0) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i] == MPI_REQUEST_NULL) {
      if (flights_[i].counted) --in_flight_[flights_[i].to];
      continue;
    }
    requests_[kept] = requests_[i];
    if (kept != i) flights_[kept] = std::move(flights_[i]);
    ++kept;
  }
  requests_.resize(kept);
  flights_.resize(kept);
}

void Post::handle_early() {
  if (early_.empty() || early_.front().tag % 2 != tag(notices) % 2) return;
  for (const Early& it : std::exchange(early_, {})) handlers_[it.tag / 2](it.from, it.batch);
}

void Post::receive(MPI_Message& message, const MPI_Status& status) {
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  incoming_.resize(static_cast<std::size_t>(bytes));
  MPI_Mrecv(incoming_.data(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  ++received_;
  world_.alive();
}

bool Post::poll() {
  if (world_.ranks() == 1) return false;
  handle_early();
  const auto begin = Clock::now();
  land();
  double handling = 0;
  bool any = false;
  for (;; any = true) {
    int there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, world_.post(), &there, &message, &status);
    if (there == 0) break;
    receive(message, status);
    if (status.MPI_TAG % 2 != tag(notices) % 2) {
      early_.push_back({status.MPI_TAG, status.MPI_SOURCE, incoming_});
      continue;
    }
    const auto arrived = Clock::now();
    handlers_[status.MPI_TAG / 2](status.MPI_SOURCE, incoming_);
    handling += seconds_since(arrived);  // that is computing
  }
  figures_.sending += seconds_since(begin) - handling;
  return any;
}

bool Post::next_round() {
  ++figures_.rounds;
  const int ranks = world_.ranks();
  if (ranks == 1) return false;
  poll();  // what came early must have been handled before the round is counted
  for (int kind = 0; kind < kinds; ++kind)
    for (int to = 0; to < ranks; ++to) ship(static_cast<Kind>(kind), to);
  std::vector<std::uint64_t> all = sent_;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size()), MPI_UINT64_T, MPI_SUM, world_.post(),
                 &request);
  wait_while([&] { return !World::is_done(request); });
  world_.wait(request);
  const std::uint64_t expected = all[world_.rank()];
  wait_while([&] { return received_ < expected; });
  world_.alive();
  std::uint64_t total = 0;
  for (const std::uint64_t count : all) total += count;
  const bool more = std::exchange(last_all_, total) != total;
  if (!more) odd_ = !odd_;
  return more;
}

}  // namespace sow
