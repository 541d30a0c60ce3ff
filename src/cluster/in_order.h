// Games in which no board can come twice (db/acyclic.h), on boards that belong to many ranks.
//
// A move that does not score stays on the mover's side and goes forward: it lowers prefix sums of that side (db/index.h), raises
// none, and leaves the other side alone. So it lowers the sum of all prefix sums of the board. Boards of equal sum do not need
// each other, and there is a superstep for each sum, upwards: all that a board's moves lead to is known when it asks. A player
// who must pass hands over a board of the same sum; such boards have a superstep of their own after the others of that sum.
#pragma once

#include "cluster/method.h"
#include "db/best_replies.h"

namespace sow {

template <int W>
class InOrder : public LevelMethod {
 public:
  static MethodFigures figures(const Ruleset& rules) {
    return {.work_bytes = 0, .kept_bytes = 0, .side_bytes = 16 + 16 * rules.pits, .nanoseconds = 200, .bytes_sent = 22};
  }

  InOrder(const Kernel<W>& kernel, Post& post, Holdings& holdings)
      : shop_(kernel, post, holdings), halves_(kernel.rules().stuck == Stuck::pass ? 2 : 1) {}

  void begin_level() override {
    Holdings::Level& level = shop_.holdings.last();
    const int n = shop_.holdings.levels();
    shop_.boards.set_level(n, level.share);
    sown_.grow(shop_.kernel, shop_.holdings.index(), shop_.boards.sides(), n);
    values_ = level.values.get();
    std::fill_n(values_, level.share.places(), unknown);
    for (int k = static_cast<int>(sides_.size()); k <= n; ++k) sides_.push_back(sides_by_sum(k));
  }
  int steps() const override { return halves_ * sums(shop_.boards.seeds()); }
  bool step(int step) override {
    shop_.inquiry.set_use([this](const Inquiry::Answer& a) {
      values_[a.place] = std::max<int>(values_[a.place], a.gain + a.sign * a.value);
    });
    const int sum = step / halves_;
    const bool passing = step % halves_ == 1;
    if (shop_.post.world().ranks() == 1)
      value_columns(sum, passing);
    else
      shop_.boards.each_row([&](const auto& row) { value_boards(row, sum, passing); });
    shop_.finish_asking();
    return step + 1 < steps();
  }
  std::vector<PlaceArray> state() override { return {{values_, 1}}; }
  void finish_level() override {}
  void find_replies() override {}  // margins have none

 private:
  using Board = sow::Board<W>;
  static constexpr std::int8_t unknown = -128;

  // The sides of so many seeds, in the order of their sums, and of ranks among equals.
  struct BySum {
    std::vector<std::uint16_t> sum;    // [rank]
    std::vector<std::uint32_t> ranks;  // in order
    std::vector<std::uint32_t> begin;  // [sum]: where those of this sum begin; one more at the end
  };

  int sums(int seeds) const { return (shop_.holdings.index().pits() - 1) * seeds + 1; }

  BySum sides_by_sum(int seeds) const {
    const Index& index = shop_.holdings.index();
    BySum by;
    by.begin.resize(sums(seeds) + 1);
    for (std::uint64_t r = 0; r < index.sides(seeds); ++r) {
      const Pits pits = index.unrank(r, seeds);
      int prefix = 0, sum = 0;
      for (int i = 0; i + 1 < index.pits(); ++i) sum += prefix += pits[i];
      by.sum.push_back(sum);
      ++by.begin[sum + 1];
    }
    for (std::size_t s = 1; s < by.begin.size(); ++s) by.begin[s] += by.begin[s - 1];
    by.ranks.resize(by.sum.size());
    std::vector<std::uint32_t> next = by.begin;
    for (std::uint32_t r = 0; r < by.sum.size(); ++r) by.ranks[next[by.sum[r]]++] = r;
    return by;
  }

  // The boards of a row with this sum; of them those that must pass, or all others.
  void value_boards(const typename OwnBoards<W>::Row& row, int sum, bool passing) {
    const BySum& opps = sides_[row.opp_seeds];
    const int left = sum - sides_[row.own_seeds].sum[row.own];
    if (left < 0 || left >= sums(row.opp_seeds)) return;
    const auto* const end = opps.ranks.data() + opps.begin[left + 1];
    const auto* opp = std::lower_bound(opps.ranks.data() + opps.begin[left], end, row.from);
    std::uint64_t count = 0;
    for (; opp != end && *opp < row.to; ++opp, ++count)
      value_board(shop_.boards.board(row, *opp), {row.own, row.own_seeds}, {*opp, row.opp_seeds},
                  row.place + static_cast<Share::Place>(*opp - row.from), passing);
    shop_.post.worked(count);
  }
  // All boards with this sum, of which those must pass or not, where everything is here. Boards with the same other side come
  // one after the other: most of their moves lead into one row, which the processor's caches hold.
  void value_columns(int sum, bool passing) {
    constexpr std::uint32_t ahead = 4;
    BestReplies<W> batch(shop_.kernel, shop_.holdings.index(), sown_);
    const Index& index = shop_.holdings.index();
    const int n = shop_.boards.seeds();
    for (int k = 0; k <= n; ++k) {
      const BySum& owns = sides_[k];
      const std::uint64_t columns = index.sides(n - k);
      for (std::uint64_t opp = 0; opp < columns; ++opp) {
        const int left = sum - sides_[n - k].sum[opp];
        if (left < 0 || left >= sums(k)) continue;
        for (std::uint32_t at = owns.begin[left]; at < owns.begin[left + 1]; ++at) {
          const std::uint64_t own = owns.ranks[at];
          sown_.prefetch(index, {owns.ranks[std::min(at + ahead, owns.begin[left + 1] - 1)], k});
          value_here(batch, {own, k}, {opp, n - k}, values_ + index.block(n, k) + own * columns + opp, passing);
        }
        shop_.post.worked(owns.begin[left + 1] - owns.begin[left]);
      }
    }
    batch.finish();
  }
  void value_here(BestReplies<W>& batch, const Index::Rank& own, const Index::Rank& opp, std::int8_t* to,
                  bool passing) {
    const Index& index = shop_.holdings.index();
    const Board board = shop_.boards.sides().board(own.seeds, own.rank, opp.seeds, opp.rank);
    const MoveSet moves = shop_.kernel.legal(board);
    const auto find = [&](const Index::Rank& mover, const Index::Rank& other) {
      return &shop_.holdings.level(mover.seeds + other.seeds).values[index.number(mover, other)];
    };
    if (moves == 0) {
      Board passed = board;
      if (!shop_.kernel.pass(passed))
        *to = shop_.kernel.rest(board);
      else if (passing)
        *to = -*find(index.rank(passed.own), index.rank(passed.opp));
    } else if (!passing) {
      __builtin_prefetch(to, 1);
      batch.add(board, moves, own, opp, to, find);
    }
  }
  void value_board(const Board& board, const Index::Rank& own, const Index::Rank& opp, Share::Place place,
                   bool passing) {
    const MoveSet moves = shop_.kernel.legal(board);
    if (moves == 0) {
      Board passed = board;
      if (!shop_.kernel.pass(passed))
        values_[place] = shop_.kernel.rest(board);
      else if (passing)
        shop_.ask(passed, {place, 0, -1});
      return;
    }
    if (passing) return;
    __builtin_prefetch(&values_[place], 1);
    sown_.each_move(
        shop_.kernel, shop_.holdings.index(), board, moves, own, opp,
        [&](const Index::Rank& mover, const Index::Rank& other, int gain, bool same) {
          shop_.ask(mover, other, {place, static_cast<std::int8_t>(gain), static_cast<std::int8_t>(same ? 1 : -1)});
        });
  }

  Workshop<W> shop_;
  const int halves_;
  SownSides<W> sown_;
  std::vector<BySum> sides_;  // [seeds]
  std::int8_t* values_ = nullptr;
};

}  // namespace sow
