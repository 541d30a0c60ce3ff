// Builds the margins of games in which no board can come twice (Ruleset::never_repeats).
//
// A move that scores leads to a board with fewer seeds, which is known. A move that does not score stays on the mover's side
// and goes forward, so it strictly lowers the rank of that side (db/index.h) and leaves the other side alone:
//
//     (a | b)  →  (b | a'),  rank a' < rank a.
//
// Boards with k seeds on one side and l on the other therefore depend only on each other and on smaller levels. With m
// running upwards over the ranks of the fuller side, the boards (m | any) need (any | below m), and the boards (any | m)
// then need (m | any): two rows at a time, each in any order.
#pragma once

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "board/kernel.h"
#include "db/builder.h"
#include "db/sides.h"

namespace sow {

template <int W>
class AcyclicMethod {
 public:
  static constexpr std::uint64_t boards_a_second = 10'000'000;

  explicit AcyclicMethod(const Kernel<W>& kernel) : kernel_(kernel) {}

  double work_bytes() const { return 0; }

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const int n = table.levels() + 1;
    sides_.grow(table.index(), n);
    grow_sown(table.index(), n);
    table_ = &table;
    values_ = table.add_level();
    // Blocks do not need each other: the threads take them in turn, large ones (equal sides) first.
    std::atomic<int> next{n / 2};
    const auto work = [&] {
      for (int few = next--; few >= 0 && !stop; few = next--) build_block(n, n - few, few, stop, done);
    };
    std::vector<std::jthread> pool;
    for (int i = 1; i < threads; ++i) pool.emplace_back(work);
    work();
    pool.clear();
    if (stop) table.remove_last_level();
  }

 private:
  using Board = sow::Board<W>;
  using Side = Lanes<W>;

  // All boards with `many` ≥ `few` seeds on the two sides.
  void build_block(int n, int many, int few, const std::atomic<bool>& stop, BoardsDone& done) {
    const Index& index = table_->index();
    const std::uint64_t rows = index.sides(many), columns = index.sides(few);
    std::int8_t* const first = values_ + index.block(n, many);  // (many | few), one row for each own side
    std::int8_t* const second = values_ + index.block(n, few);  // (few | many)
    Batch batch;
    for (std::uint64_t m = 0; m < rows && !stop; ++m) {
      const std::uint64_t from = many == few ? m : 0;  // of equal sides, (m | below m) was a column before
      for (std::uint64_t c = from; c < columns; ++c) add(batch, {m, many}, {c, few}, first + m * columns + c);
      finish(batch);
      for (std::uint64_t c = many == few ? m + 1 : 0; c < columns; ++c)
        add(batch, {c, few}, {m, many}, second + c * rows + m);
      finish(batch);
      done += many == few ? 2 * (columns - m) - 1 : 2 * columns;
    }
  }

  // Boards whose moves have been made but not looked up: while the memory answers, others are made.
  struct Batch {
    static constexpr int most = 16;
    struct Reply {
      const std::int8_t* value;
      std::int16_t gain, sign;
    };
    struct Entry {
      std::int8_t* to;
      int end;  // of its replies
    };
    std::array<Entry, most> entries;
    std::array<Reply, most * max_moves> replies;
    int count = 0, reply_count = 0;
  };

  // What a move does to the mover's side if the other is empty.
  struct Sown {
    Side side{};
    std::uint32_t rank = 0;
    std::uint8_t seeds = 0, gain = 0;
    bool same = false;
    bool alone = false;  // the other side plays no part, so this is the move's result on any board
  };

  void add(Batch& batch, Index::Rank own, Index::Rank opp, std::int8_t* to) const {
    const Index& index = table_->index();
    const Board board = sides_.board(own.seeds, own.rank, opp.seeds, opp.rank);
    const MoveSet moves = kernel_.legal(board);
    if (moves == 0) {
      *to = ended(board);
      return;
    }
    const int n = own.seeds + opp.seeds;
    const Sown* const sown = &sown_[own.seeds][own.rank * index.pits()];
    const auto reply = [&](std::uint64_t number, int out, int gain, bool same) {
      const std::int8_t* value = table_->level(n - out) + number;
      __builtin_prefetch(value);
      batch.replies[batch.reply_count++] = {value, static_cast<std::int16_t>(gain),
                                            static_cast<std::int16_t>(same ? 1 : -1)};
    };
    MoveSet others = 0;
    for (MoveSet rest = moves; rest != 0; rest &= rest - 1) {
      const Move move = std::countr_zero(rest);
      const Sown& after = sown[move];
      if (!after.alone) {
        others |= set_of(move);
        continue;
      }
      const Index::Rank mine{after.rank, after.seeds};
      reply(after.same ? index.number(mine, opp) : index.number(opp, mine), after.gain, after.gain, after.same);
    }
    Child<W> children[max_moves];
    const int count = kernel_.expand_leaves(board, others, children);
    for (const Child<W>* child = children; child != children + count; ++child)
      reply(number_of(*child, board, sown[child->move], opp), child->out, child->gain, child->same);
    batch.entries[batch.count++] = {to, batch.reply_count};
    if (batch.count == Batch::most) finish(batch);
  }

  // The number of the board after a move. Most moves leave the other side as it was and do to the own side what they do
  // when the other is empty: those ranks need not be computed.
  std::uint64_t number_of(const Child<W>& child, const Board& board, const Sown& sown, const Index::Rank& opp) const {
    const Index& index = table_->index();
    const Side& mine = child.same ? child.board.own : child.board.opp;
    const Side& theirs = child.same ? child.board.opp : child.board.own;
    const Index::Rank my_rank = mine == sown.side ? Index::Rank{sown.rank, sown.seeds} : index.rank(mine);
    const Index::Rank their_rank = theirs == board.opp ? opp : index.rank(theirs);
    return child.same ? index.number(my_rank, their_rank) : index.number(their_rank, my_rank);
  }

  void grow_sown(const Index& index, int seeds) {
    for (int k = sown_.size(); k <= seeds; ++k) {
      sown_.emplace_back();
      for (std::uint64_t r = 0; r < index.sides(k); ++r)
        for (Move move = 0; move < index.pits(); ++move)
          sown_.back().push_back(sown(index, sides_.board(k, r, 0, 0), move));
    }
  }
  Sown sown(const Index& index, const Board& board, Move move) const {
    if (board.own.get(move) == 0) return {};
    Child<W> child;
    kernel_.make(board, move, child);
    const Side& mine = child.same ? child.board.own : child.board.opp;
    const Index::Rank rank = index.rank(mine);
    return {.side = mine,
            .rank = static_cast<std::uint32_t>(rank.rank),
            .seeds = static_cast<std::uint8_t>(rank.seeds),
            .gain = child.out,
            .same = child.same,
            .alone = alone(board, move)};
  }
  // Whether every seed stays on the mover's side or in the store, and no rule about the last one can apply in a pit. Such
  // moves need no kernel, which saves a tenth of the instructions of owari up to 10 seeds.
  bool alone(const Board& board, Move move) const {
    const Ruleset& rules = kernel_.rules();
    if (rules.stuck == Stuck::pass || !rules.one_plain_lap()) return false;
    const int last = move + board.own.get(move);
    if (last >= kernel_.pits()) return last == kernel_.pits();
    const unsigned here = board.own.get(last) + 1;
    return std::none_of(rules.lands.begin(), rules.lands.begin() + rules.land_count,
                        [&](const Land& rule) { return rule.at != LandAt::store && rule.count.matches(here); });
  }

  static void finish(Batch& batch) {
    const auto* reply = batch.replies.data();
    for (int i = 0; i < batch.count; ++i) {
      const auto& entry = batch.entries[i];
      int best = -max_seeds;
      for (const auto* end = batch.replies.data() + entry.end; reply != end; ++reply)
        best = std::max(best, reply->gain + reply->sign * *reply->value);
      *entry.to = best;
    }
    batch.count = batch.reply_count = 0;
  }

  // A player who may pass hands over; the board seen from the other side comes just before this one.
  int ended(const Board& board) const {
    Board passed = board;
    if (kernel_.pass(passed)) return -table_->at(passed);
    return kernel_.rest(board);
  }

  const Kernel<W>& kernel_;
  Sides<W> sides_;
  std::vector<std::vector<Sown>> sown_;  // [seeds][rank × pits + move]
  EndgameTable* table_ = nullptr;
  std::int8_t* values_ = nullptr;
};

}  // namespace sow
