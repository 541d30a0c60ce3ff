// Builds the levels of games whose boards can repeat backwards: from boards whose value is known to those that lead there.
//
// For each threshold t, from all the seeds of the level down to 1, two sets of boards of the level grow until nothing
// can be added:
//
//     attack(t)    the mover can force t:      the end brings it, or a capture, or a quiet move into defence(t)
//     defence(t)   the opponent can force t:   the end brings it, or every capture and every quiet move, into attack(t)
//
// Quiet moves are those that score nothing; only they stay in the level. Where the database holds margins, "force t"
// means a margin of at least t, so a board is in at most one of the sets, and what is in none in the end is worth 0.
// Where it holds forced seeds, it means t of the seeds, and the sets are found side by side: the margin's sign is of no
// use there, and a board has a number for each.
//
// When a board enters attack(t), each board with a quiet move to it has one way less to escape: a small counter of
// quiet moves that do not lead into the attack, plus one for all captures together while the best of them escapes. At 0
// it enters defence(t). When a board enters defence(t), all boards with a quiet move to it enter attack(t). The boards that
// may have a quiet move to a board are found by un-sowing (unsowing.h), and which moves are quiet was noted of each when
// the kernel made them (threshold_sets.h): only the kernel knows the rules, and it is asked once. Each quiet move is thus
// looked at twice with margins, when it is made and when its end is decided, and three times with forced seeds.
//
// It ends because a board enters each set once. It is right because the sets are the least that satisfy the definitions
// above for each t, which is what can be forced in finitely many plies; the order in which threads find them is of no
// importance.
#pragma once

#include <array>

#include "base/parallel.h"
#include "db/builder.h"
#include "db/probe_board.h"
#include "db/sides.h"
#include "db/threshold_sets.h"
#include "db/unsowing.h"

namespace sow {

template <int W>
class RetrogradeMethod {
 public:
  static constexpr std::uint64_t boards_a_second = 4'000'000;

  explicit RetrogradeMethod(const Kernel<W>& kernel) : kernel_(kernel) {}

  // Whether a quiet move is one lap round both sides that hands over the turn.
  static bool fits(const Ruleset& rules) {
    for (int i = 0; i < rules.land_count; ++i)
      if (rules.lands[i].then == AfterLand::again) return false;
    return rules.rows == 2 && rules.store == Store::none && rules.one_plain_lap() && rules.stuck != Stuck::pass &&
           rules.grand_slam != GrandSlam::opponent_rest && rules.grand_slam != GrandSlam::again && rules.pits <= most_pits;
  }

  // The sets, and a bit for each of them of the boards that wait.
  double work_bytes() const {
    const bool forced = database_kind(kernel_.rules()).kind == DatabaseKind::forced;
    return (forced ? 2 : 1) * (kernel_.pits() <= few_pits ? 1 : 2) + 0.25;
  }

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const int seeds = table.levels() + 1;
    sides_.grow(table.index(), seeds);
    unsowing_.prepare(kernel_, table.index(), sides_, seeds);
    const auto build = [&]<class Sets>() { Level<Sets>(*this, table, threads, stop, done).build(); };
    const bool forced = table.kind() == DatabaseKind::forced, few = kernel_.pits() <= few_pits;
    if (forced)
      few ? build.template operator()<ForcedSets<std::uint16_t>>() : build.template operator()<ForcedSets<std::uint32_t>>();
    else
      few ? build.template operator()<MarginSets<std::uint8_t>>() : build.template operator()<MarginSets<std::uint16_t>>();
    if (stop) table.remove_last_level();
  }

 private:
  static constexpr int few_pits = 6, most_pits = 14;  // that the words of threshold_sets.h have room for

  template <class Sets>
  class Level;

  const Kernel<W>& kernel_;
  Sides<W> sides_;
  Unsowing<W> unsowing_;
};

// One level while it is built.
template <int W>
template <class Sets>
class RetrogradeMethod<W>::Level {
 public:
  Level(const RetrogradeMethod& method, EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done)
      : kernel_(method.kernel_),
        sides_(method.sides_),
        unsowing_(method.unsowing_),
        table_(table),
        index_(table.index()),
        seeds_(table.levels() + 1),
        size_(index_.size(seeds_)),
        threads_(threads),
        stop_(stop),
        done_(done),
        sets_(table.add_level(), size_, kernel_.pits(), threads > 1),
        waiting_(make_huge_block<std::uint64_t>((size_ + boards_in_word - 1) / boards_in_word)) {}

  void build() {
    parallel(threads_, Sides<W>::rows(index_, seeds_), 8, [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t r = from; r < to && !stop_; ++r) begin_row(Sides<W>::row(index_, seeds_, r));
    });
    for (int t = seeds_; t > 0 && !stop_; --t) {
      overflow_ = false;
      each_piece([&](std::uint64_t from, std::uint64_t to) { enter_known(from, to, t); });
      while (overflow_.exchange(false) && !stop_)
        each_piece([&](std::uint64_t from, std::uint64_t to) { enter_waiting(from, to, t); });
      done_ += size_ / 2 / seeds_;
    }
    each_piece([&](std::uint64_t from, std::uint64_t to) { sets_.finish(from, to); });
  }

 private:
  using Board = sow::Board<W>;
  using Row = typename Sides<W>::Row;
  using Side = typename Unsowing<W>::Side;
  static constexpr std::uint64_t piece = 1 << 14;  // boards that a thread takes at a time
  static constexpr std::uint64_t boards_in_word = 32;
  static constexpr std::size_t most_entries = 1 << 14, batch = 16;

  // A board that entered a set: the attack, or else the defence.
  struct Entry {
    Side own, opp;
    bool attack;
  };
  struct Predecessor {
    std::uint64_t number;
    Side own, opp;
    std::uint8_t pit;
    bool of_attack;
  };
  struct Work {
    std::vector<Entry> stack;
    std::vector<Predecessor> predecessors;
  };

  template <class Run>
  void each_piece(Run&& run) {
    parallel(threads_, (size_ + piece - 1) / piece, 1, [&](std::uint64_t from, std::uint64_t to) {
      for (; from < to && !stop_; ++from) run(from * piece, std::min((from + 1) * piece, size_));
    });
  }

  // Notes the quiet moves and looks up what captures, or the end, bring.
  void begin_row(const Row& row) {
    for (std::uint64_t c = 0; c < row.boards; ++c)
      sets_.begin(row.first + c, known(sides_.board(row.own_seeds, row.own, row.opp_seeds, c)));
    done_ += row.boards / 2;
  }
  KnownOfBoard known(const Board& board) const {
    KnownOfBoard known;
    const MoveSet moves = kernel_.legal(board);
    if (moves == 0) {
      const auto [own, opp] = awards(kernel_, board);
      return {.other = true, .best = Sets::forced ? own : kernel_.rest(board), .least = opp};
    }
    Child<W> children[max_moves];
    const int count = kernel_.expand_leaves(board, moves, children);
    const auto value = [&](const Board& b) { return table_.at(b); };
    for (const Child<W>* child = children; child != children + count; ++child) {
      if (child->out == 0) {
        known.quiet |= set_of(child->move);
        continue;
      }
      const int v = value(child->board);
      const int won = Sets::forced ? forced_by_opponent(kernel_, child->board, kernel_.legal(child->board), value) : -v;
      known.best = known.other ? std::max(known.best, child->gain + won) : child->gain + won;
      known.least = known.other ? std::min(known.least, v) : v;
      known.other = true;
    }
    return known;
  }

  // Boards that enter a set of this threshold by what is known, and all that follow from them.
  void enter_known(std::uint64_t from, std::uint64_t to, int t) {
    thread_local Work work;
    Row row{};
    const auto enter = [&](std::uint64_t i, bool attack) {
      push(row, i, attack, work);
      if (work.stack.size() >= batch) spread(t, work);
    };
    sets_.each_known(
        from, to, t,
        [&](std::uint64_t i) {
          if (sets_.attack_known(i, t)) enter(i, true);
        },
        [&](std::uint64_t i) {
          if (sets_.defend_known(i, t)) enter(i, false);
        });
    spread(t, work);
  }
  // Boards for which the stack had no room.
  void enter_waiting(std::uint64_t from, std::uint64_t to, int t) {
    thread_local Work work;
    Row row{};
    for (std::uint64_t i = from; i < to; i += boards_in_word) {
      std::atomic_ref waiting(waiting_[i / boards_in_word]);
      if (waiting.load(std::memory_order_relaxed) == 0) continue;
      for (std::uint64_t bits = waiting.exchange(0); bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        push(row, i + bit / 2, bit % 2 == 0, work);
      }
      spread(t, work);
    }
  }

  // `row` is that of the board before, most often this one's as well.
  void push(Row& row, std::uint64_t i, bool attack, Work& work) const {
    if (i - row.first >= row.boards) row = Sides<W>::row_of(index_, seeds_, i);
    work.stack.push_back(
        {unsowing_.side(row.own_seeds, row.own), unsowing_.side(row.opp_seeds, i - row.first), attack});
  }

  // Some boards at a time, so that the memory answers while others are un-sown.
  void spread(int t, Work& work) {
    while (!work.stack.empty()) {
      work.predecessors.clear();
      for (std::size_t k = 0; k < batch && !work.stack.empty(); ++k) {
        const Entry entry = work.stack.back();
        work.stack.pop_back();
        unsowing_.each(entry.own, entry.opp, [&](Side own, Side opp, std::uint8_t pit) {
          const std::uint64_t number = unsowing_.number(own, opp);
          sets_.prefetch(number, !entry.attack);
          work.predecessors.push_back({number, own, opp, pit, entry.attack});
        });
      }
      for (const Predecessor& p : work.predecessors)
        if (p.of_attack ? sets_.defend_by(p.number, p.pit, t) : sets_.attack_by(p.number, p.pit, t))
          add({p.own, p.opp, !p.of_attack}, p.number, work);
    }
  }
  void add(const Entry& entry, std::uint64_t i, Work& work) {
    if (work.stack.size() < most_entries) {
      work.stack.push_back(entry);
    } else {
      std::atomic_ref(waiting_[i / boards_in_word])
          .fetch_or(std::uint64_t{entry.attack ? 1u : 2u} << i % boards_in_word * 2);
      overflow_ = true;
    }
  }

  const Kernel<W>& kernel_;
  const Sides<W>& sides_;
  const Unsowing<W>& unsowing_;
  EndgameTable& table_;
  const Index& index_;
  const int seeds_;
  const std::uint64_t size_;
  const int threads_;
  const std::atomic<bool>& stop_;
  BoardsDone& done_;
  Sets sets_;
  HugeBlock<std::uint64_t> waiting_;  // two bits a board: entered the attack, the defence
  std::atomic<bool> overflow_{false};
};

}  // namespace sow
