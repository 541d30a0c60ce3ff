// The table kernel: sowing is one table look-up and one addition. The table holds for each hole and number of seeds what
// every other hole receives, so laps, skipped origins and skipped stores cost nothing at run time.
//
// The rules are a template parameter: Fixed<shape>, known to the compiler, which folds every `if` about them away; or
// Dynamic, held at run time, for all other games. It is the same source. docs/design.md has what each brings.
#pragma once

#include <bit>
#include <vector>

#include "board/kernel.h"
#include "board/shape.h"

namespace sow {

template <Shape S>
struct Fixed {
  static constexpr bool known = true;
  explicit Fixed(const Ruleset&) {}
  static constexpr Shape shape() { return S; }
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
    bool slam = false;  // a capture took the opponent's last seeds, or would have
  };
  struct Sowing {
    Side own, opp;
  };

  // Lanes number the holes of a board: 0…W-1 the mover's, W…2W-1 the opponent's.
  static int lane_of(Hole hole) { return hole.side * W + (hole.store ? Board::store : hole.pit); }
  static unsigned get(const Board& b, int lane) { return lane < W ? b.own.get(lane) : b.opp.get(lane - W); }
  static void clear(Board& b, int lane) { lane < W ? b.own.clear(lane) : b.opp.clear(lane - W); }

  bool side_empty(const Board& b) const { return rules_.shape().side_empty && (b.own.none() || b.opp.none()); }

  // On four rows the last seed always falls on the mover's side.
  unsigned get_landing(const Board& b, int lane) const {
    return rules_.shape().four_rows ? b.own.get(lane) : get(b, lane);
  }
  void lift_landing(Board& b, int lane) const { rules_.shape().four_rows ? b.own.clear(lane) : clear(b, lane); }

  int landing_code(int lane, unsigned here) const;
  template <bool with_moves = true>
  [[gnu::always_inline]] inline void make_child(const Board& board, Move move, Child& child) const;
  [[gnu::always_inline]] inline MoveSet moves_of(const Board& b) const;
  [[gnu::noinline]] MoveSet judged_moves(const Board& b, MoveSet all) const;
  bool pass_turn(Board& b, MoveSet moves) const;
  // Returns whether the mover has another turn.
  [[gnu::always_inline]] inline bool sow(Board& b, int lane, Turn& turn) const;
  [[gnu::always_inline]] inline int lap(Board& b, int lane, unsigned seeds) const;
  [[gnu::always_inline]] inline bool at(LandAt where, int lane) const;
  template <int I = 0>
  [[gnu::always_inline]] inline Next land(Board& b, int lane, Turn& turn) const;
  [[gnu::noinline]] Next land_by_rules(Board& b, int lane, unsigned here, int first, Turn& turn) const;
  [[gnu::always_inline]] inline bool lands_on(const Land& rule, int lane, unsigned here) const;
  [[gnu::always_inline]] inline bool faces(const Land& rule, const Board& b, int lane) const;
  [[gnu::always_inline]] inline Next apply(const Land& rule, Board& b, int lane, unsigned here, Turn& turn) const;
  [[gnu::always_inline]] inline unsigned capture(const Land& rule, Board& b, int lane, Turn& turn) const;

  [[no_unique_address]] Rules rules_;
  const int columns_, laps_;
  unsigned most_taken_;  // no capture empties an opponent's pit that holds more
  const unsigned stride_;
  std::array<std::uint8_t, 2 * W> facing_, behind_facing_, previous_;  // the layout's tables, by lane
  std::vector<Sowing> sowing_;                                         // [lane × stride + seeds]
  std::vector<std::uint8_t> last_;                                     // where the last seed falls
  // For rules held at run time, [lane × stride + seeds]: what a last seed brings there, a Next if that is all; otherwise
  // first_code + the first rule to look at.
  std::vector<std::uint8_t> landing_;
};

template <int W, class Rules>
TableKernel<W, Rules>::TableKernel(const Ruleset& rules, int total)
    : Kernel<W>(rules), rules_(rules), columns_(rules.pits), laps_(rules.laps), stride_(total + 1) {
  const Layout& layout = this->layout();
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < layout.pits(); ++i) {
      const Hole hole = pit(side, i);
      facing_[lane_of(hole)] = lane_of(layout.facing(hole));
      behind_facing_[lane_of(hole)] = lane_of(layout.behind_facing(hole));
      previous_[lane_of(hole)] = lane_of(layout.previous_pit(hole));
    }
  if (!Rules::known) {
    landing_.resize(2 * W * stride_);
    for (int lane = 0; lane < 2 * W; ++lane)
      for (unsigned here = 0; here < stride_; ++here) landing_[lane * stride_ + here] = landing_code(lane, here);
  }
  most_taken_ = largest_pit_taken(rules_.shape());
  const auto& track = layout.track();
  // Only relays lift holes that are not the mover's.
  const int lanes = rules.relays() && !rules.four_rows() ? 2 * W : W;
  sowing_.resize(lanes * stride_);
  last_.resize(lanes * stride_);
  for (std::size_t start = 0; start < track.size(); ++start) {
    const int origin = lane_of(track[start]);
    if (origin >= lanes) continue;
    Sowing sowing{};
    std::size_t at = start;
    for (unsigned seeds = 0; seeds < stride_; ++seeds) {
      sowing_[origin * stride_ + seeds] = sowing;
      last_[origin * stride_ + seeds] = lane_of(track[at]);
      do at = at + 1 == track.size() ? 0 : at + 1;
      while (rules.skip_origin && at == start && track.size() > 1);
      const int lane = lane_of(track[at]);
      lane < W ? sowing.own.add(lane, 1) : sowing.opp.add(lane - W, 1);
    }
  }
}

// What the last seed in this hole brings, as far as the hole and its number of seeds tell.
template <int W, class Rules>
int TableKernel<W, Rules>::landing_code(int lane, unsigned here) const {
  const Shape& shape = rules_.shape();
  for (int i = 0; i < shape.land_count; ++i) {
    const Land& rule = shape.lands[i];
    if (!lands_on(rule, lane, here)) continue;
    const bool simple = rule.opposite.any() && rule.outer.any() && !rule.take.any() && rule.to == CaptureTo::store;
    if (!simple) return first_code + i;
    return static_cast<int>(rule.then == AfterLand::again   ? Next::again
                            : rule.then == AfterLand::relay ? Next::relay
                                                            : Next::end);
  }
  return static_cast<int>(Next::end);
}

template <int W, class Rules>
template <bool with_moves>
void TableKernel<W, Rules>::make_child(const Board& board, Move move, Child& child) const {
  Board b = board;
  Turn turn;
  bool same = sow(b, move, turn);
  child.gain = 0;
  if (rules_.shape().has_stores) {
    child.gain = b.own.get(Board::store);
    b.own.clear(Board::store);
  }
  if (!same) b.turn();
  MoveSet moves = 0;
  if ((with_moves || rules_.shape().pass) && !side_empty(b)) moves = moves_of(b);
  if (rules_.shape().pass && moves == 0 && !side_empty(b) && pass_turn(b, moves)) {
    same = !same;
    moves = moves_of(b);
  }
  child.board.own = b.own;  // one by one: copied whole, the two words just written would be waited for
  child.board.opp = b.opp;
  if (with_moves) child.moves = moves;
  child.move = move;
  child.taken = turn.taken;
  child.same = same;
}

template <int W, class Rules>
bool TableKernel<W, Rules>::pass_turn(Board& b, MoveSet moves) const {
  if (moves != 0) return false;
  b.turn();
  if (moves_of(b) != 0) return true;
  b.turn();
  return false;
}

// Sows seeds that were lifted from the hole; returns where the last one fell.
template <int W, class Rules>
int TableKernel<W, Rules>::lap(Board& b, int lane, unsigned seeds) const {
  const unsigned entry = lane * stride_ + seeds;
  b.own += sowing_[entry].own;
  if (!rules_.shape().four_rows) b.opp += sowing_[entry].opp;
  return last_[entry];
}

template <int W, class Rules>
bool TableKernel<W, Rules>::sow(Board& b, int lane, Turn& turn) const {
  turn.seeds = b.own.get(lane);
  b.own.clear(lane);
  if (!rules_.shape().relays) {
    lane = lap(b, lane, turn.seeds);
    return land(b, lane, turn) == Next::again;
  }
  for (int laps = laps_;;) {
    lane = lap(b, lane, turn.seeds);
    if (--laps == 0) return false;
    const Next next = land(b, lane, turn);
    if (next != Next::relay) return next == Next::again;
  }
}

template <int W, class Rules>
bool TableKernel<W, Rules>::at(LandAt where, int lane) const {
  const bool sown_store = rules_.shape().sows_store;
  switch (where) {
    case LandAt::any: return !sown_store || lane != Board::store;
    case LandAt::mine: return lane < (sown_store ? Board::store : W);
    case LandAt::theirs: return lane >= W;
    case LandAt::store: return lane == Board::store;
    case LandAt::inner: return lane < columns_;
    case LandAt::outer: return lane >= columns_;
  }
  return false;
}

// What the last seed in `lane` brings by the first rule that matches. If there is another lap, turn.seeds are in hand.
template <int W, class Rules>
template <int I>
auto TableKernel<W, Rules>::land(Board& b, int lane, Turn& turn) const -> Next {
  const unsigned here = get_landing(b, lane);
  if constexpr (!Rules::known) {
    const int code = landing_[lane * stride_ + here];
    if (code >= first_code) return land_by_rules(b, lane, here, code - first_code, turn);
    if (code == static_cast<int>(Next::relay)) {
      turn.seeds = here;
      lift_landing(b, lane);
    }
    return Next{static_cast<std::uint8_t>(code)};
  } else if constexpr (I == Rules::shape().land_count) {
    return Next::end;
  } else {
    constexpr Land rule = Rules::shape().lands[I];
    if (lands_on(rule, lane, here) && faces(rule, b, lane)) return apply(rule, b, lane, here, turn);
    return land<I + 1>(b, lane, turn);
  }
}

template <int W, class Rules>
auto TableKernel<W, Rules>::land_by_rules(Board& b, int lane, unsigned here, int first, Turn& turn) const -> Next {
  const Shape& shape = rules_.shape();
  for (int i = first; i < shape.land_count; ++i)
    if (const Land& rule = shape.lands[i]; faces(rule, b, lane) && lands_on(rule, lane, here))
      return apply(rule, b, lane, here, turn);
  return Next::end;
}

// Whether the hole and its number of seeds are what the rule asks for.
template <int W, class Rules>
bool TableKernel<W, Rules>::lands_on(const Land& rule, int lane, unsigned here) const {
  return at(rule.at, lane) && (rule.at == LandAt::store || rule.count.matches(here));
}

template <int W, class Rules>
bool TableKernel<W, Rules>::faces(const Land& rule, const Board& b, int lane) const {
  return (rule.opposite.any() || rule.opposite.matches(get(b, facing_[lane]))) &&
         (rule.outer.any() || rule.outer.matches(get(b, behind_facing_[lane])));
}

template <int W, class Rules>
auto TableKernel<W, Rules>::apply(const Land& rule, Board& b, int lane, unsigned here, Turn& turn) const -> Next {
  if (rule.at == LandAt::store) return rule.then == AfterLand::again ? Next::again : Next::end;
  const unsigned taken = rule.take.any() ? capture(rule, b, lane, turn) : 0;
  turn.taken += taken;
  if (rule.to == CaptureTo::sow) {
    turn.seeds = taken;
    return taken == 0 ? Next::end : Next::relay;
  }
  if (rule.to == CaptureTo::resow || rule.then == AfterLand::relay) {
    turn.seeds = here;
    lift_landing(b, lane);
  }
  if (rule.to == CaptureTo::resow) {
    turn.seeds += taken;
    return Next::relay;
  }
  if (rule.take.any()) b.own.add(Board::store, taken);
  return rule.then == AfterLand::again ? Next::again : rule.then == AfterLand::relay ? Next::relay : Next::end;
}

template <int W, class Rules>
unsigned TableKernel<W, Rules>::capture(const Land& rule, Board& b, int lane, Turn& turn) const {
  const Board before = b;
  unsigned taken = 0;
  const auto take = [&](int from) {
    taken += get(b, from);
    clear(b, from);
  };
  if (rule.take.pit) take(lane);
  if (rule.take.opposite) take(facing_[lane]);
  if (rule.take.outer) take(behind_facing_[lane]);
  if (rule.chain == Chain::back)
    for (int from = previous_[lane]; from != lane && at(rule.at, from); from = previous_[from]) {
      const unsigned n = get(b, from);
      if (n == 0 || !rule.count.matches(n)) break;
      take(from);
    }
  if (rules_.shape().grand_slam != GrandSlam::allowed && b.opp.none() && !before.opp.none()) {
    turn.slam = true;
    if (rules_.shape().grand_slam == GrandSlam::no_capture) {
      b = before;
      return 0;
    }
  }
  return taken;
}

// Legal moves; whether an empty side has ended the game is not asked here.
template <int W, class Rules>
MoveSet TableKernel<W, Rules>::moves_of(const Board& b) const {
  const Shape& s = rules_.shape();
  const MoveSet all = b.own.mask(s.singles == Singles::never);
  const bool judged_by_playing =
      s.grand_slam == GrandSlam::illegal || (s.feed != Feed::no && s.grand_slam == GrandSlam::allowed);
  if (!judged_by_playing && s.feed == Feed::no) return all;
  // Unless a capture or a relay can empty the opponent's side, a move starves only if that side is empty already.
  const bool fed_before = !b.opp.none();
  if (judged_by_playing && most_taken_ <= max_listed && b.opp.any_above(most_taken_)) return all;
  if ((s.feed == Feed::if_empty || (!s.relays && !judged_by_playing)) && s.grand_slam != GrandSlam::illegal &&
      fed_before)
    return all;
  return judged_moves(b, all);
}

// Those of the moves that are legal by what they lead to.
template <int W, class Rules>
MoveSet TableKernel<W, Rules>::judged_moves(const Board& b, MoveSet all) const {
  const Shape& s = rules_.shape();
  const bool fed_before = !b.opp.none();
  MoveSet legal = 0, feeding = 0;
  for (MoveSet rest = all; rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    Board after = b;
    Turn turn;
    sow(after, move, turn);
    if (turn.slam && s.grand_slam == GrandSlam::illegal) continue;
    legal |= set_of(move);
    if (!after.opp.none()) feeding |= set_of(move);
  }
  if (s.feed == Feed::no) return legal;
  if ((s.feed == Feed::if_possible && feeding == 0) || (s.feed == Feed::if_empty && fed_before)) return legal;
  return feeding;
}

}  // namespace sow
