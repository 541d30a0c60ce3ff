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

#include "base/parallel.h"
#include "db/builder.h"
#include "db/known_boards.h"
#include "db/set_growth.h"
#include "db/sides.h"

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
    return !rules.owns() && rules.rows == 2 && rules.store == Store::none && rules.one_plain_lap() &&
           rules.stuck != Stuck::pass && rules.grand_slam != GrandSlam::opponent_rest &&
           rules.grand_slam != GrandSlam::again && rules.pits <= most_pits;
  }

  // The sets, and a bit for each of them of the boards that wait.
  double work_bytes() const {
    const bool forced = database_kind(kernel_.rules()).kind == DatabaseKind::forced;
    return set_bytes(forced, kernel_.pits()) + 0.25;
  }

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const int seeds = table.levels() + 1;
    sides_.grow(table.index(), seeds);
    unsowing_.prepare(kernel_, table.index(), sides_, seeds);
    with_sets(table.kind() == DatabaseKind::forced, kernel_.pits(), seeds,
              [&]<class Sets>() { Level<Sets>(*this, table, threads, stop, done).build(); });
    if (stop) table.remove_last_level();
  }

 private:
  static constexpr int most_pits = 14;  // that the words of threshold_sets.h have room for

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
        table_(table),
        index_(table.index()),
        seeds_(table.levels() + 1),
        size_(index_.size(seeds_)),
        threads_(threads),
        stop_(stop),
        done_(done),
        sets_(table.add_level(), size_, kernel_.pits(), threads > 1),
        growth_(method.unsowing_, index_, sets_, homes_, size_, threads > 1) {}

  void build() {
    parallel(threads_, Sides<W>::rows(index_, seeds_), 8, [&](std::uint64_t from, std::uint64_t to) {
      KnownBoards<W, Sets::forced> known(kernel_, table_, seeds_);
      for (std::uint64_t r = from; r < to && !stop_; ++r) {
        const auto row = Sides<W>::row(index_, seeds_, r);
        known.each(sides_, row, [&](std::uint64_t i, const KnownOfBoard& board) { sets_.begin(i, board); });
        done_ += row.boards / 2;
      }
    });
    for (int t = seeds_; t > 0 && !stop_; --t) {
      each_piece([&](const Piece& piece) { growth_.enter_known(piece, t); });
      growth_.follow_all(t, [&](auto&& follow) { each_piece(follow); });
      done_ += size_ / 2 / seeds_;
    }
    each_piece([&](const Piece& piece) { sets_.finish(piece.from, piece.to); });
  }

 private:
  using Growth = SetGrowth<W, Sets, AllHere>;
  using Piece = typename Growth::Piece;

  template <class Run>
  void each_piece(Run&& run) {
    constexpr std::uint64_t most = Growth::most_in_piece;
    parallel(threads_, (size_ + most - 1) / most, 1, [&](std::uint64_t from, std::uint64_t to) {
      for (; from < to && !stop_; ++from) run(Piece{from * most, std::min((from + 1) * most, size_), from * most});
    });
  }

  const Kernel<W>& kernel_;
  const Sides<W>& sides_;
  EndgameTable& table_;
  const Index& index_;
  const int seeds_;
  const std::uint64_t size_;
  const int threads_;
  const std::atomic<bool>& stop_;
  BoardsDone& done_;
  Sets sets_;
  AllHere homes_;
  Growth growth_;
};

}  // namespace sow
