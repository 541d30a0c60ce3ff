// Retrograde analysis (db/retrograde.h) on boards that are distributed over ranks.
//
// The first superstep records quiet moves and requests the results of captures. It is followed by one superstep per
// threshold, from all seeds of the level down to 1. A board that enters a set notifies its predecessors by quiet moves;
// a notice to another rank takes 4 bytes: the slot of the predecessor, and which move leads into which set. The order
// in which notices arrive does not matter.
#pragma once

#include "cluster/method.h"
#include "db/set_propagation.h"

namespace sow {

// The sets of a rank. For forced seeds, also stores what the opponent can force.
template <class Sets>
class RankSets : public Sets {
 public:
  RankSets(const LocalLevels::Level& level, int pits)
      : Sets(level.values.get(), level.share.array_size(), pits, false), replies_(level.replies.get()) {}

  bool defend_known(std::uint64_t i, int t) { return keep(Sets::defend_known(i, t), i, t); }
  bool defend_by(std::uint64_t i, int pit, int t) { return keep(Sets::defend_by(i, pit, t), i, t); }

 private:
  bool keep(bool entered, std::uint64_t i, int t) {
    if (Sets::forced && entered) replies_[i] = static_cast<std::int8_t>(t);
    return entered;
  }

  std::int8_t* replies_;
};

// Which boards of a level are local, and how the others are notified (db/set_propagation.h).
template <int W>
class RankOwnership {
 public:
  using Side = typename Sides<W>::Side;

  explicit RankOwnership(Context<W>& context)
      : context_(context), share_(context.boards.share()), codes_(codes(context.kernel.pits())) {}

  // The largest number of slots that fits in a notice.
  static std::uint64_t max_slots(int pits) { return (std::uint64_t{1} << 32) / codes(pits); }

  bool all_local() const { return context_.mailbox.world().ranks() == 1; }
  bool is_local(std::uint64_t number) const { return share_.owner(number) == context_.mailbox.world().rank(); }
  std::uint64_t slot(std::uint64_t number) const { return share_.slot(number); }
  void work_done(std::uint64_t boards) { context_.mailbox.work_done(boards); }

  // Checks whether the move is quiet before sending: a notice saved is worth the time.
  void notify(std::uint64_t number, Side own, Side opp, int pit, bool of_attack) {
    const Sides<W>& sides = context_.boards.sides();
    if (!quiet({sides.side(own), sides.side(opp)}, pit)) return;
    const std::uint32_t notice = share_.slot(number) * codes_ + (of_attack ? 1 + pit : 0);
    context_.mailbox.add(Mailbox::notices, share_.owner(number), &notice, sizeof notice);
  }
  // Calls of_attack(slot, pit) or of_defense(slot) for each notice, and soon(slot) some time earlier, for prefetching.
  template <class Soon, class OfAttack, class OfDefense>
  void read(std::span<const std::byte> notices, Soon&& soon, OfAttack&& of_attack, OfDefense&& of_defense) const {
    constexpr std::size_t ahead = 16;
    const auto notice = [&](std::size_t i) {
      std::uint32_t it = 0;
      std::memcpy(&it, &notices[i * sizeof it], sizeof it);
      return it;
    };
    const std::size_t count = notices.size() / sizeof notice(0);
    for (std::size_t i = 0; i < count; ++i) {
      if (i + ahead < count) soon(notice(i + ahead) / codes_);
      const std::uint32_t slot = notice(i) / codes_, code = notice(i) % codes_;
      code == 0 ? of_defense(slot) : of_attack(slot, static_cast<int>(code) - 1);
    }
  }

 private:
  // The number of different notices to a slot: the defense, or the attack and a pit.
  static std::uint32_t codes(int pits) { return 1 + static_cast<std::uint32_t>(pits); }

  bool quiet(const Board<W>& before, Move move) const {
    if (!has(context_.kernel.legal(before), move)) return false;
    Child<W> child;
    context_.kernel.make(before, move, child);
    return child.out == 0;
  }

  Context<W>& context_;
  const Share share_;
  const std::uint32_t codes_;
};

template <int W>
class ClusterRetrograde : public LevelMethod {
 public:
  static MethodCosts costs(const Ruleset& rules) {
    const bool forced = database_kind(rules).kind == DatabaseKind::forced;
    const int sets = set_bytes(forced, rules.pits);
    return {.work_bytes = sets + 0.25,
            .checkpoint_bytes = sets,
            .side_bytes = 112,
            .nanoseconds = 500,
            .bytes_sent = 28,
            .max_slots = RankOwnership<W>::max_slots(rules.pits)};
  }

  ClusterRetrograde(const Kernel<W>& kernel, Mailbox& mailbox, LocalLevels& levels)
      : context_(kernel, mailbox, levels) {
    mailbox.on(Mailbox::notices, [this](int, auto batch) { level_->handle_notices(batch); });
  }

  void start_level() override {
    const int seeds = context_.levels.max_seeds();
    context_.boards.set_level(seeds, context_.levels.last().share);
    unsowing_.prepare(context_.kernel, context_.levels.index(), context_.boards.sides(), seeds);
    with_sets(context_.levels.forced(), context_.kernel.pits(), seeds,
              [&]<class Sets>() { level_ = std::make_unique<Level<Sets>>(context_, unsowing_); });
  }
  int steps() const override { return context_.boards.seeds() + 1; }
  bool step(int step) override {
    if (step == 0)
      level_->expand_boards();
    else
      level_->grow_sets(context_.boards.seeds() + 1 - step);
    return step < context_.boards.seeds();
  }
  std::vector<SlotArray> state() override {
    LocalLevels::Level& level = context_.levels.last();
    std::vector<SlotArray> arrays{{level.values.get(), 1}, level_->states()};
    if (context_.levels.forced()) arrays.emplace_back(level.replies.get(), 1);
    return arrays;
  }
  void finish_level() override {
    level_->finish();
    level_.reset();
  }

  void find_replies() override { sow::find_replies(context_); }

 private:
  using Board = sow::Board<W>;

  struct AnyLevel {
    virtual ~AnyLevel() = default;
    virtual void expand_boards() = 0;
    virtual void grow_sets(int t) = 0;
    virtual void handle_notices(std::span<const std::byte> notices) = 0;
    virtual SlotArray states() = 0;
    virtual void finish() = 0;
  };
  template <class Sets>
  class Level;

  Context<W> context_;
  Unsowing<W> unsowing_;
  std::unique_ptr<AnyLevel> level_;
};

// A level while it is being built.
template <int W>
template <class Sets>
class ClusterRetrograde<W>::Level final : public AnyLevel {
 public:
  Level(Context<W>& context, const Unsowing<W>& unsowing)
      : context_(context),
        sets_(context.levels.last(), context.kernel.pits()),
        ownership_(context),
        propagation_(unsowing, context.levels.index(), sets_, ownership_, context.boards.share().array_size(), false) {}

  // Records the quiet moves and requests the results of captures, or records that of the end of the game.
  void expand_boards() override {
    context_.requests.on_answer([this](const ValueRequests::Answer& a) {
      sets_.update(a.slot, a.gain + (Sets::forced ? a.reply : -a.value), a.value);
    });
    context_.each_board([&](const Board& board, Share::Slot slot) { expand_board(board, slot); });
    context_.finish_requests();
  }

  void grow_sets(int t) override {
    threshold_ = t;
    each_piece([&](const Piece& piece) { propagation_.add_known(piece, t); });
    do propagation_.propagate_all(t, [&](auto&& propagate) { each_piece(propagate); });
    while (context_.mailbox.next_round());
  }
  void handle_notices(std::span<const std::byte> notices) override {
    ownership_.read(
        notices, [&](std::uint64_t slot) { sets_.prefetch(slot); },
        [&](std::uint64_t slot, int pit) { propagation_.on_attack_notice(slot, pit, threshold_); },
        [&](std::uint64_t slot) { propagation_.on_defense_notice(slot, threshold_); });
  }

  SlotArray states() override { return {reinterpret_cast<std::int8_t*>(sets_.states()), sizeof *sets_.states()}; }
  void finish() override { sets_.finish(0, context_.boards.share().slots()); }

 private:
  using Propagation = SetPropagation<W, RankSets<Sets>, RankOwnership<W>>;
  using Piece = typename Propagation::Piece;

  void expand_board(const Board& board, Share::Slot slot) {
    const MoveSet moves = context_.kernel.legal(board);
    if (moves == 0) {
      const auto [own, opp] = awards(context_.kernel, board);
      sets_.init(slot, {.exits = true, .best = Sets::forced ? own : context_.kernel.rest(board), .min_forced = opp});
      return;
    }
    Child<W> children[max_moves];
    const int count = context_.kernel.expand_leaves(board, moves, children);
    const int n = context_.boards.seeds();
    BoardInfo info{.best = Sets::forced ? 0 : -n, .min_forced = n};  // no capture is worse
    for (const Child<W>* child = children; child != children + count; ++child)
      child->out == 0 ? void(info.quiet |= set_of(child->move)) : void(info.exits = true);
    if (!info.exits) info.best = info.min_forced = 0;
    sets_.init(slot, info);
    for (const Child<W>* child = children; child != children + count; ++child)
      if (child->out != 0) context_.request(*child, slot);
  }

  // Polls for messages along the way.
  template <class Run>
  void each_piece(Run&& run) {
    const Share& share = context_.boards.share();
    share.each_block([&](std::uint64_t block, Share::Slot slot) {
      const std::uint64_t first = block * share.block_boards(), boards = share.boards_in_block(block);
      for (std::uint64_t at = 0; at < boards; at += Propagation::max_in_piece) {
        const std::uint64_t end = std::min(at + Propagation::max_in_piece, boards);
        run(Piece{slot + at, slot + end, first + at});
        context_.mailbox.work_done((end - at) / 256);  // scanning is this much cheaper than propagating
      }
    });
  }

  Context<W>& context_;
  RankSets<Sets> sets_;
  RankOwnership<W> ownership_;
  Propagation propagation_;
  int threshold_ = 0;
};

}  // namespace sow
