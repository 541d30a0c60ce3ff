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
#include "db/known_boards.h"
#include "db/sides.h"
#include "db/threshold_sets.h"
#include "db/unsowing.h"

namespace sow {

template <int W>
class RetrogradeMethod {
 public:
  static constexpr std::uint64_t boards_a_second =
      1'500'000;  // on a slow core: the small ones made on first use stay as small as they were

  explicit RetrogradeMethod(const Kernel<W>& kernel) : kernel_(kernel) {}

  // Whether a quiet move is one lap round both sides that hands over the turn.
  static bool fits(const Ruleset& rules) {
    for (int i = 0; i < rules.land_count; ++i)
      if (rules.lands[i].then == AfterLand::again) return false;
    return rules.rows == 2 && rules.store == Store::none && rules.one_plain_lap() && rules.stuck != Stuck::pass &&
           rules.grand_slam != GrandSlam::opponent_rest && rules.grand_slam != GrandSlam::again &&
           rules.pits <= most_pits;
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
    const bool few = kernel_.pits() <= few_pits;
    if (table.kind() == DatabaseKind::forced)
      few&& seeds <= few_seeds ? build.template operator()<ForcedSets<std::uint16_t>>()
                               : build.template operator()<ForcedSets<std::uint32_t>>();
    else
      few ? build.template operator()<MarginSets<std::uint8_t>>()
          : build.template operator()<MarginSets<std::uint16_t>>();
    if (stop) table.remove_last_level();
  }

 private:
  static constexpr int few_pits = 6, few_seeds = 63,
                       most_pits = 14;  // that the words of threshold_sets.h have room for

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
  Level(const RetrogradeMethod& method, EndgameTable& table, int threads, const std::atomic<bool>& stop,
        BoardsDone& done)
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
        words_(threads > 1) {
    for (auto& bits : noted_) bits = make_huge_block<std::uint64_t>((size_ + 63) / 64);
  }

  void build() {
    parallel(threads_, Sides<W>::rows(index_, seeds_), 8, [&](std::uint64_t from, std::uint64_t to) {
      KnownBoards<W, Sets::forced> known(kernel_, table_, seeds_);
      for (std::uint64_t r = from; r < to && !stop_; ++r) {
        const auto row = Sides<W>::row(index_, seeds_, r);
        known.each(sides_, row, [&](std::uint64_t i, const KnownOfBoard& board) { sets_.begin(i, board); });
        done_ += row.boards / 2;
      }
    });
    const std::uint64_t few = std::max(size_ / 64, std::uint64_t{1} << 13);
    for (int t = seeds_; t > 0 && !stop_; --t) {
      each_piece([&](std::uint64_t from, std::uint64_t to) { enter_known(from, to, t); });
      for (std::uint64_t entered; (entered = entered_.exchange(0)) > 0 && !stop_;)
        for (const bool attack : {true, false})
          each_piece([&](std::uint64_t from, std::uint64_t to) { follow(attack, from, to, t, entered < few); });
      done_ += size_ / 2 / seeds_;
    }
    each_piece([&](std::uint64_t from, std::uint64_t to) { sets_.finish(from, to); });
  }

 private:
  using Side = typename Unsowing<W>::Side;
  static constexpr std::uint64_t piece = 1 << 14;  // boards that a thread takes at a time
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

  // Boards that enter a set of this threshold by what is known.
  void enter_known(std::uint64_t from, std::uint64_t to, int t) {
    std::uint64_t entered = 0;
    const auto enter = [&](auto& at, std::uint64_t i, bool attack) {
      at.go_to(i);
      note(at.own(), at.opp(i), attack);
      ++entered;
    };
    sets_.each_known(
        from, to, t,
        [&, at = unsowing_.place(index_, from)](std::uint64_t i) mutable {
          if (sets_.attack_known(i, t)) enter(at, i, true);
        },
        [&, at = unsowing_.place(index_, from)](std::uint64_t i) mutable {
          if (sets_.defend_known(i, t)) enter(at, i, false);
        });
    entered_ += entered;
  }

  // The boards that lead to those of this piece that entered the set: they may enter the other one, and are noted in turn.
  // If they are few, all that follow from them are followed at once.
  void follow(bool attack, std::uint64_t from, std::uint64_t to, int t, bool at_once) {
    thread_local Work work;
    work.stack.clear();
    work.predecessors.resize(batch * unsowing_.most_ways());
    auto at = unsowing_.place(index_, from);
    std::uint64_t noted = 0;
    for (std::uint64_t i = from; i < to; i += 64) {
      std::uint64_t& word = noted_[attack][i / 64];
      if (SharedWords::load(word) == 0) continue;
      for (std::uint64_t bits = words_.clear_bits(word, ~std::uint64_t{0}); bits != 0; bits &= bits - 1) {
        const std::uint64_t turned = i + std::countr_zero(bits);
        at.go_to(turned);
        work.stack.push_back({at.opp(turned), at.own(), attack});
      }
      while (work.stack.size() >= batch) noted += follow_some(t, at_once, work);
    }
    while (!work.stack.empty()) noted += follow_some(t, at_once, work);
    entered_ += noted;
  }
  // Some boards at a time, so that the memory answers while others are un-sown. Returns how many boards were noted.
  std::uint64_t follow_some(int t, bool at_once, Work& work) {
    const std::size_t count = std::min(batch, work.stack.size());
    const Entry* const entries = work.stack.data() + work.stack.size() - count;
    for (std::size_t k = 0; k < count; ++k) unsowing_.prefetch(entries[k].own, entries[k].opp);
    Predecessor* end = work.predecessors.data();
    for (std::size_t k = 0; k < count; ++k)
      unsowing_.each(entries[k].own, entries[k].opp, [&](Side own, Side opp, std::uint8_t pit) {
        const std::uint64_t number = unsowing_.number(own, opp);
        sets_.prefetch(number);
        *end++ = {number, own, opp, pit, entries[k].attack};
      });
    work.stack.resize(work.stack.size() - count);
    std::uint64_t noted = 0;
    for (const Predecessor* p = work.predecessors.data(); p != end; ++p) {
      if (!enters(p->number, p->pit, p->of_attack, t)) continue;
      if (at_once && work.stack.size() < most_entries) {
        work.stack.push_back({p->own, p->opp, !p->of_attack});
      } else {
        note(p->own, p->opp, !p->of_attack);
        ++noted;
      }
    }
    return noted;
  }

  // Whether a board with a quiet move from this pit, if it is one, into the attack or else the defence enters the other.
  bool enters(std::uint64_t i, int pit, bool of_attack, int t) {
    return of_attack ? sets_.defend_by(i, pit, t) : sets_.attack_by(i, pit, t);
  }
  void note(Side own, Side opp, bool attack) {
    const std::uint64_t turned = unsowing_.number(opp, own), bit = std::uint64_t{1} << turned % 64;
    words_.set_bits(noted_[attack][turned / 64], bit);
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
  const SharedWords words_;
  // A bit for each board that entered the defence, or the attack, and has not been followed: by the number of the board
  // seen from the other side. In this order the boards that lead to them lie side by side.
  std::array<HugeBlock<std::uint64_t>, 2> noted_;
  std::atomic<std::uint64_t> entered_{0};
};

}  // namespace sow
