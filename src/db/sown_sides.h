// A table of what each move does to the mover's side if the opponent's side is empty. Most moves in games that never
// repeat are looked up here instead of being played.
#pragma once

#include <algorithm>
#include <vector>

#include "board/kernel.h"
#include "db/sides.h"

namespace sow {

template <int W>
class SownSides {
 public:
  // Adds the sides with up to this many seeds, which must exist in `sides`.
  void grow(const Kernel<W>& kernel, const Index& index, const Sides<W>& sides, int seeds) {
    const Ruleset& rules = kernel.rules();
    const bool plain = rules.stuck != Stuck::pass && rules.first == First::next && rules.one_plain_lap();
    for (int k = static_cast<int>(sown_.size()); k <= seeds; ++k) {
      sown_.emplace_back();
      sown_.back().reserve(index.sides(k) * index.pits());
      for (std::uint64_t r = 0; r < index.sides(k); ++r)
        for (Move move = 0; move < index.pits(); ++move)
          sown_.back().push_back(sown(kernel, plain, index, sides.board(k, r, 0, 0), move));
    }
  }

  // Prefetches the moves of this side.
  void prefetch(const Index& index, const Index::Rank& own) const {
    const auto* const sown = reinterpret_cast<const std::byte*>(&sown_[own.seeds][own.rank * index.pits()]);
    for (std::size_t at = 0; at < index.pits() * sizeof(Sown); at += 64) __builtin_prefetch(sown + at);
  }

  // Calls visit(own, opp, gain, same) for each move, with the ranks of the two sides after the move. `own` and `opp`
  // are the ranks before it.
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
      if (after.independent)
        hand({after.rank, after.seeds}, opp, after.gain, after.same);
      else
        others |= set_of(move);
    }
    Child<W> children[max_moves];
    const int count = kernel.expand_leaves(board, others, children);
    for (const Child<W>* child = children; child != children + count; ++child) {
      // Most moves leave the other side unchanged and do the same as on an empty board: their ranks are known.
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
    bool independent = false;  // the opponent's side does not matter, so this is the result on any board
  };

  static Sown sown(const Kernel<W>& kernel, bool plain, const Index& index, const Board<W>& board, Move move) {
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
            .independent = plain && independent(kernel, board, move)};
  }
  // Whether every seed stays on the mover's side or in the store, and no landing rule can apply in a pit. Such moves do
  // not need the kernel, which saves 10 % of the instructions for owari up to 10 seeds.
  static bool independent(const Kernel<W>& kernel, const Board<W>& board, Move move) {
    const Ruleset& rules = kernel.rules();
    const int last = move + board.own.get(move);
    if (last >= kernel.pits()) return last == kernel.pits();
    const unsigned here = board.own.get(last) + 1;
    return std::none_of(rules.lands.begin(), rules.lands.begin() + rules.land_count,
                        [&](const Land& rule) { return rule.at != LandAt::store && rule.count.matches(here); });
  }

  std::vector<std::vector<Sown>> sown_;  // [seeds][rank × pits + move]
};

}  // namespace sow
