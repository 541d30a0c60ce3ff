// What ranks send each other while they work on a level, in batches, and how they find out that nothing is on its way.
//
// Work goes in rounds. In a round a rank does what it can and sends what follows from it to others; batches travel while it
// works on. At the end of a round every rank tells how many batches it has sent to whom, and waits for those that it is to
// get. If nobody has sent anything since the round before, nothing is on its way and nobody has anything to do: a superstep is
// over. Some ranks learn that before others, and what they send then is kept back until its superstep begins here too.
#pragma once

#include <array>
#include <functional>

#include "cluster/world.h"

namespace sow {

struct PostFigures {
  std::uint64_t messages = 0, bytes = 0, rounds = 0;
  double sending = 0, waiting = 0;  // seconds
};

class Post {
 public:
  enum Kind { notices, asks, answers, kinds };
  // Handles a batch. It may send answers, and nothing else.
  using Handler = std::function<void(int from, std::span<const std::byte> batch)>;

  explicit Post(World& world);
  // Sends that are not finished would be lost: there are none after a round that says so.
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;

  World& world() { return world_; }
  void on(Kind kind, Handler handler) { handlers_[kind] = std::move(handler); }

  // Adds to the batch for a rank; sends it if it is full.
  void put(Kind kind, int to, const void* item, std::size_t bytes) {
    auto& batch = open_[kind][to];
    const auto* from = static_cast<const std::byte*>(item);
    batch.insert(batch.end(), from, from + bytes);
    if (batch.size() + bytes > batch_bytes_) ship(kind, to);
  }
  // Sends what has been put.
  void ship(Kind kind, int to);
  // Sends an answer as it is.
  void answer(int to, std::vector<std::byte> batch) { launch(answers, to, std::move(batch)); }

  // So many boards were looked at; now and then that is a reason to see what has come.
  void worked(std::uint64_t boards) {
    boards_ += boards;
    if (boards_ < boards_between_looks) return;
    boards_ = 0;
    poll();
    world_.alive();
  }
  // Handles what has come; returns whether there was anything.
  bool poll();
  // Sees what comes until there is no reason to wait.
  template <class Reason>
  void wait_while(Reason&& reason) {
    const auto begin = Clock::now();
    const double busy = figures_.sending;
    for (int idle = 0; reason();) world_.rest(idle = poll() ? 0 : idle + 1);
    figures_.waiting += seconds_since(begin) - (figures_.sending - busy);
  }

  // Ends a round: all ranks must call it. False if the superstep is over.
  bool next_round();

  const PostFigures& figures() const { return figures_; }
  std::size_t batch_bytes() const { return batch_bytes_; }
  // Of all batches at most.
  static std::uint64_t memory(int ranks);

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t boards_between_looks = 1024;
  static constexpr int most_in_flight = 2;  // batches to one rank: one travels while the next is filled

  struct Flight {
    int to;
    bool counted;  // among those in flight
    std::vector<std::byte> batch;
  };

  static double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  }
  static std::size_t batch_bytes(int ranks) { return std::size_t{ranks > 256 ? 64u : 128u} << 10; }
  void launch(Kind kind, int to, std::vector<std::byte> batch);
  void land();
  // A tag is a kind, and whether the superstep is odd.
  int tag(Kind kind) const { return 2 * kind + (odd_ ? 1 : 0); }
  void receive(MPI_Message& message, const MPI_Status& status);
  void handle_early();

  World& world_;
  std::size_t batch_bytes_;
  std::array<Handler, kinds> handlers_;
  std::array<std::vector<std::vector<std::byte>>, kinds> open_;  // [kind][rank]
  std::vector<MPI_Request> requests_;
  std::vector<Flight> flights_;  // of the requests
  std::vector<int> landed_;
  std::vector<int> in_flight_;       // [rank]
  std::vector<std::uint64_t> sent_;  // [rank], since the beginning
  std::uint64_t received_ = 0, last_all_ = 0;
  struct Early {
    int tag, from;
    std::vector<std::byte> batch;
  };
  std::vector<Early> early_;  // of the next superstep
  std::vector<std::byte> incoming_;
  std::uint64_t boards_ = 0;
  bool odd_ = false;
  PostFigures figures_;
};

}  // namespace sow
