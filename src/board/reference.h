// The reference kernel: plays any Ruleset seed by seed, as a person would.
//
// It is never optimized. The table kernel is tested against it, databases are verified with it, and moves are explained
// from its trace.
#pragma once

#include <functional>
#include <vector>

#include "board/ending.h"
#include "board/position.h"
#include "board/trace.h"

namespace sow {

class ReferenceKernel {
 public:
  explicit ReferenceKernel(const Ruleset& rules) : rules_(rules), layout_(rules), north_(rules, true) {}

  const Ruleset& rules() const { return rules_; }

  // Legal moves. Check ending() first: a game that is over by majority or an empty side can still have moves.
  MoveSet moves(const Position& position) const;

  // Plays a move from moves(). Returns whether the same player moves again.
  bool play_unchecked(Position& position, Move move, Trace* trace = nullptr) const;

  // Whether the game is over, ignoring the history.
  std::optional<Ending> ending(const Position& position) const;

  // Passes the turn if the mover cannot move, the rules say so, and the opponent can move. Returns whether it did. For
  // positions that were set up: play_unchecked() does this itself.
  bool settle(Position& position, Trace* trace = nullptr) const;

  Legality legality(const Position& position, Move move) const;

  // Margin of the seeds left on the board when the mover is stuck or a side is empty.
  int rest(const Position& position) const;

  // Number of positions at exactly this depth. Games that end earlier do not count.
  std::uint64_t perft(const Position& position, int depth) const;

 private:
  static int count(const Position& p, Hole h) { return h.store ? p.store[h.side] : p.pits[h.side][h.pit]; }
  struct Sown {
    Position position;  // still seen from the player who moved
    int taken = 0;      // seeds captured: into the store, out of the game, or to be sown
    bool again = false;
    bool slam = false;            // a capture took, or would have taken, the opponent's last seeds
    bool first_captures = false;  // the first lap ended in a capture
    bool reached = false;         // the first lap satisfied move.reach
    bool fed = false;             // the opponent had seeds at the end of the turn
    Trace* trace = nullptr;
  };
  struct Lap {
    Hole origin, hole;  // start and current hole
    Way way;
    Hole landed = {};      // hole of the last seed
    int hand = 0;          // seeds still to be sown
    int sown = 0;          // seeds at the start of the lap
    bool crossed = false;  // a seed was sown on the opponent's side
    bool last = false;     // no land rule applies to the last seed
  };
  // The holes that a rule captures, in the order they are reached, and the farthest of them in sowing direction.
  struct Captured {
    std::vector<Hole> holes;
    Hole farthest;
  };

  Legality candidate(const Position& position, Move move) const;
  Legality by_count(const Position& position, const Choice& choice) const;
  Legality by_opening(const Position& position, Move move) const;
  Sown sow(const Position& position, Move move, Trace* trace) const;
  void capture_before_sowing(Sown& sown, Hole from, int seeds) const;
  void bank_one_seed(Sown& sown, Lap& lap) const;
  void exchange(Sown& sown, Lap& lap) const;
  void drop_all(Sown& sown, Lap& lap, bool first) const;
  void drop(Sown& sown, Lap& lap) const;
  Hole next_hole(const Position& position, const Lap& lap) const;
  bool is_skipped(const Position& position, Hole hole) const;
  void apply_pass_rules(Sown& sown, Hole hole, bool last) const;
  bool land(Sown& sown, Lap& lap) const;
  bool continue_turn(const Land& land, Sown& sown, Lap& lap, int taken, Hole farthest) const;
  bool reaches(const Position& position, const Lap& lap) const;
  void finish(Sown& sown, const Lap& lap, bool single) const;

  // The layout from the mover's view.
  const Layout& track(const Position& p) const { return p.mover == Player::south ? layout_ : north_; }
  bool at(LandAt where, Hole hole) const;
  bool can_own(const Position& position, Hole hole, int number) const;
  bool can_own(const Land& land, const Position& position, Hole hole, Way way) const;
  Hole owned_with(const Land& land, const Position& p, Hole hole, Way way) const;
  bool facing_matches(const Land& land, const Position& position, Hole hole) const;
  bool neighbors_match(const Land& land, const Position& position, Hole hole, Way way) const;
  bool applies(const Land& land, const Position& position) const;
  bool against(const Position& position, Move move) const;
  const Land* find_land(const Position& position, const Lap& lap) const;
  bool chain_includes(const Land& land, const Position& position, Hole hole, Way way) const;
  void own(Sown& sown, Hole hole) const;
  Captured find_captured(const Land& land, const Position& position, Hole hole, Way way) const;
  void apply_grand_slam(Sown& sown, std::vector<Hole>& holes) const;
  int capture(const Land& land, Sown& sown, const std::vector<Hole>& holes) const;
  void award(Sown& sown, Hole hole, std::size_t side) const;
  void award_all(Sown& sown, const std::function<std::size_t(std::size_t)>& to) const;

  Ruleset rules_;
  Layout layout_, north_;
};

}  // namespace sow
