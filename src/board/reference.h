// The reference kernel: any Ruleset, drop by drop, as a person would do it by hand.
//
// It is never optimised. Every other kernel is tested against it, user-made games without a fast kernel run on it,
// and the words that explain a move come from its trace.
#pragma once

#include <vector>

#include "board/ending.h"
#include "board/position.h"

namespace sow {

// A hole as the mover sees it: a pit of either side, or the mover's store.
struct Hole {
  std::uint8_t side = 0;  // 0: the mover's, 1: the opponent's
  std::uint8_t pit = 0;
  bool store = false;
  bool operator==(const Hole&) const = default;
};

// What happened during a move, in order.
struct Event {
  enum class Kind : std::uint8_t {
    lift,       // `seeds` taken up from `hole` to be sown
    drop,       // one seed into `hole`
    capture,    // `seeds` taken from `hole` into the mover's store
    join,       // `seeds` taken from `hole` to be sown on with those of the hole just reached
    spared,     // a capture of all the opponent's seeds took nothing
    again,      // the mover has another turn
    lap_limit,  // the turn was cut
    pass,       // the next player could not move and passed
  };
  Kind kind;
  Hole hole;
  int seeds = 0;
  bool operator==(const Event&) const = default;
};
using Trace = std::vector<Event>;

// Why a pit cannot be played.
enum class Legality : std::uint8_t { ok, over, no_such_pit, empty, single, starves, slams };

class ReferenceKernel {
 public:
  explicit ReferenceKernel(const Ruleset& rules) : rules_(rules) {}

  const Ruleset& rules() const { return rules_; }

  // Legal moves by the rules of moving alone: a game that is over for another reason (majority, an empty side) still
  // lists them; ask ending() first.
  MoveSet moves(const Position& position) const;

  // The move must be in moves(). The board is then seen from the player to move next; returns whether that is the
  // same player again.
  bool play_unchecked(Position& position, Move move, Trace* trace = nullptr) const;

  // Whether the game is over on this board, apart from what its history says.
  std::optional<Ending> ending(const Position& position) const;

  // A player who cannot move passes, if the rules say so and the other can move; returns whether that happened. For
  // positions that were set up; play_unchecked does it by itself.
  bool settle(Position& position, Trace* trace = nullptr) const;

  Legality legality(const Position& position, Move move) const;

  // The interface that templates over kernels use; FastKernel has the same.
  using Board = Position;
  Board pack(const Position& p) const { return p; }
  Position unpack(const Board& b, Player mover) const;
  bool over(const Board& b) const { return end_before_moving(b).has_value(); }
  bool side_empty(const Board& b) const { return end_before_moving(b) == EndReason::side_empty; }
  int rest(const Board& b) const;
  int seeds_in_pits(const Board& b) const { return b.seeds_in_pits(); }
  int bank(Board& b) const {
    const int earned = b.store[0] + b.store[1];
    b.store = {};
    return earned;
  }
  int pits_per_player() const { return rules_.pits_per_player(); }

 private:
  struct Sown {
    Position position;  // still seen from the player who moved
    bool again = false;
    bool slam = false;  // a capture would have taken, or did take, the opponent's last seeds
  };

  std::optional<EndReason> end_before_moving(const Position& position) const;
  MoveSet candidates(const Position& position) const;
  Sown sow(const Position& position, Move move, Trace* trace) const;
  Hole next(Hole hole) const;
  Hole previous(Hole hole) const;
  Hole facing(Hole hole) const;
  Hole behind_facing(Hole hole) const;
  bool at(const Land& land, Hole hole) const;
  const Land* find_land(const Position& position, Hole hole) const;
  int capture(const Land& land, Hole hole, Sown& sown, Trace* trace) const;

  Ruleset rules_;
};

}  // namespace sow
