// Holes and tracks: where everything lies on a game's board, as tables made once from its Ruleset. Whatever sows,
// captures, prints or draws reads these tables; rows and directions are mentioned nowhere else.
//
// A hole is named as the mover sees it: a side (0 the mover's, 1 the opponent's), and a pit in its owner's sowing order
// or that side's store.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/ruleset.h"

namespace sow {

struct Hole {
  std::uint8_t side = 0;  // 0: the mover's, 1: the opponent's
  std::uint8_t pit = 0;
  bool store = false;
  bool operator==(const Hole&) const = default;

  // Number in tables over all holes.
  static constexpr int count = 64;
  constexpr int index() const { return side * 32 + (store ? 31 : pit); }
};

constexpr Hole pit(int side, int number) {
  return {static_cast<std::uint8_t>(side), static_cast<std::uint8_t>(number)};
}

// Which way seeds travel: as the pits are numbered, or against that.
enum class Way : std::uint8_t { forward, backward };

// A move is a number: its place in the game's list of moves. Where players choose nothing but a pit, it is that pit's
// number in the mover's sowing order.
using Move = int;
inline constexpr Move no_move = -1;
inline constexpr int max_moves = 64;

// A bit for each move.
using MoveSet = std::uint64_t;
constexpr MoveSet set_of(Move move) { return MoveSet{1} << move; }
constexpr bool has(MoveSet set, Move move) { return (set >> move & 1) != 0; }

struct Choice {
  Hole from;  // the hole that is lifted
  Way way = Way::forward;
  std::uint8_t option = 0;  // a further choice of the player, if the game has one
};

class Layout {
 public:
  explicit Layout(const Ruleset& rules);

  int pits() const { return pits_; }  // of each player
  const std::vector<Choice>& moves() const { return moves_; }

  // The holes that seeds are sown into, in order, beginning with the mover's first pit; it is closed to a ring.
  const std::vector<Hole>& track() const { return track_; }
  // The hole after this one on the track.
  Hole next(Hole hole) const { return next_[hole.index()]; }
  // The pit before this one on the track; stores are passed over.
  Hole previous_pit(Hole hole) const { return previous_pit_[hole.index()]; }
  // The pit facing this one, and the pit behind that (four rows). Only inner pits have them.
  Hole facing(Hole hole) const { return facing_[hole.index()]; }
  Hole behind_facing(Hole hole) const { return behind_facing_[hole.index()]; }
  // The pits of the two innermost rows face each other.
  bool inner(Hole hole) const { return !hole.store && hole.pit < columns_; }

  // The board as it is drawn, rows from the top, seen by South: side 0 is South's.
  const std::vector<std::vector<Hole>>& rows() const { return rows_; }
  // The side whose store is drawn at the left.
  int left_store() const { return left_store_; }

 private:
  void make_track(const Ruleset& rules);
  void make_rows(const Ruleset& rules);

  int pits_, columns_;
  std::vector<Choice> moves_;
  std::vector<Hole> track_;
  std::array<Hole, Hole::count> next_{}, previous_pit_{}, facing_{}, behind_facing_{};
  std::vector<std::vector<Hole>> rows_;
  int left_store_;
};

}  // namespace sow
