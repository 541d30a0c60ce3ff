// Value iteration (db/sweep.h) on boards that are distributed over ranks: a superstep is a sweep in which every board
// requests the values after its moves. New values take effect in the next sweep.
#pragma once

#include "cluster/method.h"

namespace sow {

template <int W>
class ClusterSweep : public LevelMethod {
 public:
  static MethodCosts costs(const Ruleset&) {
    return {.work_bytes = 2, .checkpoint_bytes = 0, .side_bytes = 8, .nanoseconds = 10000, .bytes_sent = 500};
  }

  ClusterSweep(const Kernel<W>& kernel, Mailbox& mailbox, LocalLevels& levels)
      : context_(kernel, mailbox, levels), forced_(levels.forced()) {}

  void start_level() override {
    LocalLevels::Level& level = context_.levels.last();
    context_.boards.set_level(context_.levels.max_seeds(), level.share);
    values_ = level.values.get();
    replies_ = level.replies.get();
    next_values_ = make_huge_block<std::int8_t>(level.share.array_size());
    if (forced_) next_replies_ = make_huge_block<std::int8_t>(level.share.array_size());
  }
  int steps() const override { return 30; }
  bool step(int) override {
    context_.requests.on_answer([this](const ValueRequests::Answer& a) {
      std::int8_t& next = next_values_[a.slot];
      next = std::max<int>(next, a.gain + (forced_ ? a.reply : a.sign * a.value));
      if (forced_) next_replies_[a.slot] = std::min(next_replies_[a.slot], a.value);
    });
    context_.each_board([&](const Board& board, Share::Slot slot) { value_board(board, slot); });
    context_.finish_requests();
    const std::size_t slots = context_.boards.share().slots();
    bool changed = !std::equal(values_, values_ + slots, next_values_.get());
    std::copy_n(next_values_.get(), slots, values_);
    if (forced_) {
      changed = changed || !std::equal(replies_, replies_ + slots, next_replies_.get());
      std::copy_n(next_replies_.get(), slots, replies_);
    }
    return context_.mailbox.world().sum(changed ? 1 : 0) > 0;
  }
  std::vector<SlotArray> state() override {
    std::vector<SlotArray> arrays{{values_, 1}};
    if (forced_) arrays.emplace_back(replies_, 1);
    return arrays;
  }
  void finish_level() override {
    next_values_.reset();
    next_replies_.reset();
  }
  void find_replies() override { sow::find_replies(context_); }

 private:
  using Board = sow::Board<W>;

  void value_board(const Board& board, Share::Slot slot) {
    const MoveSet moves = context_.kernel.legal(board);
    const int n = context_.boards.seeds();
    next_values_[slot] = forced_ ? 0 : -n;
    if (forced_) next_replies_[slot] = n;
    if (moves == 0) return end(board, slot);
    Child<W> children[max_moves];
    const int count = context_.kernel.expand_leaves(board, moves, children);
    for (const Child<W>* child = children; child != children + count; ++child) context_.request(*child, slot);
  }
  void end(const Board& board, Share::Slot slot) {
    Board passed = board;
    if (forced_) {
      const auto [own, opp] = awards(context_.kernel, board);
      next_values_[slot] = own;
      next_replies_[slot] = opp;
    } else if (context_.kernel.pass(passed)) {
      context_.request(passed, {slot, 0, -1});
    } else {
      next_values_[slot] = context_.kernel.rest(board);
    }
  }

  Context<W> context_;
  const bool forced_;
  std::int8_t *values_ = nullptr, *replies_ = nullptr;
  HugeBlock<std::int8_t> next_values_, next_replies_;
};

}  // namespace sow
