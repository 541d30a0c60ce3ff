// Games in which no board can come twice (db/acyclic.h), on boards that belong to many ranks.
//
// A move that does not score stays on the mover's side and goes forward: it lowers prefix sums of that side (db/index.h), raises
// none, and leaves the other side alone. So it lowers the sum of all prefix sums of the board. Boards of equal sum do not need
// each other, and there is a superstep for each sum, upwards: all that a board's moves lead to is known when it asks. A player
// who must pass hands over a board of the same sum; such boards have a superstep of their own after the others of that sum.
#pragma once

#include "cluster/method.h"

namespace sow {

template <int W>
class InOrder : public LevelMethod {
 public:
  static MethodFigures figures(const Ruleset&) {
    return {.work_bytes = 0, .kept_bytes = 0, .side_bytes = 16, .nanoseconds = 200, .bytes_sent = 22};
  }

  InOrder(const Kernel<W>& kernel, Post& post, Holdings& holdings)
      : shop_(kernel, post, holdings), halves_(kernel.rules().stuck == Stuck::pass ? 2 : 1) {}

  void begin_level() override {
    Holdings::Level& level = shop_.holdings.last();
    const int n = shop_.holdings.levels();
    shop_.boards.set_level(n, level.share);
    values_ = level.values.get();
    std::fill_n(values_, level.share.places(), unknown);
    for (int k = static_cast<int>(sides_.size()); k <= n; ++k) sides_.push_back(sides_by_sum(k));
  }
  int steps() const override { return halves_ * sums(shop_.boards.seeds()); }
  bool step(int step) override {
    shop_.inquiry.set_use([this](const Inquiry::Answer& a) {
      values_[a.place] = std::max<int>(values_[a.place], a.gain + a.sign * a.value);
    });
    shop_.boards.each_row([&](const auto& row) { value_boards(row, step / halves_, step % halves_ == 1); });
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
      value_board(shop_.boards.board(row, *opp), {*opp, row.opp_seeds},
                  row.place + static_cast<Share::Place>(*opp - row.from), passing);
    shop_.post.worked(count);
  }
  void value_board(const Board& board, const Index::Rank& opp, Share::Place place, bool passing) {
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
    Child<W> children[max_moves];
    const int count = shop_.kernel.expand_leaves(board, moves, children);
    for (const Child<W>* child = children; child != children + count; ++child) ask(*child, board, opp, place);
  }
  // Most moves leave the other side as it was, and its rank is known.
  void ask(const Child<W>& child, const Board& board, const Index::Rank& opp, Share::Place place) {
    const Index& index = shop_.holdings.index();
    const Inquiry::Purpose purpose{place, static_cast<std::int8_t>(child.gain),
                                   static_cast<std::int8_t>(child.same ? 1 : -1)};
    const auto& theirs = child.same ? child.board.opp : child.board.own;
    const Index::Rank mine = index.rank(child.same ? child.board.own : child.board.opp),
                      other = theirs == board.opp ? opp : index.rank(theirs);
    child.same ? shop_.ask(mine, other, purpose) : shop_.ask(other, mine, purpose);
  }

  Workshop<W> shop_;
  const int halves_;
  std::vector<BySum> sides_;  // [seeds]
  std::int8_t* values_ = nullptr;
};

}  // namespace sow
