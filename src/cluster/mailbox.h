// Messages between ranks while they work on a level: batching, and detecting that nothing is in transit.
//
// Work proceeds in rounds. In a round, a rank does what it can and sends the consequences to others; batches travel
// while it keeps working. At the end of a round, the ranks exchange how many batches each has sent to whom, and each
// waits for the batches it is due. A round in which nobody sent anything ends the superstep. Some ranks notice that
// earlier than others; batches they send for the next superstep are kept until this rank starts it too.
#pragma once

#include <array>
#include <functional>

#include "cluster/world.h"

namespace sow {

struct MailboxStats {
  std::uint64_t messages = 0, bytes = 0, rounds = 0;
  double sending = 0, waiting = 0;  // seconds
};

class Mailbox {
 public:
  enum Kind { notices, requests, answers, kinds };
  // Handles a batch. It may only send answers.
  using Handler = std::function<void(int from, std::span<const std::byte> batch)>;

  explicit Mailbox(World& world);
  // Not copyable: unfinished sends would be lost. There are none after a superstep.
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  World& world() { return world_; }
  void on(Kind kind, Handler handler) { handlers_[kind] = std::move(handler); }

  // Appends to the batch for a rank, and sends the batch if it is full.
  void add(Kind kind, int to, const void* item, std::size_t bytes) {
    auto& batch = open_[kind][to];
    const auto* from = static_cast<const std::byte*>(item);
    batch.insert(batch.end(), from, from + bytes);
    if (batch.size() + bytes > batch_bytes_) flush(kind, to);
  }
  // Sends the current batch.
  void flush(Kind kind, int to);
  void answer(int to, std::vector<std::byte> batch) { start_send(answers, to, std::move(batch)); }

  // Reports boards processed; polls every now and then.
  void work_done(std::uint64_t boards) {
    boards_ += boards;
    if (boards_ < boards_between_polls) return;
    boards_ = 0;
    poll();
    world_.heartbeat();
  }
  // Handles received messages; returns whether there were any.
  bool poll();
  // Polls while `condition` holds.
  template <class Condition>
  void wait_while(Condition&& condition) {
    const auto begin = Clock::now();
    const double busy = stats_.sending;
    for (int idle = 0; condition();) world_.back_off(idle = poll() ? 0 : idle + 1);
    stats_.waiting += seconds_since(begin) - (stats_.sending - busy);
  }

  // Ends a round; all ranks must call it. Returns false if the superstep is over.
  bool next_round();

  const MailboxStats& stats() const { return stats_; }
  std::size_t batch_bytes() const { return batch_bytes_; }
  // Maximum memory of all batches.
  static std::uint64_t memory(int ranks);

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t boards_between_polls = 1024;
  static constexpr int max_in_flight = 2;  // batches per rank: one travels while the next one is filled

  struct Send {
    int to;
    bool counted;  // included in in_flight_
    std::vector<std::byte> batch;
  };

  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  static std::size_t batch_bytes(int ranks) { return std::size_t{ranks > 256 ? 64u : 128u} << 10; }
  void start_send(Kind kind, int to, std::vector<std::byte> batch);
  void finish_sends();
  // A tag is a kind and the parity of the superstep.
  int tag(Kind kind) const { return 2 * kind + (odd_ ? 1 : 0); }
  void receive(MPI_Message& message, const MPI_Status& status);
  void handle_early();

  World& world_;
  std::size_t batch_bytes_;
  std::array<Handler, kinds> handlers_;
  std::array<std::vector<std::vector<std::byte>>, kinds> open_;  // [kind][rank]
  std::vector<MPI_Request> requests_;
  std::vector<Send> sends_;  // parallel to requests_
  std::vector<int> finished_;
  std::vector<int> in_flight_;       // [rank]
  std::vector<std::uint64_t> sent_;  // [rank], in total
  std::uint64_t received_ = 0, last_all_ = 0;
  struct Early {
    int tag, from;
    std::vector<std::byte> batch;
  };
  std::vector<Early> early_;  // batches of the next superstep
  std::vector<std::byte> incoming_;
  std::uint64_t boards_ = 0;
  bool odd_ = false;
  MailboxStats stats_;
};

}  // namespace sow
