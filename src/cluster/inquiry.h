// Asking for the values of boards, whoever owns them. An answer is put to use when it comes, in whatever order.
//
//   ask       5 bytes: place 4, seeds of the level 1
//   answer    the value, 1 byte, and the reply, 1 byte, where there are replies; in the order of the asks
//
// Two ranks hear from each other in the order of sending, so what an answer is for is kept in a queue for each rank.
#pragma once

#include <array>
#include <cstring>
#include <deque>

#include "cluster/holdings.h"
#include "cluster/post.h"

namespace sow {

class Inquiry {
 public:
  // What is to be done with an answer.
  struct Purpose {
    Share::Place place;  // of the board that wants to know
    std::int8_t gain;    // of the move
    std::int8_t sign;    // 1 if the same player moves on, else -1
  };
  // `reply` has a meaning where there are replies.
  struct Answer : Purpose {
    std::int8_t value, reply;
  };

  Inquiry(Post& post, Holdings& holdings);

  // What is done with each answer.
  template <class Use>
  void set_use(Use use) {
    use_ = [use](std::span<const Answer> answers) {
      for (const Answer& answer : answers) use(answer);
    };
    use_near_ = [use](std::span<const Near> answers) {
      for (const Near& near : answers) use(Answer{near.purpose, *near.value, *near.reply});
    };
  }
  void ask(int seeds, std::uint64_t number, const Purpose& purpose) {
    const Holdings::Level& level = holdings_.level(seeds);
    const int owner = level.share.owner(number);
    const Share::Place place = level.share.place(number);
    if (owner == post_.world().rank())
      ask_here(level, place, purpose);
    else
      ask_there(owner, seeds, place, purpose);
  }
  // All that was asked here has been used when it returns, and what was asked elsewhere when the superstep is over.
  void finish_here() { use_near_({near_.data(), std::exchange(near_count_, 0)}); }

 private:
  struct Near {
    const std::int8_t *value, *reply;
    Purpose purpose;
  };
  static constexpr std::size_t ask_bytes = 5, batches_unanswered = 4;

  // While the memory answers, others are asked.
  void ask_here(const Holdings::Level& level, Share::Place place, const Purpose& purpose) {
    const std::int8_t* const value = &level.values[place];
    const std::int8_t* const reply = level.replies ? &level.replies[place] : value;
    __builtin_prefetch(value);
    if (reply != value) __builtin_prefetch(reply);
    near_[near_count_++] = {value, reply, purpose};
    if (near_count_ == near_.size()) finish_here();
  }
  void ask_there(int owner, int seeds, Share::Place place, const Purpose& purpose);
  void answer(int from, std::span<const std::byte> batch);
  void hear(int from, std::span<const std::byte> batch);

  Post& post_;
  Holdings& holdings_;
  std::function<void(std::span<const Answer>)> use_;
  std::function<void(std::span<const Near>)> use_near_;
  std::size_t most_open_;
  static constexpr std::size_t at_once = 64;
  std::array<Near, at_once> near_;
  std::size_t near_count_ = 0;
  std::vector<std::deque<Purpose>> open_;  // [rank]
};

}  // namespace sow
