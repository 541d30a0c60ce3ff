// What a move does to the mover's side if the other is empty, for all sides: made once, and looked up for most moves of games in
// which no board comes twice.
#pragma once

#include <algorithm>
#include <vector>

#include "board/kernel.h"
#include "db/sides.h"

namespace sow {

template <int W>
class SownSides {
 public:
  // Of the sides with up to so many seeds, which have been made.
  void grow(const Kernel<W>& kernel, const Index& index, const Sides<W>& sides, int seeds) {
    for (int k = static_cast<int>(sown_.size()); k <= seeds; ++k) {
      sown_.emplace_back();
      sown_.back().reserve(index.sides(k) * index.pits());
      for (std::uint64_t r = 0; r < index.sides(k); ++r)
        for (Move move = 0; move < index.pits(); ++move)
          sown_.back().push_back(sown(kernel, index, sides.board(k, r, 0, 0), move));
    }
  }

  // The moves of this side will be wanted soon.
  void prefetch(const Index& index, const Index::Rank& own) const {
    const auto* const sown = reinterpret_cast<const std::byte*>(&sown_[own.seeds][own.rank * index.pits()]);
    for (std::size_t at = 0; at < index.pits() * sizeof(Sown); at += 64) __builtin_prefetch(sown + at);
  }

  // Calls visit(own, opp, gain, same) for each of the moves: the ranks of the sides of the board it leads to. `own` and `opp`
  // are those of this board.
  template <class Visit>
  void each_move(const Kernel<W>& kernel, const Index& index, const Board<W>& board, MoveSet moves,
                 const Index::Rank& own, const Index::Rank& opp, Visit&& visit) const {
    const Sown* const sown = &sown_[own.seeds][own.rank * index.pits()];
    const auto hand = [&](const Index::Rank& mine, const Index::Rank& theirs, int gain, bool same) {
      same ? visit(mine, theirs, gain, same) : visit(theirs, mine, gain, same);
    };
    MoveSet others = 0;
    for (MoveSet rest = moves; rest != 0; rest &= rest - 1) {
      const Move move = std::countr_zero(rest);
      const Sown& after = sown[move];
      if (after.alone)
        hand({after.rank, after.seeds}, opp, after.gain, after.same);
      else
        others |= set_of(move);
    }
    Child<W> children[max_moves];
    const int count = kernel.expand_leaves(board, others, children);
    for (const Child<W>* child = children; child != children + count; ++child) {
      // Most leave the other side as it was and do to the mover's side what they do when the other is empty: those ranks need
      // not be computed.
      const Sown& after = sown[child->move];
      const Lanes<W>& mine = child->same ? child->board.own : child->board.opp;
      const Lanes<W>& theirs = child->same ? child->board.opp : child->board.own;
      hand(mine == after.side ? Index::Rank{after.rank, after.seeds} : index.rank(mine),
           theirs == board.opp ? opp : index.rank(theirs), child->gain, child->same);
    }
  }

 private:
  struct Sown {
    Lanes<W> side{};
    std::uint32_t rank = 0;
    std::uint8_t seeds = 0, gain = 0;
    bool same = false;
    bool alone = false;  // the other side plays no part, so this is the move's result on any board
  };

  static Sown sown(const Kernel<W>& kernel, const Index& index, const Board<W>& board, Move move) {
    if (board.own.get(move) == 0) return {};
    Child<W> child;
    kernel.make(board, move, child);
    const Lanes<W>& mine = child.same ? child.board.own : child.board.opp;
    const Index::Rank rank = index.rank(mine);
    return {.side = mine,
            .rank = static_cast<std::uint32_t>(rank.rank),
            .seeds = static_cast<std::uint8_t>(rank.seeds),
            .gain = child.out,
            .same = child.same,
            .alone = alone(kernel, board, move)};
  }
  // Whether every seed stays on the mover's side or in the store, and no rule about the last one can apply in a pit. Such
  // moves need no kernel, which saves a tenth of the instructions of owari up to 10 seeds.
  static bool alone(const Kernel<W>& kernel, const Board<W>& board, Move move) {
    const Ruleset& rules = kernel.rules();
    if (rules.stuck == Stuck::pass || !rules.one_plain_lap()) return false;
    const int last = move + board.own.get(move);
    if (last >= kernel.pits()) return last == kernel.pits();
    const unsigned here = board.own.get(last) + 1;
    return std::none_of(rules.lands.begin(), rules.lands.begin() + rules.land_count,
                        [&](const Land& rule) { return rule.at != LandAt::store && rule.count.matches(here); });
  }

  std::vector<std::vector<Sown>> sown_;  // [seeds][rank × pits + move]
};

}  // namespace sow
