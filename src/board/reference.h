// The reference kernel: any Ruleset, drop by drop, as a person would do it by hand.
//
// It is never optimised. The table kernel is tested against it, databases are verified by it, and the words that explain a
// move come from its trace.
#pragma once

#include <functional>
#include <vector>

#include "board/ending.h"
#include "board/position.h"

namespace sow {

// What happened during a move, in order.
struct Event {
  enum class Kind : std::uint8_t {
    lift,       // `seeds` taken up from `hole` to be sown
    drop,       // one seed into `hole`
    capture,    // `seeds` captured from `hole` into the mover's store
    collect,    // `seeds` of `hole` that come into the mover's store otherwise: in passing, as owner, as the last few
    give,       // `seeds` of `hole` that come into the opponent's store
    remove,     // `seeds` taken from `hole` out of the game
    vanish,     // `seeds` that fell in `hole` leave the game
    own,        // `hole` is the mover's from now on, with the `seeds` it keeps
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

// Seeds a move captured, from its trace: for the store, out of the game, or to be sown on.
int seeds_taken(const Trace& trace);

// Why a move cannot be played.
enum class Legality : std::uint8_t {
  ok,
  over,
  no_such_pit,
  empty,
  owned,           // the pit is owned
  closed,          // the pit is closed in this round
  single,          // a single seed may not start a move here
  two,             // two seeds may not start a move here
  facing,          // the pit faces a single seed
  undo,            // the seed has just come from there
  opening,         // the pit may not be lifted in the opening
  short_of_reach,  // the seeds do not end where they must
  slams,
  no_capture,  // the move captures nothing, but must
  starves,
};

class ReferenceKernel {
 public:
  explicit ReferenceKernel(const Ruleset& rules) : rules_(rules), layout_(rules), north_(rules, true) {}

  const Ruleset& rules() const { return rules_; }

  // Legal moves by the rules of moving alone: a game that is over for another reason (a majority, an empty side) still
  // lists them; ask ending() first.
  MoveSet moves(const Position& position) const;

  // The move must be in moves(). The board is then seen from the player to move next; returns whether that is the
  // same player again.
  bool play_unchecked(Position& position, Move move, Trace* trace = nullptr) const;

  // Whether the game is over in this position, apart from what its history says.
  std::optional<Ending> ending(const Position& position) const;

  // A player who cannot move passes, if the rules say so and the other can move; returns whether that happened. For
  // positions that were set up; play_unchecked does it by itself.
  bool settle(Position& position, Trace* trace = nullptr) const;

  Legality legality(const Position& position, Move move) const;

  // Margin of the seeds left when the mover is stuck or a side is empty.
  int rest(const Position& position) const;

  // Leaves at exactly this depth, each one made; games that end earlier count nothing.
  std::uint64_t perft(const Position& position, int depth) const;

 private:
  static int count(const Position& p, Hole h) { return h.store ? p.store[h.side] : p.pits[h.side][h.pit]; }
  struct Sown {
    Position position;  // still seen from the player who moved
    int taken = 0;      // seeds captured, for the store, out of the game or to be sown on
    bool again = false;
    bool slam = false;            // a capture would have taken, or did take, the opponent's last seeds
    bool first_captures = false;  // the last seed of the first lap captured something
    bool reached = false;         // the first lap ended where move.reach wants it
    bool fed = false;             // the opponent had a seed when the turn was over
    Trace* trace = nullptr;
  };
  // A lap: where it began, and where it stands.
  struct Lap {
    Hole origin, hole;
    Way way;
    Hole landed = {};      // where its last seed fell
    int hand = 0;          // seeds still to be dropped
    int sown = 0;          // seeds it began with
    bool crossed = false;  // a seed fell on the opponent's side
  };
  // What a rule takes: the holes in the order in which they are reached, and the furthest pit the way the seeds travel.
  struct Prey {
    std::vector<Hole> holes;
    Hole furthest;
  };

  Legality candidate(const Position& position, Move move) const;
  Legality by_count(const Position& position, const Choice& choice) const;
  Legality by_opening(const Position& position, Move move) const;
  Sown sow(const Position& position, Move move, Trace* trace) const;
  void take_before(Sown& sown, Hole from, int seeds) const;
  void take_one(Sown& sown, Lap& lap) const;
  void exchange(Sown& sown, Lap& lap) const;
  void drop_all(Sown& sown, Lap& lap, bool first) const;
  void drop(Sown& sown, Lap& lap) const;
  Hole next_hole(const Position& position, const Lap& lap) const;
  bool passed_over(const Position& position, Hole hole) const;
  void pass_by(Sown& sown, Hole hole, bool last) const;
  bool land(Sown& sown, Lap& lap) const;
  bool go_on(const Land& land, Sown& sown, Lap& lap, int taken, Hole furthest) const;
  bool reaches(const Position& position, const Lap& lap) const;
  void finish(Sown& sown, const Lap& lap, bool single) const;

  // The holes as the mover sows them.
  const Layout& track(const Position& p) const { return p.mover == Player::south ? layout_ : north_; }
  bool at(LandAt where, Hole hole) const;
  bool can_own(const Position& position, Hole hole, int number) const;
  bool can_own(const Land& land, const Position& position, Hole hole, Way way) const;
  Hole owned_with(const Land& land, const Position& p, Hole hole, Way way) const;
  bool faces(const Land& land, const Position& position, Hole hole) const;
  bool leads(const Land& land, const Position& position, Hole hole, Way way) const;
  bool applies(const Land& land, const Position& position) const;
  bool against(const Position& position, Move move) const;
  const Land* find_land(const Position& position, const Lap& lap) const;
  bool chains(const Land& land, const Position& position, Hole hole, Way way) const;
  void own(Sown& sown, Hole hole) const;
  Prey find_prey(const Land& land, const Position& position, Hole hole, Way way) const;
  void spare(Sown& sown, std::vector<Hole>& holes) const;
  int capture(const Land& land, Sown& sown, const std::vector<Hole>& holes) const;
  void award(Sown& sown, Hole hole, std::size_t side) const;
  void award_all(Sown& sown, const std::function<std::size_t(std::size_t)>& to) const;

  Ruleset rules_;
  Layout layout_, north_;
};

// What happens when this legal move is played.
Trace trace_of(const Ruleset& rules, const Position& before, Move move);

}  // namespace sow
