// Games in which no board can repeat (db/acyclic.h), on boards that are distributed over ranks.
//
// A quiet move sows forward on the mover's own side: it lowers prefix sums of that side (db/index.h), raises none, and
// leaves the other side unchanged. So it lowers the sum of all prefix sums of the board. Boards with equal sums are
// independent, and there is one superstep per sum, in ascending order. A pass leads to a board with the same sum:
// boards that pass have their own superstep after the others with that sum.
#pragma once

#include "cluster/method.h"
#include "db/best_replies.h"

namespace sow {

template <int W>
class ClusterAcyclic : public LevelMethod {
 public:
  static MethodCosts costs(const Ruleset& rules) {
    return {.work_bytes = 0,
            .checkpoint_bytes = 0,
            .side_bytes = 16 + 16 * rules.pits,
            .nanoseconds = 200,
            .bytes_sent = 22};
  }

  ClusterAcyclic(const Kernel<W>& kernel, Mailbox& mailbox, LocalLevels& levels)
      : context_(kernel, mailbox, levels), phases_(kernel.rules().stuck == Stuck::pass ? 2 : 1) {}

  void start_level() override {
    LocalLevels::Level& level = context_.levels.last();
    const int n = context_.levels.max_seeds();
    context_.boards.set_level(n, level.share);
    sown_.grow(context_.kernel, context_.levels.index(), context_.boards.sides(), n);
    values_ = level.values.get();
    std::fill_n(values_, level.share.slots(), unknown);
    for (int k = static_cast<int>(sides_.size()); k <= n; ++k) sides_.push_back(sides_by_sum(k));
  }
  int steps() const override { return phases_ * sums(context_.boards.seeds()); }
  bool step(int step) override {
    context_.requests.on_answer([this](const ValueRequests::Answer& a) {
      values_[a.slot] = std::max<int>(values_[a.slot], a.gain + a.sign * a.value);
    });
    const int sum = step / phases_;
    const bool passing = step % phases_ == 1;
    if (context_.mailbox.world().ranks() == 1)
      value_all_local(sum, passing);
    else
      context_.boards.each_row([&](const auto& row) { value_boards(row, sum, passing); });
    context_.finish_requests();
    return step + 1 < steps();
  }
  std::vector<SlotArray> state() override { return {{values_, 1}}; }
  void finish_level() override {}
  void find_replies() override {}  // margins have none

 private:
  using Board = sow::Board<W>;
  static constexpr std::int8_t unknown = -128;

  // The sides with a given number of seeds, sorted by sum and then by rank.
  struct BySum {
    std::vector<std::uint16_t> sum;    // [rank]
    std::vector<std::uint32_t> ranks;  // sorted
    std::vector<std::uint32_t> begin;  // [sum]: index of the first side with this sum; one extra at the end
  };

  int sums(int seeds) const { return (context_.levels.index().pits() - 1) * seeds + 1; }

  BySum sides_by_sum(int seeds) const {
    const Index& index = context_.levels.index();
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

  // Values the boards of a row with this sum: those that pass, or all others.
  void value_boards(const typename LocalBoards<W>::Row& row, int sum, bool passing) {
    const BySum& opps = sides_[row.opp_seeds];
    const int left = sum - sides_[row.own_seeds].sum[row.own];
    if (left < 0 || left >= sums(row.opp_seeds)) return;
    const auto* const end = opps.ranks.data() + opps.begin[left + 1];
    const auto* opp = std::lower_bound(opps.ranks.data() + opps.begin[left], end, row.from);
    std::uint64_t count = 0;
    for (; opp != end && *opp < row.to; ++opp, ++count)
      value_board(context_.boards.board(row, *opp), {row.own, row.own_seeds}, {*opp, row.opp_seeds},
                  row.slot + static_cast<Share::Slot>(*opp - row.from), passing);
    context_.mailbox.work_done(count);
  }
  // The same for all boards if everything is local. Boards with the same opponent's side are grouped: most of their
  // moves lead into one row, which stays in the processor's caches.
  void value_all_local(int sum, bool passing) {
    constexpr std::uint32_t ahead = 4;
    BestReplies<W> batch(context_.kernel, context_.levels.index(), sown_);
    const Index& index = context_.levels.index();
    const int n = context_.boards.seeds();
    for (int k = 0; k <= n; ++k) {
      const BySum& owns = sides_[k];
      const std::uint64_t columns = index.sides(n - k);
      for (std::uint64_t opp = 0; opp < columns; ++opp) {
        const int left = sum - sides_[n - k].sum[opp];
        if (left < 0 || left >= sums(k)) continue;
        for (std::uint32_t at = owns.begin[left]; at < owns.begin[left + 1]; ++at) {
          const std::uint64_t own = owns.ranks[at];
          sown_.prefetch(index, {owns.ranks[std::min(at + ahead, owns.begin[left + 1] - 1)], k});
          value_local(batch, {own, k}, {opp, n - k}, values_ + index.block(n, k) + own * columns + opp, passing);
        }
        context_.mailbox.work_done(owns.begin[left + 1] - owns.begin[left]);
      }
    }
    batch.finish();
  }
  void value_local(BestReplies<W>& batch, const Index::Rank& own, const Index::Rank& opp, std::int8_t* to,
                   bool passing) {
    const Index& index = context_.levels.index();
    const Board board = context_.boards.sides().board(own.seeds, own.rank, opp.seeds, opp.rank);
    const MoveSet moves = context_.kernel.legal(board);
    const auto find = [&](const Index::Rank& mover, const Index::Rank& other) {
      return &context_.levels.level(mover.seeds + other.seeds).values[index.number(mover, other)];
    };
    if (moves == 0) {
      Board passed = board;
      if (!context_.kernel.pass(passed))
        *to = context_.kernel.rest(board);
      else if (passing)
        *to = -*find(index.rank(passed.own), index.rank(passed.opp));
    } else if (!passing) {
      __builtin_prefetch(to, 1);
      batch.add(board, moves, own, opp, to, find);
    }
  }
  void value_board(const Board& board, const Index::Rank& own, const Index::Rank& opp, Share::Slot slot, bool passing) {
    const MoveSet moves = context_.kernel.legal(board);
    if (moves == 0) {
      Board passed = board;
      if (!context_.kernel.pass(passed))
        values_[slot] = context_.kernel.rest(board);
      else if (passing)
        context_.request(passed, {slot, 0, -1});
      return;
    }
    if (passing) return;
    __builtin_prefetch(&values_[slot], 1);
    sown_.each_move(context_.kernel, context_.levels.index(), board, moves, own, opp,
                    [&](const Index::Rank& mover, const Index::Rank& other, int gain, bool same) {
                      context_.request(mover, other,
                                       {slot, static_cast<std::int8_t>(gain), static_cast<std::int8_t>(same ? 1 : -1)});
                    });
  }

  Context<W> context_;
  const int phases_;
  SownSides<W> sown_;
  std::vector<BySum> sides_;  // [seeds]
  std::int8_t* values_ = nullptr;
};

}  // namespace sow
