// Builds the levels of games in which boards can repeat, by retrograde analysis.
//
// For each threshold t, from all seeds of the level down to 1, two sets of boards grow until nothing can be added:
//
//     attack(t)    the mover can force t:      by the end of the game, by a capture, or a quiet move into defense(t)
//     defense(t)   the opponent can force t:   the game ends so, or every capture and quiet move leads into attack(t)
//
// A quiet move is one that captures nothing; only quiet moves stay in the level. In a database of margins, "force t"
// means a margin of at least t, so a board is in at most one of the sets, and boards in neither set for any t are worth
// 0. In a database of forced seeds it means t of the seeds; the two sets are independent.
//
// Each board counts its escapes: the quiet moves that do not lead into the attack, plus one for all captures together
// while the best of them escapes. When a board enters attack(t), its predecessors by quiet moves lose one escape; a
// board without escapes enters defense(t). When a board enters defense(t), all its predecessors by quiet moves enter
// attack(t). Candidate predecessors are found by un-sowing (unsowing.h). Which moves are quiet was recorded when the
// kernel generated them (threshold_sets.h), so the rules are applied only once. Each quiet move is visited twice for
// margins and three times for forced seeds.
//
// In games with owned pits, a quiet move changes no owner and sows into no owned pit, since the seeds there would leave
// the board. So it leads from a state (board/states.h) to the same state seen from the other side: these two are built
// together, one pair after another.
//
// Termination: a board enters each set once. Correctness: the sets are the least fixed points of the definitions above,
// which is what can be forced in finitely many plies. The result does not depend on the order in which threads work.
#pragma once

#include "base/parallel.h"
#include "db/builder.h"
#include "db/initial_info.h"
#include "db/set_propagation.h"
#include "db/sides.h"
#include "db/state_boards.h"

namespace sow {

template <int W>
class RetrogradeMethod {
 public:
  // On a slow core. Determines the size of the small databases built on first use.
  static constexpr std::uint64_t boards_per_second = 1'500'000;

  explicit RetrogradeMethod(const Kernel<W>& kernel)
      : kernel_(kernel), states_(kernel.rules()), state_boards_(states_) {}

  // Supports games in which a quiet move is one lap around both sides that ends the turn.
  static constexpr bool fits(const Ruleset& rules) {
    // Lists what is supported: one_plain_lap() rejects every rule it does not know, and this list every value.
    constexpr std::array stuck = {Stuck::end, Stuck::lose, Stuck::win};
    constexpr std::array grand_slams = {GrandSlam::allowed, GrandSlam::no_capture, GrandSlam::illegal,
                                        GrandSlam::spare_first, GrandSlam::spare_last};
    const auto lists = [](const auto& supported, auto value) {
      return std::find(supported.begin(), supported.end(), value) != supported.end();
    };
    return without_owning(rules).one_plain_lap() && rules.rows == 2 && rules.pits <= max_row_pits &&
           rules.store == Store::none && lists(stuck, rules.stuck) && lists(grand_slams, rules.grand_slam) &&
           !rules.any_land([](const Land& land) { return land.then != AfterLand::end; });
  }

  // The sets, and one bit per set in the queue of boards to propagate. If there are several states, also the values of
  // the two that are being built.
  double work_bytes() const {
    const bool forced = database_kind(kernel_.rules()).kind == DatabaseKind::forced;
    const double bytes = set_bytes(forced, kernel_.pits()) + 0.25;
    return states_.count() == 1 ? bytes : 2 * (bytes + 1) / static_cast<double>(states_.count());
  }

  void build_level(EndgameTable& table, int threads, const std::atomic<bool>& stop, BoardsDone& done) {
    const int seeds = table.max_seeds() + 1;
    sides_.grow(table.index(), seeds);
    unsowing_.prepare(kernel_, table.index(), sides_, seeds);
    std::int8_t* const values = table.add_level();
    for (const auto& states : states_.groups())
      with_sets(table.kind() == DatabaseKind::forced, kernel_.pits(), seeds,
                [&]<class Sets>() { Group<Sets>(*this, table, states, values, threads, stop, done).build(); });
    if (stop) table.remove_last_level();
  }

 private:
  static constexpr int max_row_pits = 14;  // limit of the words in threshold_sets.h

  // The rules for quiet moves, which own no pit. Not supported: pits that keep or lose their seeds, or are skipped.
  static constexpr Ruleset without_owning(Ruleset rules) {
    rules.own.max_pits = 0;
    rules.own.at = {};
    rules.own.apart = {};
    for (Land& land : rules.lands) {
      if (land.closes()) continue;
      land.own = land.if_owner = false;
      land.own_with = OwnWith::none;
    }
    return rules;
  }

  template <class Sets>
  class Group;

  const Kernel<W>& kernel_;
  const States states_;
  const StateBoards<W> state_boards_;
  Sides<W> sides_;
  Unsowing<W> unsowing_;
};

// The states of a level that are built together: one, or two between which quiet moves lead. In the arrays, the boards
// of the second state start at a multiple of 64.
template <int W>
template <class Sets>
class RetrogradeMethod<W>::Group {
 public:
  // `values`: those of the whole level, which has just been added to the table.
  Group(const RetrogradeMethod& method, const EndgameTable& table, const std::vector<std::uint64_t>& states,
        std::int8_t* values, int threads, const std::atomic<bool>& stop, BoardsDone& done)
      : method_(method),
        table_(table),
        index_(table.index()),
        states_(states),
        seeds_(table.max_seeds()),
        size_(index_.size_of_state(seeds_)),
        stride_((size_ + 63) / 64 * 64),
        threads_(threads),
        stop_(stop),
        done_(done),
        level_(values),
        copied_(method.states_.count() > 1 ? make_huge_block<std::int8_t>(stride_ * states.size()) : nullptr),
        sets_(copied_ ? copied_.get() : level_, stride_ * states.size(), method.kernel_.pits(), threads > 1),
        propagation_(method.unsowing_, index_, sets_, ownership_, stride_ * states.size(), threads > 1,
                     states.size() == 2 ? stride_ : 0) {}

  void build() {
    const std::uint64_t rows = Sides<W>::rows(index_, seeds_);
    parallel(threads_, rows * states_.size(), 8, [&](std::uint64_t from, std::uint64_t to) {
      InitialInfo<W, Sets::forced> known(method_.kernel_, table_, method_.state_boards_, seeds_);
      for (std::uint64_t r = from; r < to && !stop_; ++r) {
        const auto row = Sides<W>::row(index_, seeds_, r % rows);
        const std::uint64_t start = r / rows * stride_;
        known.each(method_.sides_, row, states_[r / rows],
                   [&](std::uint64_t i, const BoardInfo& board) { sets_.init(start + i, board); });
        done_ += row.boards / 2;
      }
    });
    for (int t = seeds_; t > 0 && !stop_; --t) {
      each_piece([&](const Piece& piece) { propagation_.add_known(piece, t); });
      propagation_.propagate_all(t, [&](auto&& propagate) { each_piece(propagate); });
      done_ += size_ * states_.size() / 2 / seeds_;
    }
    each_piece([&](const Piece& piece) { sets_.finish(piece.from, piece.to); });
    for (std::size_t k = 0; copied_ && k < states_.size(); ++k)
      std::copy_n(copied_.get() + k * stride_, size_, level_ + states_[k] * size_);
  }

 private:
  using Propagation = SetPropagation<W, Sets, AllLocal>;
  using Piece = typename Propagation::Piece;

  template <class Run>
  void each_piece(Run&& run) {
    constexpr std::uint64_t piece_size = Propagation::max_in_piece;
    const std::uint64_t pieces = (size_ + piece_size - 1) / piece_size;
    parallel(threads_, pieces * states_.size(), 1, [&](std::uint64_t from, std::uint64_t to) {
      for (; from < to && !stop_; ++from) {
        const std::uint64_t start = from / pieces * stride_, number = from % pieces * piece_size;
        run(Piece{start + number, start + std::min(number + piece_size, size_), number, start > 0});
      }
    });
  }

  const RetrogradeMethod& method_;
  const EndgameTable& table_;
  const Index& index_;
  const std::vector<std::uint64_t>& states_;
  const int seeds_;
  const std::uint64_t size_, stride_;  // boards per state, and slots
  const int threads_;
  const std::atomic<bool>& stop_;
  BoardsDone& done_;
  std::int8_t* const level_;
  HugeBlock<std::int8_t> copied_;  // the values if the level has more states than these
  Sets sets_;
  AllLocal ownership_;
  Propagation propagation_;
};

}  // namespace sow
