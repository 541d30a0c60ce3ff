// The number of seeds a mover can force regardless of repetitions, computed slowly from the definition.
#pragma once

#include <bit>
#include <map>
#include <vector>

#include "board/reference.h"

namespace sow::tests {

// A player forces t seeds within k plies if the game ends with them, or if a move gains some of them and the rest can
// be forced within k - 1 plies. The values for k = 0, 1, 2… are computed until they no longer change.
class TrueForced {
 public:
  TrueForced(Ruleset rules, int max) : kernel_((rules.majority = false, rules)) {
    for (int seeds = 0; seeds <= max; ++seeds) {
      Position p;
      list_boards(p, 0, seeds);
    }
    for (bool grown = true; grown;) {
      grown = false;
      const auto before = forced_;
      for (auto& [board, forced] : forced_) {
        const Forced now = after_one_more_ply(board, before);
        grown |= now.mover != forced.mover || now.opponent != forced.opponent;
        forced = now;
      }
    }
  }

  int operator()(const Position& p) const { return forced_.at(p.pits).mover; }
  int of_opponent(const Position& p) const { return forced_.at(p.pits).opponent; }

 private:
  using Board = std::array<Pits, 2>;
  struct Forced {
    int mover = 0, opponent = 0;
  };

  void list_boards(Position& p, int hole, int left) {
    const int n = kernel_.rules().pits_per_player();
    auto& pit = p.pits[hole / n][hole % n];
    if (hole == 2 * n - 1) {
      pit = static_cast<std::uint8_t>(left);
      forced_[p.pits] = {};
    }
    for (int seeds = 0; hole < 2 * n - 1 && seeds <= left; ++seeds) {
      pit = static_cast<std::uint8_t>(seeds);
      list_boards(p, hole + 1, left - seeds);
    }
    pit = 0;
  }

  Forced after_one_more_ply(const Board& board, const std::map<Board, Forced>& before) const {
    Position p;
    p.pits = board;
    if (const auto ending = kernel_.ending(p)) return {ending->seeds[0], ending->seeds[1]};
    Forced result{0, max_seeds};
    for (MoveSet rest = kernel_.moves(p); rest != 0; rest &= rest - 1) {
      Position child = p;
      kernel_.play_unchecked(child, std::countr_zero(rest));
      const Forced there = before.at(child.pits);
      result.mover = std::max(result.mover, child.store[1] + there.opponent);
      result.opponent = std::min(result.opponent, static_cast<int>(child.store[0]) + there.mover);
    }
    return result;
  }

  ReferenceKernel kernel_;
  std::map<Board, Forced> forced_;
};

}  // namespace sow::tests
