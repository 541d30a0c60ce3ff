// All other games (db/sweep.h, whose comment tells why it is right), on boards that belong to many ranks: a superstep is a sweep
// over all boards, each of which asks for what its moves lead to. What is found counts from the next sweep on.
#pragma once

#include "cluster/method.h"

namespace sow {

template <int W>
class Sweeps : public LevelMethod {
 public:
  static MethodFigures figures(const Ruleset&) {
    return {.work_bytes = 2, .kept_bytes = 0, .side_bytes = 8, .nanoseconds = 10000, .bytes_sent = 500};
  }

  Sweeps(const Kernel<W>& kernel, Post& post, Holdings& holdings)
      : shop_(kernel, post, holdings), forced_(holdings.forced()) {}

  void begin_level() override {
    Holdings::Level& level = shop_.holdings.last();
    shop_.boards.set_level(shop_.holdings.levels(), level.share);
    values_ = level.values.get();
    replies_ = level.replies.get();
    next_values_ = make_huge_block<std::int8_t>(level.share.room());
    if (forced_) next_replies_ = make_huge_block<std::int8_t>(level.share.room());
  }
  int steps() const override { return 30; }
  bool step(int) override {
    shop_.inquiry.set_use([this](const Inquiry::Answer& a) {
      std::int8_t& next = next_values_[a.place];
      next = std::max<int>(next, a.gain + (forced_ ? a.reply : a.sign * a.value));
      if (forced_) next_replies_[a.place] = std::min(next_replies_[a.place], a.value);
    });
    shop_.each_board([&](const Board& board, Share::Place place) { value_board(board, place); });
    shop_.finish_asking();
    const std::size_t places = shop_.boards.share().places();
    bool changed = !std::equal(values_, values_ + places, next_values_.get());
    std::copy_n(next_values_.get(), places, values_);
    if (forced_) {
      changed = changed || !std::equal(replies_, replies_ + places, next_replies_.get());
      std::copy_n(next_replies_.get(), places, replies_);
    }
    return shop_.post.world().sum(changed ? 1 : 0) > 0;
  }
  std::vector<PlaceArray> state() override {
    std::vector<PlaceArray> arrays{{values_, 1}};
    if (forced_) arrays.emplace_back(replies_, 1);
    return arrays;
  }
  void finish_level() override {
    next_values_.reset();
    next_replies_.reset();
  }
  void find_replies() override { sow::find_replies(shop_); }

 private:
  using Board = sow::Board<W>;

  void value_board(const Board& board, Share::Place place) {
    const MoveSet moves = shop_.kernel.legal(board);
    const int n = shop_.boards.seeds();
    next_values_[place] = forced_ ? 0 : -n;
    if (forced_) next_replies_[place] = n;
    if (moves == 0) return end(board, place);
    Child<W> children[max_moves];
    const int count = shop_.kernel.expand_leaves(board, moves, children);
    for (const Child<W>* child = children; child != children + count; ++child) shop_.ask(*child, place);
  }
  void end(const Board& board, Share::Place place) {
    Board passed = board;
    if (forced_) {
      const auto [own, opp] = awards(shop_.kernel, board);
      next_values_[place] = own;
      next_replies_[place] = opp;
    } else if (shop_.kernel.pass(passed)) {
      shop_.ask(passed, {place, 0, -1});
    } else {
      next_values_[place] = shop_.kernel.rest(board);
    }
  }

  Workshop<W> shop_;
  const bool forced_;
  std::int8_t *values_ = nullptr, *replies_ = nullptr;
  HugeBlock<std::int8_t> next_values_, next_replies_;
};

}  // namespace sow
