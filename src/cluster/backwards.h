// db/retrograde.h, whose comment tells the method and why it is right, on boards that belong to many ranks.
//
// The first superstep notes quiet moves and asks what captures bring. Then there is one for each threshold, from all the seeds
// of the level down to 1. A board that enters a set tells the boards with a quiet move to it; those that belong to another
// rank get a notice of 4 bytes: their place, and which move leads into which set. The order in which notices come is of no
// importance.
#pragma once

#include "cluster/method.h"
#include "db/set_growth.h"

namespace sow {

// The sets of a rank. Where there are replies, what the opponent can force is kept.
template <class Sets>
class RankSets : public Sets {
 public:
  RankSets(const Holdings::Level& level, int pits)
      : Sets(level.values.get(), level.share.room(), pits, false), replies_(level.replies.get()) {}

  bool defend_known(std::uint64_t i, int t) { return keep(Sets::defend_known(i, t), i, t); }
  bool defend_by(std::uint64_t i, int pit, int t) { return keep(Sets::defend_by(i, pit, t), i, t); }

 private:
  bool keep(bool entered, std::uint64_t i, int t) {
    if (Sets::forced && entered) replies_[i] = static_cast<std::int8_t>(t);
    return entered;
  }

  std::int8_t* replies_;
};

// Which boards of a level are here, and the way to the others (db/set_growth.h).
template <int W>
class RankHomes {
 public:
  using Side = typename Sides<W>::Side;

  explicit RankHomes(Workshop<W>& shop) : shop_(shop), share_(shop.boards.share()), codes_(codes(shop.kernel.pits())) {}

  // That notices have room for.
  static std::uint64_t most_places(int pits) { return (std::uint64_t{1} << 32) / codes(pits); }

  bool all() const { return shop_.post.world().ranks() == 1; }
  bool here(std::uint64_t number) const { return share_.owner(number) == shop_.post.world().rank(); }
  std::uint64_t place(std::uint64_t number) const { return share_.place(number); }
  void worked(std::uint64_t boards) { shop_.post.worked(boards); }

  // Not all of these moves are quiet. That is found out here: a notice that is not sent is worth the time it takes.
  void tell(std::uint64_t number, Side own, Side opp, int pit, bool of_attack) {
    const Sides<W>& sides = shop_.boards.sides();
    if (!quiet({sides.side(own), sides.side(opp)}, pit)) return;
    const std::uint32_t notice = share_.place(number) * codes_ + (of_attack ? 1 + pit : 0);
    shop_.post.put(Post::notices, share_.owner(number), &notice, sizeof notice);
  }
  // Calls of_attack(place, pit) or of_defence(place) for each notice, and soon(place) some time before.
  template <class Soon, class OfAttack, class OfDefence>
  void read(std::span<const std::byte> notices, Soon&& soon, OfAttack&& of_attack, OfDefence&& of_defence) const {
    constexpr std::size_t ahead = 16;
    const auto notice = [&](std::size_t i) {
      std::uint32_t it = 0;
      std::memcpy(&it, &notices[i * sizeof it], sizeof it);
      return it;
    };
    const std::size_t count = notices.size() / sizeof notice(0);
    for (std::size_t i = 0; i < count; ++i) {
      if (i + ahead < count) soon(notice(i + ahead) / codes_);
      const std::uint32_t place = notice(i) / codes_, code = notice(i) % codes_;
      code == 0 ? of_defence(place) : of_attack(place, static_cast<int>(code) - 1);
    }
  }

 private:
  // What a notice says beside the place: the defence, or the attack and a pit.
  static std::uint32_t codes(int pits) { return 1 + static_cast<std::uint32_t>(pits); }

  bool quiet(const Board<W>& before, Move move) const {
    if (!has(shop_.kernel.legal(before), move)) return false;
    Child<W> child;
    shop_.kernel.make(before, move, child);
    return child.out == 0;
  }

  Workshop<W>& shop_;
  const Share share_;
  const std::uint32_t codes_;
};

template <int W>
class Backwards : public LevelMethod {
 public:
  static MethodFigures figures(const Ruleset& rules) {
    const bool forced = database_kind(rules).kind == DatabaseKind::forced;
    const int sets = set_bytes(forced, rules.pits);
    return {.work_bytes = sets + 0.25,
            .kept_bytes = sets,
            .side_bytes = 112,
            .nanoseconds = 500,
            .bytes_sent = 28,
            .most_places = RankHomes<W>::most_places(rules.pits)};
  }

  Backwards(const Kernel<W>& kernel, Post& post, Holdings& holdings) : shop_(kernel, post, holdings) {
    post.on(Post::notices, [this](int, auto batch) { level_->take_notices(batch); });
  }

  void begin_level() override {
    const int seeds = shop_.holdings.levels();
    shop_.boards.set_level(seeds, shop_.holdings.last().share);
    unsowing_.prepare(shop_.kernel, shop_.holdings.index(), shop_.boards.sides(), seeds);
    with_sets(shop_.holdings.forced(), shop_.kernel.pits(), seeds,
              [&]<class Sets>() { level_ = std::make_unique<Level<Sets>>(shop_, unsowing_); });
  }
  int steps() const override { return shop_.boards.seeds() + 1; }
  bool step(int step) override {
    if (step == 0)
      level_->look_ahead();
    else
      level_->find_sets(shop_.boards.seeds() + 1 - step);
    return step < shop_.boards.seeds();
  }
  std::vector<PlaceArray> state() override {
    Holdings::Level& level = shop_.holdings.last();
    std::vector<PlaceArray> arrays{{level.values.get(), 1}, level_->states()};
    if (shop_.holdings.forced()) arrays.emplace_back(level.replies.get(), 1);
    return arrays;
  }
  void finish_level() override {
    level_->finish();
    level_.reset();
  }

  void find_replies() override { sow::find_replies(shop_); }

 private:
  using Board = sow::Board<W>;

  struct AnyLevel {
    virtual ~AnyLevel() = default;
    virtual void look_ahead() = 0;
    virtual void find_sets(int t) = 0;
    virtual void take_notices(std::span<const std::byte> notices) = 0;
    virtual PlaceArray states() = 0;
    virtual void finish() = 0;
  };
  template <class Sets>
  class Level;

  Workshop<W> shop_;
  Unsowing<W> unsowing_;
  std::unique_ptr<AnyLevel> level_;
};

// One level while it is built.
template <int W>
template <class Sets>
class Backwards<W>::Level final : public AnyLevel {
 public:
  Level(Workshop<W>& shop, const Unsowing<W>& unsowing)
      : shop_(shop),
        sets_(shop.holdings.last(), shop.kernel.pits()),
        homes_(shop),
        growth_(unsowing, shop.holdings.index(), sets_, homes_, shop.boards.share().room(), false) {}

  // Notes the quiet moves and asks what captures, or the end, bring.
  void look_ahead() override {
    shop_.inquiry.set_use([this](const Inquiry::Answer& a) {
      sets_.learn(a.place, a.gain + (Sets::forced ? a.reply : -a.value), a.value);
    });
    shop_.each_board([&](const Board& board, Share::Place place) { look_ahead(board, place); });
    shop_.finish_asking();
  }

  void find_sets(int t) override {
    threshold_ = t;
    each_piece([&](const Piece& piece) { growth_.enter_known(piece, t); });
    do growth_.follow_all(t, [&](auto&& follow) { each_piece(follow); });
    while (shop_.post.next_round());
  }
  void take_notices(std::span<const std::byte> notices) override {
    homes_.read(
        notices, [&](std::uint64_t place) { sets_.prefetch(place); },
        [&](std::uint64_t place, int pit) { growth_.hear_of_attack(place, pit, threshold_); },
        [&](std::uint64_t place) { growth_.hear_of_defence(place, threshold_); });
  }

  PlaceArray states() override { return {reinterpret_cast<std::int8_t*>(sets_.states()), sizeof *sets_.states()}; }
  void finish() override { sets_.finish(0, shop_.boards.share().places()); }

 private:
  using Growth = SetGrowth<W, RankSets<Sets>, RankHomes<W>>;
  using Piece = typename Growth::Piece;

  void look_ahead(const Board& board, Share::Place place) {
    const MoveSet moves = shop_.kernel.legal(board);
    if (moves == 0) {
      const auto [own, opp] = awards(shop_.kernel, board);
      sets_.begin(place, {.other = true, .best = Sets::forced ? own : shop_.kernel.rest(board), .least = opp});
      return;
    }
    Child<W> children[max_moves];
    const int count = shop_.kernel.expand_leaves(board, moves, children);
    const int n = shop_.boards.seeds();
    KnownOfBoard known{.best = Sets::forced ? 0 : -n, .least = n};  // no capture brings less
    for (const Child<W>* child = children; child != children + count; ++child)
      child->out == 0 ? void(known.quiet |= set_of(child->move)) : void(known.other = true);
    if (!known.other) known.best = known.least = 0;
    sets_.begin(place, known);
    for (const Child<W>* child = children; child != children + count; ++child)
      if (child->out != 0) shop_.ask(*child, place);
  }

  // While the post is seen to.
  template <class Run>
  void each_piece(Run&& run) {
    const Share& share = shop_.boards.share();
    share.each_block([&](std::uint64_t block, Share::Place place) {
      const std::uint64_t first = block * share.block_boards(), boards = share.boards_in_block(block);
      for (std::uint64_t at = 0; at < boards; at += Growth::most_in_piece) {
        const std::uint64_t end = std::min(at + Growth::most_in_piece, boards);
        run(Piece{place + at, place + end, first + at});
        shop_.post.worked((end - at) / 256);  // to look for boards to follow takes so much less than to follow them
      }
    });
  }

  Workshop<W>& shop_;
  RankSets<Sets> sets_;
  RankHomes<W> homes_;
  Growth growth_;
  int threshold_ = 0;
};

}  // namespace sow
