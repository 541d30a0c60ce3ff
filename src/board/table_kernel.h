// The table kernel: sowing is a table lookup and an addition. For each hole and number of seeds the table has the seeds
// that every hole receives, so laps, skipped origins and skipped stores cost nothing at run time.
//
// The rules are a template parameter: Fixed<shape> for rules known at compile time, where every test of a rule is
// folded away, or Dynamic for rules as run-time data. docs/design.md compares their speed.
//
// The implementation is in four files, in the order of a turn:
//
//   table_kernel_tables.h   the constructor, which builds the tables
//   table_kernel_moves.h    legal moves
//   table_kernel_sow.h      sow(): laps, and the end of a turn
//   table_kernel_land.h     land(): what the last seed of a lap does
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
  static constexpr const Shape& shape() { return S; }  // returned by value, it would be copied for each move
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
  static constexpr int first_code = 3;  // landing codes of rules follow those of Next

  // The direction of sowing and, if pits are closed, the player: the players then have different tracks.
  struct Heading {
    static constexpr int north = 2, count = 4;
    int index = 0;  // index into next_ and next_pit_: the Way, plus `north`

    constexpr bool backward() const { return (index & 1) != 0; }
    constexpr bool is_north() const { return (index & north) != 0; }
    constexpr Heading reversed() const { return {index ^ 1}; }
  };

  // The state of a turn in progress.
  struct Turn {
    unsigned seeds = 0;  // seeds in hand
    unsigned taken = 0;
    unsigned removed = 0;  // seeds that left the game
    Heading heading{};
    int origin = 0;               // first hole of the current lap
    bool slam = false;            // a capture took, or would have taken, the opponent's last seeds
    bool first_captures = false;  // the first lap ended in a capture
    bool reached = true;          // the first lap satisfied move.reach
    bool fed = true;              // the opponent had seeds at the end of the turn
    bool crossed = false;         // lap_by_seed() sowed on the opponent's side
    int landed = 0;               // hole of the last seed of the current lap
    bool last_lap = false;        // no rule applies to the last seed of the current lap
  };
  struct Sowing {
    Side own, opp;
  };

  // Holes are numbered by lane: 0…W-1 for the mover's side, W…2W-1 for the opponent's.
  static int lane_of(Hole hole) { return hole.side * W + (hole.store ? Board::store : hole.pit); }
  static unsigned get(const Board& b, int lane) { return lane < W ? b.own.get(lane) : b.opp.get(lane - W); }
  static void clear(Board& b, int lane) { lane < W ? b.own.clear(lane) : b.opp.clear(lane - W); }
  static void add(Board& b, int lane, unsigned n) { lane < W ? b.own.add(lane, n) : b.opp.add(lane - W, n); }

  // The unowned pits of a side. Without state, its other lanes are empty, unless a move can give the opponent seeds.
  Side seeds_of(const Side& side) const {
    const Shape& s = rules_.shape();
    return s.own.keep ? this->free_pits_of(side) : s.has_state || s.pays_opponent ? this->pits_of(side) : side;
  }
  // The owned pits of a side.
  static std::uint32_t owned_of(const Side& side) {
    if constexpr (Board::has_state_lanes) return side.field(Board::mine) | side.field(Board::theirs);
    return 0;
  }
  bool is_owned(const Board& b, int lane) const {
    return rules_.shape().owns && lane % W != Board::store &&
           ((lane < W ? owned_of(b.own) >> lane : owned_of(b.opp) >> (lane - W)) & 1) != 0;
  }
  // Number of holes that the mover owns.
  static int holes_owned(const Board& b) {
    if constexpr (Board::has_state_lanes)
      return std::popcount(b.own.field(Board::mine)) + std::popcount(b.opp.field(Board::theirs));
    return 0;
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
      return rules_.shape().opening.turns > 0 && (b.own.get(Board::state) & Board::turns_mask) > 0;
    return false;
  }
  // The part of a Heading that depends on the mover.
  int player_index(const Board& b) const {
    if constexpr (Board::has_state_lanes)
      return rules_.shape().closes && (b.own.get(Board::state) & Board::south_bit) == 0 ? Heading::north : 0;
    return 0;
  }

  // Returns Position::mark.
  static unsigned mark_of(const Board& b) {
    if constexpr (Board::has_state_lanes) return b.own.get(Board::state) >> Board::mark_shift & Board::mark_mask;
    return 0;
  }

  // If seeds stay on the mover's side, so does the last one.
  unsigned get_landing(const Board& b, int lane) const {
    return rules_.shape().own_track ? b.own.get(lane) : get(b, lane);
  }
  void lift_landing(Board& b, int lane) const { rules_.shape().own_track ? b.own.clear(lane) : clear(b, lane); }

  void make_tables();
  void make_next(const Layout& layout, int player_index);
  void make_sowing(const Ruleset& rules, const Layout& layout, Way way, bool first);
  int landing_code(int lane, unsigned here) const;
  template <bool with_moves = true>
  [[gnu::always_inline]] inline void make_child(const Board& board, Move move, Child& child) const;
  bool pass_turn(Board& b, MoveSet moves) const;

  [[gnu::always_inline]] inline MoveSet moves_of(const Board& b) const;
  [[gnu::always_inline]] inline MoveSet candidates(const Board& b) const;
  [[gnu::noinline]] MoveSet chosen_candidates(const Board& b) const;
  [[gnu::noinline]] MoveSet judged_moves(const Board& b, MoveSet all) const;

  // Plays a move without turning the board. Returns whether the mover moves again.
  [[gnu::always_inline]] inline bool sow(Board& b, Move move, Turn& turn) const;
  [[gnu::noinline]] bool finish(Board& b, bool again, bool single, const Turn& turn) const;
  bool leave_mark(Board& b, bool again, bool single, const Turn& turn) const;
  [[gnu::noinline]] void capture_before_sowing(Board& b, int lane, Turn& turn) const;
  int exchange(Board& b, int lane, Turn& turn) const;
  [[gnu::always_inline]] inline int lap(Board& b, int lane, Turn& turn, bool first) const;
  [[gnu::noinline]] int lap_by_seed(Board& b, int lane, Turn& turn, bool first) const;
  int next_of(const Board& b, int lane, int origin, Heading heading) const;
  bool is_skipped(const Board& b, int lane) const;
  void apply_pass_rules(Board& b, int lane, bool last) const;
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
  [[gnu::always_inline]] inline bool conditions_hold(const Land& rule, const Board& b, int lane,
                                                     const Turn& turn) const;
  [[gnu::always_inline]] inline bool facing_matches(const Land& rule, const Board& b, int lane) const;
  [[gnu::always_inline]] inline bool neighbors_match(const Land& rule, const Board& b, int lane, Heading heading) const;
  bool can_own(const Board& b, int lane, int number) const;
  bool can_own(const Land& rule, const Board& b, int lane, Heading heading) const;
  int owned_with(const Land& rule, int lane, Heading heading) const;
  void own(Board& b, int lane, Turn& turn) const;
  bool applies(const Land& rule, const Board& b) const;
  [[gnu::always_inline]] inline Next apply(const Land& rule, Board& b, int& lane, unsigned here, Turn& turn) const;
  [[gnu::always_inline]] inline unsigned capture(const Land& rule, Board& b, int lane, int& farthest, Turn& turn) const;
  [[gnu::always_inline]] inline void capture_chain(const Land& rule, Board& b, int lane, int& farthest, Heading heading,
                                                   unsigned& taken) const;
  [[gnu::always_inline]] inline unsigned capture_around(const Land& rule, Board& b, int lane, int& farthest,
                                                        Heading heading) const;
  [[gnu::always_inline]] inline void apply_grand_slam(Board& b, const Board& before, unsigned& taken, Turn& turn) const;

  [[no_unique_address]] Rules rules_;
  const int columns_, laps_;
  unsigned max_taken_;  // largest_pit_taken()
  const unsigned stride_;
  using Holes = std::array<std::uint8_t, 2 * W>;
  Holes facing_, behind_facing_;  // as in Layout, by lane
  Holes next_[Heading::count], next_pit_[Heading::count];
  struct MoveEntry {
    std::uint8_t lane, ways, against;  // `ways` and `against`: bit 0 for an even number of seeds, bit 1 for an odd one
  };
  std::vector<MoveEntry> moves_;
  // [first or later lap][player][way][lane × stride + seeds]; dimensions that make no difference are left out.
  std::vector<Sowing> sowing_;
  std::vector<std::uint8_t> last_;  // hole of the last seed, with the same index
  unsigned block_ = 0;              // entries per way
  // Only for Dynamic rules, [lane × stride + seeds]: what the last seed does there. A Next if that is all; otherwise
  // first_code + the first rule to test.
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
  child.board.own = b.own;  // copied separately to avoid a store-forwarding stall
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
    if constexpr (Board::has_state_lanes)  // a mark lasts for one turn
      if (rules_.shape().marks)
        b.opp.take(Board::state, b.opp.get(Board::state) & Board::mark_mask << Board::mark_shift);
    return true;
  }
  b.turn();
  return false;
}

}  // namespace sow

// clang-format off: in the order of a turn
#include "board/table_kernel_land.h"
#include "board/table_kernel_moves.h"
#include "board/table_kernel_sow.h"
#include "board/table_kernel_tables.h"
// clang-format on
