// Requests the values of boards from the ranks that own them. Answers are handled when they arrive, in any order.
//
//   request   5 bytes: slot 4, seeds of the level 1
//   answer    the value, 1 byte, and for forced seeds the reply, 1 byte; in the order of the requests
//
// Messages between two ranks arrive in the order they were sent, so a queue per rank keeps track of what each answer is
// for.
#pragma once

#include <array>
#include <cstring>
#include <deque>

#include "cluster/local_levels.h"
#include "cluster/mailbox.h"

namespace sow {

class ValueRequests {
 public:
  // What an answer is for.
  struct Pending {
    Share::Slot slot;  // slot of the board that needs the value
    std::int8_t gain;  // gain of the move
    std::int8_t sign;  // 1 if the same player moves again, else -1
  };
  // `reply` is valid for forced seeds only.
  struct Answer : Pending {
    std::int8_t value, reply;
  };

  ValueRequests(Mailbox& mailbox, LocalLevels& levels);

  // Sets the function that handles each answer.
  template <class Handle>
  void on_answer(Handle handle) {
    handle_ = [handle](std::span<const Answer> answers) {
      for (const Answer& answer : answers) handle(answer);
    };
    handle_local_ = [handle](std::span<const LocalRequest> answers) {
      for (const LocalRequest& near : answers) handle(Answer{near.pending, *near.value, *near.reply});
    };
  }
  void request(int seeds, std::uint64_t number, const Pending& pending) {
    const LocalLevels::Level& level = levels_.level(seeds);
    const int owner = level.share.owner(number);
    const Share::Slot slot = level.share.slot(number);
    if (owner == mailbox_.world().rank())
      request_local(level, slot, pending);
    else
      request_remote(owner, seeds, slot, pending);
  }
  // Handles all pending local requests. Requests to other ranks are answered by the end of the superstep.
  void finish_local() { handle_local_({local_.data(), std::exchange(local_count_, 0)}); }

 private:
  struct LocalRequest {
    const std::int8_t *value, *reply;
    Pending pending;
  };
  static constexpr std::size_t request_bytes = 5, max_unanswered_batches = 4;

  // Batched to hide memory latency.
  void request_local(const LocalLevels::Level& level, Share::Slot slot, const Pending& pending) {
    const std::int8_t* const value = &level.values[slot];
    const std::int8_t* const reply = level.replies ? &level.replies[slot] : value;
    __builtin_prefetch(value);
    if (reply != value) __builtin_prefetch(reply);
    local_[local_count_++] = {value, reply, pending};
    if (local_count_ == local_.size()) finish_local();
  }
  void request_remote(int owner, int seeds, Share::Slot slot, const Pending& pending);
  void answer_requests(int from, std::span<const std::byte> batch);
  void receive_answers(int from, std::span<const std::byte> batch);

  Mailbox& mailbox_;
  LocalLevels& levels_;
  std::function<void(std::span<const Answer>)> handle_;
  std::function<void(std::span<const LocalRequest>)> handle_local_;
  std::size_t max_pending_;
  static constexpr std::size_t local_batch = 64;
  std::array<LocalRequest, local_batch> local_;
  std::size_t local_count_ = 0;
  std::vector<std::deque<Pending>> pending_;  // [rank]
};

}  // namespace sow
