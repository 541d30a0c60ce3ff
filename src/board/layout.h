// The geometry of a game's board, as tables built from its Ruleset: sowing track, facing pits, moves, and rows as
// drawn. Code that sows, captures, or draws uses these tables; nothing else depends on rows and directions.
//
// A hole is identified as the mover sees it: a side (0: the mover's, 1: the opponent's), and either a pit in its
// owner's sowing order or the store of that side.
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

  // Index into tables of all holes.
  static constexpr int count = 64;
  constexpr int index() const { return side * 32 + (store ? 31 : pit); }
};

constexpr Hole pit(int side, int number) {
  return {static_cast<std::uint8_t>(side), static_cast<std::uint8_t>(number)};
}

// The direction of sowing relative to the numbering of the pits.
enum class Way : std::uint8_t { forward, backward };
constexpr Way other(Way way) { return way == Way::forward ? Way::backward : Way::forward; }
constexpr std::size_t index(Way way) { return static_cast<std::size_t>(way); }

// A move is an index into the game's list of moves: first one move for each pit in the mover's sowing order, then the
// moves that sow a pit backward, if the game has them.
using Move = int;
inline constexpr Move no_move = -1;
inline constexpr int max_moves = 64;

// One bit per move.
using MoveSet = std::uint64_t;
constexpr MoveSet set_of(Move move) { return MoveSet{1} << move; }
constexpr bool has(MoveSet set, Move move) { return (set >> move & 1) != 0; }

struct Choice {
  Hole from;                  // the pit that is lifted
  Way odd = Way::forward;     // direction for an odd number of seeds
  Way even = Way::forward;    // direction for an even number of seeds
  bool one_of_two = false;    // the player chooses the direction: written C> or C<
  bool against_odd = false;   // against the direction of the game, for an odd number of seeds
  bool against_even = false;  // the same for an even number

  constexpr Way way(unsigned seeds) const { return seeds % 2 == 1 ? odd : even; }
  constexpr bool against(unsigned seeds) const { return seeds % 2 == 1 ? against_odd : against_even; }
  constexpr bool backward() const { return one_of_two && odd == Way::backward; }
};

class Layout {
 public:
  // `north`: build the tables for North as the mover, which makes a difference only if pits are closed.
  explicit Layout(const Ruleset& rules, bool north = false);

  int pits() const { return pits_; }  // number of pits per player
  const std::vector<Choice>& moves() const { return moves_; }
  // The move that lifts this pit. `backward` selects the direction if there is a choice. Returns no_move if there is no
  // such move.
  Move move_of(int pit, bool backward) const;

  // The ring of holes that are sown, starting with the mover's first pit. Closed pits are not part of it.
  const std::vector<Hole>& track() const { return track_; }
  // The hole after this one on the track.
  Hole next(Hole hole, Way way) const { return next_[index(way)][hole.index()]; }
  // Like next(), but skips stores.
  Hole next_pit(Hole hole, Way way) const { return next_pit_[index(way)][hole.index()]; }
  // The pit facing this one, and the pit behind that one (four rows). Defined for inner pits only.
  Hole facing(Hole hole) const { return facing_[hole.index()]; }
  Hole behind_facing(Hole hole) const { return behind_facing_[hole.index()]; }
  // Pits in the two innermost rows face each other.
  bool inner(Hole hole) const { return !hole.store && hole.pit < columns_; }

  // The rows as drawn, from top to bottom, seen by South: side 0 is South's.
  const std::vector<std::vector<Hole>>& rows() const { return rows_; }
  // The side whose store is drawn on the left.
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
