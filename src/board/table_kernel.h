// The table kernel: sowing is one table look-up and one addition. The table holds for each hole and number of seeds what
// every other hole receives, so laps, skipped origins and skipped stores cost nothing at run time.
//
// The rules are a template parameter: Fixed<shape>, known to the compiler, which folds every `if` about them away; or
// Dynamic, held at run time, for all other games. It is the same source. docs/design.md has what each brings.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "board/kernel.h"
#include "board/shape.h"

namespace sow {

template <Shape S>
struct Fixed {
  static constexpr bool known = true;
  explicit Fixed(const Ruleset&) {}
  static constexpr const Shape& shape() { return S; }  // by value, its bytes were written anew for each move of oware
};

struct Dynamic {
  static constexpr bool known = false;
  explicit Dynamic(const Ruleset& rules) : s(shape_of(rules)) {}
  const Shape& shape() const { return s; }
  Shape s;
};

template <int W, class Rules>
class TableKernel final : public Kernel<W> {
 public:
  using Board = sow::Board<W>;
  using Child = sow::Child<W>;

  TableKernel(const Ruleset& rules, int total);

  bool compiled() const override { return Rules::known; }
  MoveSet legal(const Board& b) const override { return side_empty(b) ? 0 : moves_of(b); }
  void make(const Board& board, Move move, Child& child) const override { make_child(board, move, child); }
  int expand(const Board& board, MoveSet moves, Child* children) const override {
    Child* next = children;
    for (; moves != 0; moves &= moves - 1) make_child(board, std::countr_zero(moves), *next++);
    return next - children;
  }
  int expand_leaves(const Board& board, MoveSet moves, Child* children) const override {
    Child* next = children;
    for (; moves != 0; moves &= moves - 1) make_child<false>(board, std::countr_zero(moves), *next++);
    return next - children;
  }
  bool pass(Board& board) const override {
    return rules_.shape().pass && !side_empty(board) && pass_turn(board, moves_of(board));
  }

 private:
  using Side = Lanes<W>;
  enum class Next : std::uint8_t { end, relay, again };
  static constexpr int first_code = 3;  // of rules, after those of Next

  // What a turn has done so far.
  struct Turn {
    unsigned seeds = 0;  // in hand
    unsigned taken = 0;
    unsigned removed = 0;         // seeds that left the game
    int way = 0;                  // the Way, and 2 more for North where pits are closed
    int origin = 0;               // where the present lap began
    bool slam = false;            // a capture took the opponent's last seeds, or would have
    bool first_captures = false;  // the last seed of the first lap captured something
    bool reached = true;          // the first lap ended where it must
    bool fed = true;              // the opponent had a seed when the turn was over
    bool crossed = false;         // a seed that was dropped by itself fell on the opponent's side
    int landed = 0;               // where the last seed of the present lap fell
  };
  struct Sowing {
    Side own, opp;
  };

  // Lanes number the holes of a board: 0…W-1 the mover's, W…2W-1 the opponent's.
  static int lane_of(Hole hole) { return hole.side * W + (hole.store ? Board::store : hole.pit); }
  static unsigned get(const Board& b, int lane) { return lane < W ? b.own.get(lane) : b.opp.get(lane - W); }
  static void clear(Board& b, int lane) { lane < W ? b.own.clear(lane) : b.opp.clear(lane - W); }
  static void add(Board& b, int lane, unsigned n) { lane < W ? b.own.add(lane, n) : b.opp.add(lane - W, n); }

  // The seeds of a side that can be moved. Its other lanes are empty unless the game has state, or the side is the
  // opponent's and a move may bring the opponent seeds.
  Side seeds_of(const Side& side) const {
    const Shape& s = rules_.shape();
    return s.keeps ? this->free_pits_of(side) : s.has_state() || s.pays_opponent ? this->pits_of(side) : side;
  }
  // The pits of a side that somebody owns.
  static std::uint32_t owned_of(const Side& side) {
    if constexpr (Board::has_state_lanes) return side.field(Board::mine) | side.field(Board::theirs);
    return 0;
  }
  bool is_owned(const Board& b, int lane) const {
    return rules_.shape().owns && lane % W != Board::store &&
           ((lane < W ? owned_of(b.own) >> lane : owned_of(b.opp) >> (lane - W)) & 1) != 0;
  }
  bool is_opponents(const Board& b, int lane) const {
    if constexpr (Board::has_state_lanes)
      return lane % W != Board::store &&
             ((lane < W ? b.own.field(Board::theirs) >> lane : b.opp.field(Board::mine) >> (lane - W)) & 1) != 0;
    return false;
  }
  bool side_empty(const Board& b) const {
    return rules_.shape().side_empty && (seeds_of(b.own).none() || seeds_of(b.opp).none());
  }
  bool in_opening(const Board& b) const {
    if constexpr (Board::has_state_lanes)
      return rules_.shape().opening.turns > 0 && (b.own.get(Board::opening) & Board::turns_mask) > 0;
    return false;
  }
  // Where pits are closed, each player has tables of their own: what is added to a way for North.
  int ways_of_mover(const Board& b) const {
    if constexpr (Board::has_state_lanes)
      return rules_.shape().closes && (b.own.get(Board::opening) & Board::south_bit) == 0 ? 2 : 0;
    return 0;
  }

  // What the turn before has left to the mover.
  static unsigned mark_of(const Board& b) {
    if constexpr (Board::has_state_lanes) return b.own.get(Board::opening) >> Board::mark_shift & Board::mark_mask;
    return 0;
  }

  // On a track of one's own the last seed always falls on the mover's side.
  unsigned get_landing(const Board& b, int lane) const {
    return rules_.shape().own_track ? b.own.get(lane) : get(b, lane);
  }
  void lift_landing(Board& b, int lane) const { rules_.shape().own_track ? b.own.clear(lane) : clear(b, lane); }

  void make_tables();
  void make_ways(const Layout& layout, int first_way);
  void make_sowing(const Ruleset& rules, const Layout& layout, Way way, bool first);
  int landing_code(int lane, unsigned here) const;
  template <bool with_moves = true>
  [[gnu::always_inline]] inline void make_child(const Board& board, Move move, Child& child) const;
  bool pass_turn(Board& b, MoveSet moves) const;

  [[gnu::always_inline]] inline MoveSet moves_of(const Board& b) const;
  [[gnu::always_inline]] inline MoveSet candidates(const Board& b) const;
  [[gnu::noinline]] MoveSet chosen_candidates(const Board& b) const;
  [[gnu::noinline]] MoveSet judged_moves(const Board& b, MoveSet all) const;

  // Returns whether the mover has another turn.
  [[gnu::always_inline]] inline bool sow(Board& b, Move move, Turn& turn) const;
  [[gnu::noinline]] bool finish(Board& b, bool again, bool single, const Turn& turn) const;
  bool leave_mark(Board& b, bool again, bool single, const Turn& turn) const;
  [[gnu::noinline]] void take_before(Board& b, int lane, Turn& turn) const;
  int exchange(Board& b, int lane, Turn& turn) const;
  [[gnu::always_inline]] inline int lap(Board& b, int lane, Turn& turn, bool first) const;
  [[gnu::noinline]] int lap_by_seed(Board& b, int lane, Turn& turn, bool first) const;
  int next_of(const Board& b, int lane, int origin, int way) const;
  bool passed_over(const Board& b, int lane) const;
  void pass_by(Board& b, int lane, bool last) const;
  bool reaches(const Board& b, int lane, bool crossed) const;
  unsigned entry_of(int lane, const Turn& turn, bool first) const;
  void award(Board& b, int lane, bool to_mover) const;
  void award_all(Board& b, bool own_to_mover, bool opp_to_mover) const;
  void collect(Board& b, Turn& turn) const;

  [[gnu::always_inline]] inline bool at(LandAt where, int lane) const;
  template <int I = 0>
  [[gnu::always_inline]] inline Next land(Board& b, int& lane, Turn& turn) const;
  [[gnu::noinline]] Next land_by_rules(Board& b, int& lane, unsigned here, int first, Turn& turn) const;
  [[gnu::always_inline]] inline bool lands_on(const Land& rule, int lane, unsigned here) const;
  [[gnu::always_inline]] inline bool faces(const Land& rule, const Board& b, int lane) const;
  [[gnu::always_inline]] inline bool leads(const Land& rule, const Board& b, int lane, int way) const;
  bool can_own(const Board& b, int lane, int number) const;
  bool can_own(const Land& rule, const Board& b, int lane, int way) const;
  int owned_with(const Land& rule, int lane, int way) const;
  void own(Board& b, int lane, Turn& turn) const;
  bool applies(const Land& rule, const Board& b) const;
  [[gnu::always_inline]] inline Next apply(const Land& rule, Board& b, int& lane, unsigned here, Turn& turn) const;
  [[gnu::always_inline]] inline unsigned capture(const Land& rule, Board& b, int lane, int& furthest, Turn& turn) const;
  [[gnu::always_inline]] inline void take_chain(const Land& rule, Board& b, int lane, int& furthest, int way,
                                                unsigned& taken) const;
  [[gnu::always_inline]] inline unsigned take_from(const Land& rule, Board& b, int lane, int& furthest, int way) const;
  [[gnu::always_inline]] inline void spare(Board& b, const Board& before, unsigned& taken, Turn& turn) const;

  [[no_unique_address]] Rules rules_;
  const int columns_, laps_;
  unsigned most_taken_;  // no capture empties an opponent's pit that holds more
  const unsigned stride_;
  using Holes = std::array<std::uint8_t, 2 * W>;
  Holes facing_, behind_facing_;  // the layout's tables, by lane
  Holes next_[4], next_pit_[4];   // by the way, those of North after those of South where pits are closed
  struct MoveEntry {
    std::uint8_t lane, ways, against;  // bit 0 of the last two: with an even number of seeds, bit 1: with an odd one
  };
  std::vector<MoveEntry> moves_;
  // [first lap or later][player][way][lane × stride + seeds]; what is the same for all is there once.
  std::vector<Sowing> sowing_;
  std::vector<std::uint8_t> last_;  // where the last seed falls
  unsigned block_ = 0;              // entries of one way
  // For rules held at run time, [lane × stride + seeds]: what a last seed brings there, a Next if that is all; otherwise
  // first_code + the first rule to look at.
  std::vector<std::uint8_t> landing_;
};

template <int W, class Rules>
template <bool with_moves>
void TableKernel<W, Rules>::make_child(const Board& board, Move move, Child& child) const {
  const Shape& s = rules_.shape();
  Board b = board;
  Turn turn;
  bool same = sow(b, move, turn);
  child.gain = child.out = child.lost = 0;
  if (s.has_stores) {
    child.gain = child.out = b.own.get(Board::store);
    b.own.clear(Board::store);
    if (s.pays_opponent) {
      child.lost = b.opp.get(Board::store);
      b.opp.clear(Board::store);
      child.gain -= child.lost;
      child.out += child.lost;
    }
  }
  if (s.removes) child.out += turn.removed;
  if (!same) b.turn();
  MoveSet moves = 0;
  if ((with_moves || s.pass) && !side_empty(b)) moves = moves_of(b);
  if (s.pass && moves == 0 && !side_empty(b) && pass_turn(b, moves)) {
    same = !same;
    moves = moves_of(b);
  }
  child.board.own = b.own;  // one by one: copied whole, the two words just written would be waited for
  child.board.opp = b.opp;
  if (with_moves) child.moves = moves;
  child.move = move;
  child.taken = s.relays ? std::min(turn.taken, 0xffffu) : turn.taken;
  child.same = same;
}

template <int W, class Rules>
bool TableKernel<W, Rules>::pass_turn(Board& b, MoveSet moves) const {
  if (moves != 0) return false;
  b.turn();
  if (moves_of(b) != 0) {
    if constexpr (Board::has_state_lanes)  // a mark is for one turn
      if (rules_.shape().marks)
        b.opp.take(Board::opening, b.opp.get(Board::opening) & Board::mark_mask << Board::mark_shift);
    return true;
  }
  b.turn();
  return false;
}

}  // namespace sow

#include "board/table_kernel_land.h"
#include "board/table_kernel_moves.h"
#include "board/table_kernel_sow.h"
#include "board/table_kernel_tables.h"
