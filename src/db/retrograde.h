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
// it enters defence(t). When a board enters defence(t), all boards with a quiet move to it enter attack(t). Boards with a
// quiet move to a board are found by un-sowing it, and each is checked by playing the move, so that only the kernel
// knows the rules. Each quiet move is thus looked at twice: when it is counted and when its end is decided.
//
// It ends because a board enters each set once. It is right because the sets are the least that satisfy the definitions
// above for each t, which is what can be forced in finitely many plies; the order in which threads find them is of no
// importance.
#pragma once

#include "base/parallel.h"
#include "db/builder.h"
#include "db/probe_board.h"
#include "db/sides.h"

namespace sow {

template <int W>
class RetrogradeMethod {
 public:
  static constexpr int work_bytes = 2;
  static constexpr std::uint64_t boards_a_second = 1'500'000;

  explicit RetrogradeMethod(const Kernel<W>& kernel) : kernel_(kernel) {}

  // Whether a quiet move is one lap round both sides that hands over the turn.
  static bool fits(const Ruleset& rules) {
    for (int i = 0; i < rules.land_count; ++i)
      if (rules.lands[i].then == AfterLand::again) return false;
    return rules.rows == 2 && rules.store == Store::none && rules.one_plain_lap() && rules.stuck != Stuck::pass &&
           rules.grand_slam != GrandSlam::opponent_rest && rules.grand_slam != GrandSlam::again &&
           rules.pits < count_mask;
  }

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const Index& index = table.index();
    seeds_ = table.levels() + 1;
    sides_.grow(index, seeds_);
    table_ = &table;
    forced_ = table.kind() == DatabaseKind::forced;
    const std::uint64_t size = index.size(seeds_);
    attack_ = table.add_level();
    state_ = make_huge_block<std::uint8_t>(size);
    if (forced_) defence_ = make_huge_block<std::int8_t>(size);
    const auto each_row = [&](auto&& work) {
      parallel(threads, Sides<W>::rows(index, seeds_), 8, [&](std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t r = from; r < to && !stop; ++r) work(Sides<W>::row(index, seeds_, r));
      });
    };
    each_row([&](const Row& row) {
      for (std::uint64_t c = 0; c < row.boards; ++c) begin(board(row, c), row.first + c);
      done += row.boards / 2;
    });
    for (int t = seeds_; t > 0 && !stop; --t) {
      overflow_ = false;
      each_row([&](const Row& row) { enter_known(row, t); });
      while (overflow_.exchange(false) && !stop) each_row([&](const Row& row) { enter_pending(row, t); });
      done += size / 2 / seeds_;
    }
    each_row([&](const Row& row) {
      for (std::uint64_t i = row.first; i < row.first + row.boards; ++i)
        if ((state_[i] & (forced_ ? in_attack : in_attack | in_defence)) == 0) attack_[i] = 0;
    });
    state_.reset();
    defence_.reset();
    if (stop) table.remove_last_level();
  }

 private:
  using Board = sow::Board<W>;
  using Row = typename Sides<W>::Row;

  // The byte of a board's state: the counter, and in which sets it is. A board is pending if the boards that lead to it
  // have yet to be looked at and the stack had no room for it.
  static constexpr std::uint8_t count_mask = 15, in_attack = 16, in_defence = 32, attack_pending = 64,
                                defence_pending = 128;
  static constexpr std::int8_t no_capture = -128;  // instead of the value of the captures

  struct Entry {
    Board board;
    bool attack;  // entered this set, or else the defence
  };
  struct Predecessor {
    Board board;
    std::uint64_t number;
    bool of_attack;
  };
  static constexpr std::size_t most_entries = 4096, batch = 8;

  struct Work {
    std::vector<Entry> stack;
    std::vector<Predecessor> predecessors;
  };

  Board board(const Row& row, std::uint64_t opp) const {
    return sides_.board(row.own_seeds, row.own, row.opp_seeds, opp);
  }
  // The defence's number of a board; margins keep both in one byte with opposite signs.
  int defence_value(std::uint64_t i) const { return forced_ ? load(defence_[i]) : -load(attack_[i]); }

  static int load(std::int8_t& byte) { return std::atomic_ref(byte).load(std::memory_order_acquire); }
  static void store(std::int8_t& byte, int value) { std::atomic_ref(byte).store(value, std::memory_order_release); }

  // Counts the quiet moves and looks up what captures, or the end, bring.
  void begin(const Board& board, std::uint64_t number) {
    const MoveSet moves = kernel_.legal(board);
    int quiet = 0, best = no_capture, least = no_capture;
    if (moves == 0) {
      const auto [own, opp] = awards(kernel_, board);
      best = forced_ ? own : kernel_.rest(board);
      least = opp;
    }
    Child<W> children[max_moves];
    const int count = kernel_.expand(board, moves, children);
    const auto value = [&](const Board& b) { return table_->at(b); };
    for (const Child<W>* child = children; child != children + count; ++child) {
      if (child->out == 0) {
        ++quiet;
        continue;
      }
      const int v = value(child->board);
      const int won = forced_ ? forced_by_opponent(kernel_, child->board, child->moves, value) : -v;
      best = std::max(best, child->gain + won);
      least = least == no_capture ? v : std::min(least, v);
    }
    attack_[number] = best;
    if (forced_) defence_[number] = least;
    state_[number] = quiet + (best == no_capture ? 0 : 1);
  }

  // Boards that enter a set of this threshold by what begin() found, and all that follow from them.
  void enter_known(const Row& row, int t) {
    thread_local Work work;
    for (std::uint64_t c = 0; c < row.boards; ++c) {
      const std::uint64_t i = row.first + c;
      const int attack = load(attack_[i]);
      if (attack != t && (forced_ ? load(defence_[i]) : -attack) != t) continue;
      const std::uint8_t state = std::atomic_ref(state_[i]).load();
      if (!forced_ && (state & (in_attack | in_defence)) != 0) continue;
      if (attack == t && (state & in_attack) == 0) enter_attack(board(row, c), i, t, work);
      if (defence_value(i) == t && (state & in_defence) == 0) lose_escape(board(row, c), i, t, work);
      spread(t, work);
    }
  }
  void enter_pending(const Row& row, int t) {
    thread_local Work work;
    for (std::uint64_t c = 0; c < row.boards; ++c) {
      std::atomic_ref state(state_[row.first + c]);
      if ((state.load(std::memory_order_relaxed) & (attack_pending | defence_pending)) == 0) continue;
      const std::uint8_t before = state.fetch_and(static_cast<std::uint8_t>(~(attack_pending | defence_pending)));
      if ((before & attack_pending) != 0) work.stack.push_back({board(row, c), true});
      if ((before & defence_pending) != 0) work.stack.push_back({board(row, c), false});
      spread(t, work);
    }
  }

  void enter_attack(const Board& board, std::uint64_t i, int t, Work& work) {
    if ((std::atomic_ref(state_[i]).fetch_or(in_attack) & in_attack) != 0) return;
    store(attack_[i], t);
    push(board, i, true, work);
  }
  void lose_escape(const Board& board, std::uint64_t i, int t, Work& work) {
    std::atomic_ref state(state_[i]);
    if ((state.fetch_sub(1) & count_mask) != 1) return;
    state.fetch_or(in_defence);
    forced_ ? store(defence_[i], t) : store(attack_[i], -t);
    push(board, i, false, work);
  }
  void push(const Board& board, std::uint64_t i, bool attack, Work& work) {
    if (work.stack.size() < most_entries) {
      work.stack.push_back({board, attack});
    } else {
      std::atomic_ref(state_[i]).fetch_or(attack ? attack_pending : defence_pending);
      overflow_ = true;
    }
  }

  // Some boards at a time, so that the memory answers while others are un-sown.
  void spread(int t, Work& work) {
    while (!work.stack.empty()) {
      work.predecessors.clear();
      for (std::size_t k = 0; k < batch && !work.stack.empty(); ++k) {
        const Entry entry = work.stack.back();
        work.stack.pop_back();
        each_predecessor(entry.board, [&](const Board& b) {
          const std::uint64_t number = table_->index().number(b);
          __builtin_prefetch(&state_[number], 1);
          work.predecessors.push_back({b, number, entry.attack});
        });
      }
      for (const Predecessor& p : work.predecessors)
        p.of_attack ? lose_escape(p.board, p.number, t, work) : enter_attack(p.board, p.number, t, work);
    }
  }

  // The boards with a quiet move to this one. The player who made it is the opponent here; un-sowing takes one seed
  // after the other back out of the holes it fell in until one is empty.
  template <class Visit>
  void each_predecessor(const Board& after, Visit&& visit) const {
    const std::vector<Hole>& track = kernel_.layout().track();
    const bool skip = kernel_.rules().skip_origin;
    const Board turned{after.opp, after.own};
    for (std::size_t start = 0; track[start].side == 0; ++start) {
      const Hole origin = track[start];
      if (skip && seeds(turned, origin) != 0) continue;
      Board before = turned;
      std::size_t at = start;
      for (int lifted = 1;;) {
        at = at + 1 == track.size() ? 0 : at + 1;
        if (skip && at == start) continue;
        if (seeds(before, track[at]) == 0) break;
        side(before, track[at]).take(track[at].pit, 1);
        if (seeds(before, origin) == 0) {
          Board candidate = before;
          side(candidate, origin).add(origin.pit, lifted);
          if (quiet_move(candidate, origin.pit)) visit(candidate);
        }
        ++lifted;
      }
    }
  }
  bool quiet_move(const Board& before, Move move) const {
    if (!has(kernel_.legal(before), move)) return false;
    Child<W> child;
    kernel_.make(before, move, child);
    return child.out == 0;
  }

  static Lanes<W>& side(Board& b, Hole hole) { return hole.side == 0 ? b.own : b.opp; }
  static unsigned seeds(const Board& b, Hole hole) { return (hole.side == 0 ? b.own : b.opp).get(hole.pit); }

  const Kernel<W>& kernel_;
  Sides<W> sides_;
  EndgameTable* table_ = nullptr;
  int seeds_ = 0;
  bool forced_ = false;
  std::int8_t* attack_ = nullptr;   // in the end the values
  HugeBlock<std::int8_t> defence_;  // of forced seeds
  HugeBlock<std::uint8_t> state_;
  std::atomic<bool> overflow_{false};
};

}  // namespace sow
