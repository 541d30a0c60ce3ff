// db/retrograde.h, whose comment tells the method and why it is right, on boards that belong to many ranks.
//
// The first superstep counts quiet moves and asks what captures bring. Then there is one for each threshold, from all the seeds
// of the level down to 1. A board that enters a set tells the boards with a quiet move to it; those that belong to another
// rank get a notice: their place, and which set it was, in 4 bytes. The order in which notices come is of no importance.
#pragma once

#include "cluster/method.h"
#include "cluster/unsow.h"

namespace sow {

template <int W>
class Backwards : public LevelMethod {
 public:
  static constexpr MethodFigures figures{.work_bytes = 1, .nanoseconds = 600, .bytes_sent = 28};

  Backwards(const Kernel<W>& kernel, Post& post, Holdings& holdings)
      : shop_(kernel, post, holdings), unsow_(kernel), forced_(holdings.forced()) {
    post.on(Post::notices, [this](int, auto batch) { take_notice(batch); });
  }

  void begin_level() override {
    Holdings::Level& level = shop_.holdings.last();
    shop_.boards.set_level(shop_.holdings.levels(), level.share);
    attack_ = level.values.get();
    defence_ = level.replies.get();
    state_ = make_huge_block<std::int8_t>(std::max<std::uint64_t>(level.share.places(), 1));
  }
  int steps() const override { return shop_.boards.seeds() + 1; }
  bool step(int step) override {
    if (step == 0)
      look_ahead();
    else
      find_sets(shop_.boards.seeds() + 1 - step);
    return step < shop_.boards.seeds();
  }
  std::vector<std::span<std::int8_t>> state() override {
    const std::size_t places = shop_.boards.share().places();
    std::vector<std::span<std::int8_t>> arrays{{attack_, places}, {state_.get(), places}};
    if (forced_) arrays.emplace_back(defence_, places);
    return arrays;
  }
  void finish_level() override {
    const int any = in_attack | (forced_ ? 0 : in_defence);
    for (std::uint64_t i = 0; i < shop_.boards.share().places(); ++i) {
      if ((state_[i] & any) == 0) attack_[i] = 0;
      if (forced_ && (state_[i] & in_defence) == 0) defence_[i] = 0;
    }
    state_.reset();
  }

  void find_replies() override { sow::find_replies(shop_); }

 private:
  using Board = sow::Board<W>;
  using Place = Share::Place;

  // The byte of a board's state: escapes left, the sets it is in, and those whose entry waits until the stack has room.
  static constexpr int count_mask = 15, in_attack = 16, in_defence = 32, attack_pending = 64, defence_pending = -128;
  static constexpr std::int8_t no_capture = -128;

  struct Entry {
    Board board;
    bool attack;
  };
  static constexpr std::size_t most_entries = 65536, batch = 8;

  // Counts the quiet moves and asks what captures, or the end, bring.
  void look_ahead() {
    shop_.inquiry.set_use([this](const Inquiry::Answer& a) {
      attack_[a.place] = std::max<int>(attack_[a.place], a.gain + (forced_ ? a.reply : -a.value));
      if (!forced_) return;
      std::int8_t& least = defence_[a.place];
      least = least == no_capture ? a.value : std::min(least, a.value);
    });
    shop_.each_board([&](const Board& board, Place place) { look_ahead(board, place); });
    shop_.finish_asking();
  }
  void look_ahead(const Board& board, Place place) {
    const MoveSet moves = shop_.kernel.legal(board);
    attack_[place] = no_capture;
    if (forced_) defence_[place] = no_capture;
    if (moves == 0) {
      const auto [own, opp] = awards(shop_.kernel, board);
      attack_[place] = forced_ ? own : shop_.kernel.rest(board);
      if (forced_) defence_[place] = opp;
      state_[place] = 1;
      return;
    }
    Child<W> children[max_moves];
    const int count = shop_.kernel.expand_leaves(board, moves, children);
    int quiet = 0;
    for (const Child<W>* child = children; child != children + count; ++child)
      child->out == 0 ? void(++quiet) : shop_.ask(*child, place);
    state_[place] = quiet + (quiet < count ? 1 : 0);
  }

  void find_sets(int t) {
    threshold_ = t;
    shop_.boards.each_row([&](const auto& row) {
      enter_known(row);
      shop_.post.worked(row.to - row.from);
    });
    do {
      spread();
      while (std::exchange(overflow_, false)) enter_pending();
    } while (shop_.post.next_round());
  }
  // Boards that enter a set of this threshold by what look_ahead() found, and all that follow from them.
  void enter_known(const typename OwnBoards<W>::Row& row) {
    const int t = threshold_;
    Place i = row.place;
    for (std::uint64_t opp = row.from; opp < row.to; ++opp, ++i) {
      const int attack = attack_[i];
      if (attack != t && (forced_ ? defence_[i] : -attack) != t) continue;
      const int state = state_[i];
      if (!forced_ && (state & (in_attack | in_defence)) != 0) continue;
      if (attack == t && (state & in_attack) == 0) enter_attack(i, [&] { return shop_.boards.board(row, opp); });
      if ((forced_ ? defence_[i] : -attack_[i]) == t && (state & in_defence) == 0)
        lose_escape(i, [&] { return shop_.boards.board(row, opp); });
      spread();
    }
  }
  void enter_pending() {
    shop_.boards.each_row([&](const auto& row) {
      Place i = row.place;
      for (std::uint64_t opp = row.from; opp < row.to; ++opp, ++i) {
        const int before = state_[i];
        if ((before & (attack_pending | defence_pending)) == 0) continue;
        state_[i] = static_cast<std::int8_t>(before & ~(attack_pending | defence_pending));
        if ((before & attack_pending) != 0) stack_.push_back({shop_.boards.board(row, opp), true});
        if ((before & defence_pending) != 0) stack_.push_back({shop_.boards.board(row, opp), false});
        spread();
      }
      shop_.post.worked(row.to - row.from);
    });
  }

  // `board` gives the board, if it is needed.
  template <class GetBoard>
  void enter_attack(Place i, GetBoard&& board) {
    if ((state_[i] & in_attack) != 0) return;
    state_[i] |= in_attack;
    attack_[i] = threshold_;
    push(i, true, board);
  }
  template <class GetBoard>
  void lose_escape(Place i, GetBoard&& board) {
    if ((state_[i]-- & count_mask) != 1) return;
    state_[i] |= in_defence;
    forced_ ? defence_[i] = threshold_ : attack_[i] = -threshold_;
    push(i, false, board);
  }
  template <class GetBoard>
  void push(Place i, bool attack, GetBoard&& board) {
    if (stack_.size() < most_entries) {
      stack_.push_back({board(), attack});
    } else {
      state_[i] |= attack ? attack_pending : defence_pending;
      overflow_ = true;
    }
  }
  template <class GetBoard>
  void told(Place i, bool of_attack, GetBoard&& board) {
    of_attack ? lose_escape(i, board) : enter_attack(i, board);
  }

  // Some boards at a time, so that the memory answers while others are un-sown.
  void spread() {
    while (!stack_.empty()) {
      near_.clear();
      for (std::size_t k = 0; k < batch && !stack_.empty(); ++k) {
        const Entry entry = stack_.back();
        stack_.pop_back();
        unsow_.each_predecessor(entry.board, [&](const Board& b) { tell(b, entry.attack); });
      }
      for (const Near& n : near_) told(n.place, n.of_attack, [&] { return n.board; });
      shop_.post.worked(batch);
    }
  }
  void tell(const Board& board, bool of_attack) {
    const std::uint64_t number = shop_.holdings.index().number(board);
    const Share& share = shop_.boards.share();
    const Place place = share.place(number);
    if (const int owner = share.owner(number); owner != shop_.post.world().rank()) {
      const std::uint32_t notice = place << 1 | (of_attack ? 1 : 0);
      shop_.post.put(Post::notices, owner, &notice, sizeof notice);
      return;
    }
    __builtin_prefetch(&state_[place], 1);
    near_.push_back({board, place, of_attack});
  }
  void take_notice(std::span<const std::byte> notices) {
    std::uint32_t notice = 0;
    for (std::size_t at = 0; at < notices.size(); at += sizeof notice) {
      std::memcpy(&notice, &notices[at], sizeof notice);
      told(notice >> 1, (notice & 1) != 0, [&] { return shop_.boards.board(notice >> 1); });
    }
  }

  struct Near {
    Board board;
    Place place;
    bool of_attack;
  };

  Workshop<W> shop_;
  Unsow<W> unsow_;
  const bool forced_;
  int threshold_ = 0;
  std::int8_t *attack_ = nullptr, *defence_ = nullptr;
  HugeBlock<std::int8_t> state_;
  std::vector<Entry> stack_;
  std::vector<Near> near_;
  bool overflow_ = false;
};

}  // namespace sow
