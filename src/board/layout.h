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
constexpr Way other(Way way) { return way == Way::forward ? Way::backward : Way::forward; }
constexpr std::size_t index(Way way) { return static_cast<std::size_t>(way); }

// A move is a number: its place in the game's list of moves. The first ones lift the pits in the mover's sowing order; after
// them come those that sow a pit the other way, if the game has them.
using Move = int;
inline constexpr Move no_move = -1;
inline constexpr int max_moves = 64;

// A bit for each move.
using MoveSet = std::uint64_t;
constexpr MoveSet set_of(Move move) { return MoveSet{1} << move; }
constexpr bool has(MoveSet set, Move move) { return (set >> move & 1) != 0; }

struct Choice {
  Hole from;                  // the hole that is lifted
  Way odd = Way::forward;     // which way its seeds go if they are odd in number,
  Way even = Way::forward;    // and if they are even
  bool one_of_two = false;    // the player chooses the direction: it is written C> or C<
  bool against_odd = false;   // it goes against the direction of the game if the seeds are odd in number,
  bool against_even = false;  // and if they are even

  constexpr Way way(unsigned seeds) const { return seeds % 2 == 1 ? odd : even; }
  constexpr bool against(unsigned seeds) const { return seeds % 2 == 1 ? against_odd : against_even; }
  constexpr bool backward() const { return one_of_two && odd == Way::backward; }
};

class Layout {
 public:
  // As South sees it or, which makes a difference where pits are closed, as North does.
  explicit Layout(const Ruleset& rules, bool north = false);

  int pits() const { return pits_; }  // of each player
  const std::vector<Choice>& moves() const { return moves_; }
  // The move that lifts this pit of the mover: the only one, or of two the one that goes forward or backward.
  Move move_of(int pit, bool backward) const;

  // The holes that seeds are sown into, in order, beginning with the mover's first pit; it is joined to a ring. Pits that
  // are closed are not on it.
  const std::vector<Hole>& track() const { return track_; }
  // The hole after this one on the track.
  Hole next(Hole hole, Way way) const { return next_[index(way)][hole.index()]; }
  // The same, stores passed over.
  Hole next_pit(Hole hole, Way way) const { return next_pit_[index(way)][hole.index()]; }
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
  void make_moves(const Ruleset& rules);
  void make_track(const Ruleset& rules, bool north);
  void make_rows(const Ruleset& rules);

  int pits_, columns_;
  std::vector<Choice> moves_;
  std::vector<Hole> track_;
  using Table = std::array<Hole, Hole::count>;
  std::array<Table, 2> next_{}, next_pit_{};
  Table facing_{}, behind_facing_{};
  std::vector<std::vector<Hole>> rows_;
  int left_store_;
};

}  // namespace sow
