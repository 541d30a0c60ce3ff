#include "cluster/mailbox.h"

#include <algorithm>
#include <utility>

namespace sow {

Mailbox::Mailbox(World& world)
    : world_(world), batch_bytes_(batch_bytes(world.ranks())), in_flight_(world.ranks()), sent_(world.ranks()) {
  for (auto& batches : open_) batches.resize(world.ranks());
}

// Notices and requests for every rank: one batch being filled and some in flight, and as many incoming.
std::uint64_t Mailbox::memory(int ranks) {
  return static_cast<std::uint64_t>(ranks - 1) * 2 * (1 + max_in_flight) * batch_bytes(ranks);
}

void Mailbox::flush(Kind kind, int to) {
  if (open_[kind][to].empty()) return;
  if (in_flight_[to] >= max_in_flight) wait_while([&] { return in_flight_[to] >= max_in_flight; });
  std::vector<std::byte> next;
  next.reserve(batch_bytes_);
  start_send(kind, to, std::exchange(open_[kind][to], std::move(next)));
}

// A nonblocking send: it completes when the other rank next polls.
void Mailbox::start_send(Kind kind, int to, std::vector<std::byte> batch) {
  const auto begin = Clock::now();
  const auto bytes = static_cast<int>(batch.size());
  sends_.push_back({to, kind != answers, std::move(batch)});
  requests_.push_back(MPI_REQUEST_NULL);
  MPI_Isend(sends_.back().batch.data(), bytes, MPI_BYTE, to, tag(kind), world_.mailbox(), &requests_.back());
  if (kind != answers) ++in_flight_[to];
  ++sent_[to];
  ++stats_.messages;
  stats_.bytes += static_cast<std::uint64_t>(bytes);
  stats_.sending += seconds_since(begin);
}

void Mailbox::finish_sends() {
  if (requests_.empty()) return;
  finished_.resize(requests_.size());
  int count = 0;
  MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &count, finished_.data(), MPI_STATUSES_IGNORE);
  if (count <= 0) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i] == MPI_REQUEST_NULL) {
      if (sends_[i].counted) --in_flight_[sends_[i].to];
      continue;
    }
    requests_[kept] = requests_[i];
    if (kept != i) sends_[kept] = std::move(sends_[i]);
    ++kept;
  }
  requests_.resize(kept);
  sends_.resize(kept);
}

void Mailbox::handle_early() {
  if (early_.empty() || early_.front().tag % 2 != tag(notices) % 2) return;
  for (const Early& it : std::exchange(early_, {})) handlers_[it.tag / 2](it.from, it.batch);
}

void Mailbox::receive(MPI_Message& message, const MPI_Status& status) {
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  incoming_.resize(static_cast<std::size_t>(bytes));
  MPI_Mrecv(incoming_.data(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  ++received_;
  world_.heartbeat();
}

bool Mailbox::poll() {
  if (world_.ranks() == 1) return false;
  handle_early();
  const auto begin = Clock::now();
  finish_sends();
  double handling = 0;
  bool any = false;
  for (;; any = true) {
    int there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, world_.mailbox(), &there, &message, &status);
    if (there == 0) break;
    receive(message, status);
    if (status.MPI_TAG % 2 != tag(notices) % 2) {
      early_.push_back({status.MPI_TAG, status.MPI_SOURCE, incoming_});
      continue;
    }
    const auto arrived = Clock::now();
    handlers_[status.MPI_TAG / 2](status.MPI_SOURCE, incoming_);
    handling += seconds_since(arrived);  // counts as computing
  }
  stats_.sending += seconds_since(begin) - handling;
  return any;
}

bool Mailbox::next_round() {
  ++stats_.rounds;
  const int ranks = world_.ranks();
  if (ranks == 1) return false;
  poll();  // early batches must be handled before counting the round
  for (int kind = 0; kind < kinds; ++kind)
    for (int to = 0; to < ranks; ++to) flush(static_cast<Kind>(kind), to);
  std::vector<std::uint64_t> all = sent_;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size()), MPI_UINT64_T, MPI_SUM, world_.mailbox(),
                 &request);
  wait_while([&] { return !World::is_done(request); });
  world_.wait(request);
  const std::uint64_t expected = all[world_.rank()];
  wait_while([&] { return received_ < expected; });
  world_.heartbeat();
  std::uint64_t total = 0;
  for (const std::uint64_t count : all) total += count;
  const bool more = std::exchange(last_all_, total) != total;
  if (!more) odd_ = !odd_;
  return more;
}

}  // namespace sow
