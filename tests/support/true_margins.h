// Exact margins computed slowly from the definition of the game, to test search and databases.
#pragma once

#include <bit>
#include <map>
#include <tuple>
#include <vector>

#include "board/reference.h"

namespace sow::tests {

// The pits owned by the mover and by the opponent.
using Owned = std::array<PitSet, 2>;

// For games that never repeat: memoized minimax on the reference kernel, without the majority rule.
class TrueMargins {
 public:
  explicit TrueMargins(Ruleset rules) : kernel_((rules.majority = false, rules)) {}

  const ReferenceKernel& kernel() const { return kernel_; }

  int operator()(Position p) {
    p.store = {};
    if (!kernel_.rules().closes()) p.mover = Player::south;  // both players have the same moves
    const auto found = known_.find({p.pits, p.owned, p.mover});
    if (found != known_.end()) return found->second;
    int best = -max_seeds;
    Position passed = p;
    if (kernel_.settle(passed)) {
      best = -(*this)(passed);
    } else if (const auto ending = kernel_.ending(p)) {
      best = ending->margin(p.mover);
    } else {
      for (MoveSet rest = kernel_.moves(p); rest != 0; rest &= rest - 1)
        best = std::max(best, of_move(p, std::countr_zero(rest)));
    }
    return known_[{p.pits, p.owned, p.mover}] = best;
  }

  int of_move(Position p, Move move) {
    p.store = {};
    const bool same = kernel_.play_unchecked(p, move);
    const int gain = p.store[same ? 0 : 1] - p.store[same ? 1 : 0];
    const int v = (*this)(p);
    return gain + (same ? v : -v);
  }

 private:
  ReferenceKernel kernel_;
  std::map<std::tuple<std::array<Pits, 2>, Owned, Player>, int> known_;
};

// For games with Repeat::split: an endless line is worth 0 from here. A board is worth at least t > 0 if the mover can
// force that in finitely many moves, and at most -t if the opponent can. For each number of seeds and each t, from the
// largest down, boards are marked by sweeping over them until nothing changes; unmarked boards are worth 0.
class TrueCyclicMargins {
 public:
  // `owned` lists all combinations of owned pits that can occur.
  TrueCyclicMargins(Ruleset rules, int max, const std::vector<Owned>& owned = {{}})
      : kernel_((rules.majority = false, rules)) {
    for (int seeds = 0; seeds <= max; ++seeds) {
      Position p;
      const std::size_t first = boards_.size();
      for (const Owned& pits : owned) {
        p.owned = pits;
        list_boards(p, 0, seeds);
      }
      for (std::size_t i = first; i < boards_.size(); ++i) number_[{boards_[i].pits, boards_[i].owned}] = i;
      for (std::size_t i = first; i < boards_.size(); ++i) edges_.push_back(edges_of(boards_[i]));
      margins_.resize(boards_.size());
      for (int t = seeds; t > 0; --t) mark(first, t);
    }
  }

  const ReferenceKernel& kernel() const { return kernel_; }
  const std::vector<Position>& boards() const { return boards_; }
  int operator()(const Position& p) const { return margins_[number_.at({p.pits, p.owned})]; }

 private:
  struct Edge {
    std::size_t to;
    int gain;
    bool leaves;  // seeds leave the pits
    bool same;
  };

  void list_boards(Position& p, int hole, int left) {
    const int n = kernel_.rules().pits_per_player();
    auto& pit = p.pits[hole / n][hole % n];
    if (hole == 2 * n - 1) {
      pit = static_cast<std::uint8_t>(left);
      if (p.seeds_owned(0) + p.seeds_owned(1) == 0) boards_.push_back(p);
    }
    for (int seeds = 0; hole < 2 * n - 1 && seeds <= left; ++seeds) {
      pit = static_cast<std::uint8_t>(seeds);
      list_boards(p, hole + 1, left - seeds);
    }
    pit = 0;
  }

  std::vector<Edge> edges_of(const Position& board) const {
    std::vector<Edge> edges;
    for (MoveSet rest = kernel_.ending(board) ? 0 : kernel_.moves(board); rest != 0; rest &= rest - 1) {
      Position p = board;
      const bool same = kernel_.play_unchecked(p, std::countr_zero(rest));
      const std::size_t mover = same ? 0 : 1;
      edges.push_back({number_.at({p.pits, p.owned}), p.store[mover] - p.store[1 - mover],
                       p.seeds_in_pits() < board.seeds_in_pits(), same});
    }
    return edges;
  }

  void mark(std::size_t first, int t) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = first; i < boards_.size(); ++i)
        if (margins_[i] == 0 && (margins_[i] = forced(i, t)) != 0) changed = true;
    }
  }

  // t if some move is known to be worth at least t, -t if all moves are known to be worth at most -t, otherwise 0.
  // Unmarked boards with the same number of seeds are unknown.
  int forced(std::size_t i, int t) const {
    if (edges_[i].empty()) {
      const auto ending = kernel_.ending(boards_[i]);
      if (!ending) return 0;  // the mover passes, which is left to the caller
      const int v = ending->margin(boards_[i].mover);
      return v >= t ? t : v <= -t ? -t : 0;
    }
    bool all_low = true;
    for (const auto& e : edges_[i]) {
      const int v = e.gain + (e.same ? margins_[e.to] : -margins_[e.to]);
      const bool known = e.leaves || margins_[e.to] != 0;
      if (known && v >= t) return t;
      if (!known || v > -t) all_low = false;
    }
    return all_low ? -t : 0;
  }

  ReferenceKernel kernel_;
  std::vector<Position> boards_;
  std::map<std::pair<std::array<Pits, 2>, Owned>, std::size_t> number_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<int> margins_;
};

}  // namespace sow::tests
