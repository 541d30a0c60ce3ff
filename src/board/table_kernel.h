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
TableKernel<W, Rules>::TableKernel(const Ruleset& rules, int total)
    : Kernel<W>(rules), rules_(rules), columns_(rules.pits), laps_(rules.laps), stride_(total + 1) {
  make_tables();
  if (!Rules::known) {
    landing_.resize(2 * W * stride_);
    for (int lane = 0; lane < 2 * W; ++lane)
      for (unsigned here = 0; here < stride_; ++here) landing_[lane * stride_ + here] = landing_code(lane, here);
  }
  most_taken_ = largest_pit_taken(rules_.shape());
  // Only relays lift holes that are not the mover's.
  block_ = (rules.relays() && !rules.own_track() ? 2 * W : W) * stride_;
  const bool laps_differ = rules.first == First::origin && rules.relays();
  for (const bool first : {true, false})
    for (const bool north : {false, true})
      for (const Way way : {Way::forward, Way::backward})
        if ((first || laps_differ) && (!north || rules.closes()) && (way == Way::forward || rules.two_ways()))
          make_sowing(rules, Layout(rules, north), way, first);
}

// The layout by lanes.
template <int W, class Rules>
void TableKernel<W, Rules>::make_tables() {
  const Layout& layout = this->layout();
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < layout.pits(); ++i) {
      const Hole hole = pit(side, i);
      facing_[lane_of(hole)] = lane_of(layout.facing(hole));
      behind_facing_[lane_of(hole)] = lane_of(layout.behind_facing(hole));
    }
  make_ways(layout, 0);
  if (rules_.shape().closes) make_ways(Layout(this->rules(), true), 2);
  for (const Choice& choice : layout.moves())
    moves_.push_back({static_cast<std::uint8_t>(lane_of(choice.from)),
                      static_cast<std::uint8_t>(index(choice.even) | index(choice.odd) << 1),
                      static_cast<std::uint8_t>(choice.against_even | choice.against_odd << 1)});
}

// What follows each hole, as one player sows.
template <int W, class Rules>
void TableKernel<W, Rules>::make_ways(const Layout& layout, int first_way) {
  for (const Way way : {Way::forward, Way::backward}) {
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < layout.pits(); ++i)
        next_pit_[first_way + index(way)][lane_of(pit(side, i))] = lane_of(layout.next_pit(pit(side, i), way));
    for (const Hole hole : layout.track())
      next_[first_way + index(way)][lane_of(hole)] = lane_of(layout.next(hole, way));
  }
}

// The entries of one way: of the first lap of a move, or of the later ones.
template <int W, class Rules>
void TableKernel<W, Rules>::make_sowing(const Ruleset& rules, const Layout& layout, Way way, bool first) {
  const std::size_t begin = sowing_.size();
  sowing_.resize(begin + block_);
  last_.resize(begin + block_);
  for (const Hole start : layout.track()) {
    const unsigned row = lane_of(start) * stride_;
    if (row >= block_) continue;
    const auto sow_from = [&](Hole at, unsigned seeds, Sowing sowing) {
      for (;; ++seeds) {
        sowing_[begin + row + seeds] = sowing;
        last_[begin + row + seeds] = lane_of(at);
        if (seeds + 1 == stride_) return;
        do at = layout.next(at, way);
        while (rules.skip_origin && at == start && layout.track().size() > 1);
        const int lane = lane_of(at);
        lane < W ? sowing.own.add(lane, 1) : sowing.opp.add(lane - W, 1);
      }
    };
    sow_from(start, 0, {});
    if (first && rules.first == First::origin && stride_ > 2) {
      // Of more than one seed the first falls where they were lifted, so the others go as one seed less would.
      Sowing one{};
      const int lane = lane_of(start);
      lane < W ? one.own.add(lane, 1) : one.opp.add(lane - W, 1);
      const Sowing single = sowing_[begin + row + 1];
      const std::uint8_t single_last = last_[begin + row + 1];
      sow_from(start, 1, one);
      sowing_[begin + row + 1] = single;
      last_[begin + row + 1] = single_last;
    }
  }
}

// What the last seed in this hole brings, as far as the hole and its number of seeds tell.
template <int W, class Rules>
int TableKernel<W, Rules>::landing_code(int lane, unsigned here) const {
  const Shape& shape = rules_.shape();
  for (int i = 0; i < shape.land_count; ++i) {
    const Land& rule = shape.lands[i];
    if (rule.at == LandAt::owned || !lands_on(rule, lane, here)) continue;
    const bool alone = rule.opposite.any() && rule.outer.any() && rule.next.any() && rule.beyond.any() &&
                       rule.behind.any() && rule.sown.any();
    const bool simple = alone && !rule.captures() && rule.to == CaptureTo::store && rule.then != AfterLand::next;
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

// Where the tables have the seeds in hand, lifted from this hole.
template <int W, class Rules>
unsigned TableKernel<W, Rules>::entry_of(int lane, const Turn& turn, bool first) const {
  const Shape& s = rules_.shape();
  unsigned entry = lane * stride_ + turn.seeds;
  const unsigned ways = s.two_ways ? 2 : 1;
  if (s.two_ways) entry += (turn.way & 1) * block_;
  if (s.closes) entry += (turn.way >> 1) * ways * block_;
  if (s.first_stays && s.relays && !first) entry += ways * (s.closes ? 2 : 1) * block_;
  return entry;
}

// Sows the seeds in hand, which were lifted from the hole; returns where the last one fell.
template <int W, class Rules>
int TableKernel<W, Rules>::lap(Board& b, int lane, Turn& turn, bool first) const {
  const Shape& s = rules_.shape();
  if (s.by_seed) return lap_by_seed(b, lane, turn, first);
  const unsigned entry = entry_of(lane, turn, first);
  b.own += sowing_[entry].own;
  if (!s.own_track) b.opp += sowing_[entry].opp;
  if (s.owns && !s.keeps) collect(b, turn);
  return last_[entry];
}

// The same where what lies in the holes decides about seeds that are still in hand.
template <int W, class Rules>
int TableKernel<W, Rules>::lap_by_seed(Board& b, int lane, Turn& turn, bool first) const {
  const Shape& s = rules_.shape();
  const bool opening = in_opening(b);
  if (opening && first && s.opening.sow == OpeningSow::exchange) return exchange(b, lane, turn);
  const int origin = lane;
  bool stays = first && s.first_stays && turn.seeds > 1;
  for (unsigned seeds = turn.seeds; seeds > 0;) {
    if (!stays) lane = next_of(b, lane, origin, turn.way);
    stays = false;
    if (opening && seeds == 1 && s.opening.sow == OpeningSow::cross && lane < W) lane = next_pit_[0][this->pits_ - 1];
    add(b, lane, 1);
    turn.crossed |= lane >= W;
    --seeds;
    if (s.owns && !s.keeps) collect(b, turn);
    if (seeds > 0 || s.pass_last) pass_by(b, lane, seeds == 0);
  }
  return lane;
}

// Where the next seed falls: in the next hole that is not passed over, or in the next one if all are.
template <int W, class Rules>
int TableKernel<W, Rules>::next_of(const Board& b, int lane, int origin, int way) const {
  const Shape& s = rules_.shape();
  const auto after = [&](int from) {
    const int next = next_[way][from];
    return s.skip_origin && next == origin && next_[way][next] != next ? next_[way][next] : next;
  };
  const int next = after(lane);
  if (s.skip == SkipAt::none && !s.own.skip) return next;
  int found = next;
  for (int left = 2 * W; left > 0; --left, found = after(found))
    if (!passed_over(b, found)) return found;
  return next;
}

template <int W, class Rules>
bool TableKernel<W, Rules>::passed_over(const Board& b, int lane) const {
  const Shape& s = rules_.shape();
  if (s.sows_store && lane == Board::store) return false;
  if (s.own.skip && is_opponents(b, lane)) return true;
  if (s.skip == SkipAt::none || is_owned(b, lane) || (in_opening(b) && !s.opening.skips)) return false;
  return (s.skip == SkipAt::any || lane >= W) && get(b, lane) == s.skip_count;
}

// The lap of an opening in which pits lose a seed and gain one by turns, from the pit after the one played, which keeps its
// seeds; what is left falls in the pit facing it.
template <int W, class Rules>
int TableKernel<W, Rules>::exchange(Board& b, int lane, Turn& turn) const {
  add(b, lane, turn.seeds);
  unsigned hand = 0;
  bool loses = true;
  for (int at = next_pit_[turn.way][lane]; at != lane; at = next_pit_[turn.way][at], loses = !loses) {
    if (is_owned(b, at)) continue;
    if (loses && get(b, at) > 0) {
      at < W ? b.own.take(at, 1) : b.opp.take(at - W, 1);
      ++hand;
    } else if (!loses && hand > 0) {
      add(b, at, 1);
      --hand;
    }
  }
  const int last = facing_[lane];
  add(b, last, hand);
  if (rules_.shape().owns && !rules_.shape().keeps) collect(b, turn);
  return last;
}

// Seeds that are captured before those in hand, lifted from this pit, are sown.
template <int W, class Rules>
void TableKernel<W, Rules>::take_before(Board& b, int lane, Turn& turn) const {
  const Shape& s = rules_.shape();
  if (in_opening(b) && !s.opening.captures) return;
  const bool all = s.before == Before::facing_singles;
  if (!all && (s.before != Before::facing_single || turn.seeds != 1)) return;
  for (int pit = 0; pit < this->pits_; ++pit) {
    const bool single = pit == lane ? turn.seeds == 1 : all && b.own.get(pit) == 1 && !is_owned(b, pit);
    if (!single || is_owned(b, facing_[pit])) continue;
    turn.taken += get(b, facing_[pit]);
    award(b, facing_[pit], true);
  }
}

// The seeds of a pit go to a store.
template <int W, class Rules>
void TableKernel<W, Rules>::award(Board& b, int lane, bool to_mover) const {
  const unsigned n = get(b, lane);
  clear(b, lane);
  (to_mover ? b.own : b.opp).add(Board::store, n);
}

// A seed has fallen into this hole, `last`: the last one of its lap.
template <int W, class Rules>
void TableKernel<W, Rules>::pass_by(Board& b, int lane, bool last) const {
  const Shape& s = rules_.shape();
  if ((s.sows_store && lane == Board::store) || is_owned(b, lane) || (in_opening(b) && !s.opening.captures)) return;
  for (int i = 0; i < s.pass_count; ++i)
    if (const Pass& rule = s.passes[i]; (!last || rule.last) && at(rule.at, lane) && rule.count.matches(get(b, lane)))
      return award(b, lane, rule.to == PassTo::mover || lane < W);
}

// Seeds in owned pits go to the stores of their owners, or out of the game.
template <int W, class Rules>
void TableKernel<W, Rules>::collect(Board& b, Turn& turn) const {
  if constexpr (Board::has_state_lanes) {
    const bool out = rules_.shape().own.out;
    const auto empty = [&](std::uint32_t pits, int first_lane, bool to_mover) {
      for (; pits != 0; pits &= pits - 1) {
        const int lane = first_lane + std::countr_zero(pits);
        if (!out) {
          award(b, lane, to_mover);
          continue;
        }
        turn.removed += get(b, lane);
        clear(b, lane);
      }
    };
    empty(b.opp.field(Board::theirs), W, true);
    empty(b.own.field(Board::theirs), 0, false);
    if (rules_.shape().owns_mine) {
      empty(b.own.field(Board::mine), 0, true);
      empty(b.opp.field(Board::mine), W, false);
    }
  }
}

template <int W, class Rules>
bool TableKernel<W, Rules>::sow(Board& b, Move move, Turn& turn) const {
  const Shape& s = rules_.shape();
  int lane = move;
  if (s.two_ways) {
    const MoveEntry& entry = moves_[move];
    lane = entry.lane;
    turn.way = entry.ways >> (b.own.get(lane) & 1) & 1;
  }
  if (s.closes) turn.way += ways_of_mover(b);
  turn.seeds = b.own.get(lane);
  b.own.clear(lane);
  const bool lifts_single = turn.seeds == 1;
  if (s.before != Before::nothing) take_before(b, lane, turn);
  bool again = false, single = false;
  for (int laps = laps_;; --laps) {
    const bool first = laps == laps_;
    turn.origin = lane;
    if (s.before == Before::one_seed && turn.seeds > 1 && (!in_opening(b) || s.opening.captures)) {
      --turn.seeds;
      b.own.add(Board::store, 1);
    }
    if (s.reach != Reach::any && first) {
      const bool crossed = !s.by_seed && !sowing_[entry_of(lane, turn, true)].opp.none();
      lane = lap(b, lane, turn, true);
      turn.reached = reaches(b, lane, crossed || turn.crossed);
    } else {
      lane = lap(b, lane, turn, first);
    }
    if (s.marks) {
      turn.landed = lane;
      single = first && lifts_single;
    }
    if (s.relays && laps == 1) break;
    const unsigned taken = turn.taken;
    const Next next = land(b, lane, turn);
    if (s.reverse == Reverse::capture && first) turn.first_captures = turn.taken > taken;
    again = next == Next::again;
    if (!s.relays || next != Next::relay) break;
  }
  if (s.feed != Feed::no) turn.fed = !seeds_of(b.opp).none();
  if (s.grand_slam == GrandSlam::again && turn.slam) again = true;
  return s.finishes ? finish(b, again, single, turn) : again;
}

// After the turn: a turn of the opening is over, a mark may be left, and the seeds left are awarded if that is decided now.
// Returns whether the mover has another turn; `single`: the turn was one lap of a single seed.
template <int W, class Rules>
bool TableKernel<W, Rules>::finish(Board& b, bool again, bool single, const Turn& turn) const {
  const Shape& s = rules_.shape();
  if constexpr (Board::has_state_lanes)
    if (in_opening(b)) {
      b.own.take(Board::opening, 1);
      b.opp.take(Board::opening, 1);
    }
  if (s.marks) again = leave_mark(b, again, single, turn);
  if (s.cleared && this->free_pits_of(b.own).none()) award_all(b, true, true);
  if (this->free_pits_of(b.own).sum() + this->free_pits_of(b.opp).sum() > s.few) return again;
  const bool owner = s.few_to == FewTo::owner;
  bool mover = s.few_to == FewTo::mover;
  if constexpr (Board::has_state_lanes)
    if (s.few_to == FewTo::first) mover = (b.own.get(Board::opening) & Board::south_bit) != 0;
  award_all(b, owner || mover, !owner && mover);
  return again;
}

template <int W, class Rules>
bool TableKernel<W, Rules>::leave_mark(Board& b, bool again, bool single, const Turn& turn) const {
  if constexpr (Board::has_state_lanes) {
    const Shape& s = rules_.shape();
    if (s.again_once && (mark_of(b) & Position::further_turn) != 0) again = false;
    b.own.take(Board::opening, mark_of(b) << Board::mark_shift);
    if (again && s.again_once) b.own.add(Board::opening, Position::further_turn << Board::mark_shift);
    const int landed = turn.landed;
    if (!again && !s.undo && single && landed >= W && get(b, landed) == 1 && !is_owned(b, landed)) {
      const bool first = turn.way == 0 && landed == W, last = turn.way == 1 && landed == W + this->pits_ - 1;
      if (first) b.opp.add(Board::opening, Position::first_barred << Board::mark_shift);
      if (last) b.opp.add(Board::opening, Position::last_barred << Board::mark_shift);
    }
  }
  return again;
}

// All the seeds left go to stores, by the side they lie on. Owned pits keep theirs.
template <int W, class Rules>
void TableKernel<W, Rules>::award_all(Board& b, bool own_to_mover, bool opp_to_mover) const {
  for (int lane = 0; lane < W + this->pits_; lane == this->pits_ - 1 ? lane = W : ++lane)
    if (!is_owned(b, lane)) award(b, lane, lane < W ? own_to_mover : opp_to_mover);
}

template <int W, class Rules>
bool TableKernel<W, Rules>::reaches(const Board& b, int lane, bool crossed) const {
  const bool store = rules_.shape().sows_store && lane == Board::store;
  const unsigned here = store ? 0 : get_landing(b, lane);
  return rules_.shape().reach == Reach::occupied ? here > 1 : crossed || here == 1;
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
    case LandAt::owned: return !sown_store || lane != Board::store;
    case LandAt::last: return lane == this->pits_ - 1;
  }
  return false;
}

// What the last seed in `lane` brings by the first rule that matches. If there is another lap, turn.seeds are in hand and
// `lane` is where they were lifted. In an owned pit only rules for such pits apply.
template <int W, class Rules>
template <int I>
auto TableKernel<W, Rules>::land(Board& b, int& lane, Turn& turn) const -> Next {
  const unsigned here = get_landing(b, lane);
  if constexpr (!Rules::known) {
    if (in_opening(b) || (rules_.shape().owns && is_owned(b, lane))) return land_by_rules(b, lane, here, 0, turn);
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
    constexpr const Land& rule = Rules::shape().lands[I];
    static_assert(rule.at != LandAt::owned);
    if (Rules::shape().owns && is_owned(b, lane)) return Next::end;
    if (lands_on(rule, lane, here) && rule.sown.matches(turn.seeds) && faces(rule, b, lane) &&
        leads(rule, b, lane, turn.way) && (!rule.own || can_own(rule, b, lane, turn.way)))
      return apply(rule, b, lane, here, turn);
    return land<I + 1>(b, lane, turn);
  }
}

template <int W, class Rules>
auto TableKernel<W, Rules>::land_by_rules(Board& b, int& lane, unsigned here, int first, Turn& turn) const -> Next {
  const Shape& shape = rules_.shape();
  const bool owned = is_owned(b, lane);
  for (int i = first; i < shape.land_count; ++i)
    if (const Land& rule = shape.lands[i];
        (rule.at == LandAt::owned ? is_opponents(b, lane) : !owned) && lands_on(rule, lane, here) &&
        (rule.at == LandAt::store ||
         (rule.sown.matches(turn.seeds) && faces(rule, b, lane) && leads(rule, b, lane, turn.way) &&
          (!rule.own || can_own(rule, b, lane, turn.way)))) &&
        applies(rule, b))
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
bool TableKernel<W, Rules>::leads(const Land& rule, const Board& b, int lane, int way) const {
  if (!rule.behind.any() && !rule.behind.matches(get(b, next_pit_[way ^ 1][lane]))) return false;
  if (rule.next.any() && rule.beyond.any()) return true;
  const int next = next_pit_[way][lane];
  return rule.next.matches(get(b, next)) && rule.beyond.matches(get(b, next_pit_[way][next]));
}

// Whether the rule is one of those that apply in the opening, if this is one.
template <int W, class Rules>
bool TableKernel<W, Rules>::applies(const Land& rule, const Board& b) const {
  if (!in_opening(b)) return true;
  const Opening& opening = rules_.shape().opening;
  return (opening.captures || !rule.captures()) && (opening.relays || !rule.goes_on());
}

// The hole that becomes the mover's with this one.
template <int W, class Rules>
int TableKernel<W, Rules>::owned_with(const Land& rule, int lane, int way) const {
  return rule.own_with == OwnWith::opposite ? facing_[lane] : next_pit_[way ^ 1][lane];
}

// Whether the mover may own what the rule says, of which nobody owns this pit.
template <int W, class Rules>
bool TableKernel<W, Rules>::can_own(const Land& rule, const Board& b, int lane, int way) const {
  if (!can_own(b, lane, 1)) return false;
  if (rule.own_with == OwnWith::none) return true;
  const int with = owned_with(rule, lane, way);
  return !is_owned(b, with) && can_own(b, with, 2);
}

// Whether the mover may own this pit, as the first or second of a turn.
template <int W, class Rules>
bool TableKernel<W, Rules>::can_own(const Board& b, int lane, int number) const {
  if constexpr (!Board::has_state_lanes) {
    return false;
  } else {
    const Owning& own = rules_.shape().own;
    const int pit = lane % W, last = this->pits_ - 1;
    if (own.at == OwnAt::not_last && pit == last) return false;
    if (own.at == OwnAt::ends && pit != 0 && pit != last) return false;
    if (own.at == OwnAt::not_ends && (pit == 0 || pit == last)) return false;
    if (own.at == OwnAt::my_middle_their_ends && (pit == 0 || pit == last) != (lane >= W)) return false;
    const int owned = std::popcount(b.own.field(Board::mine)) + std::popcount(b.opp.field(Board::theirs));
    if (own.most > 0 && owned + number > own.most) return false;
    if (own.apart == Apart::no) return true;
    return !is_opponents(b, own.apart == Apart::facing ? facing_[lane] : (lane + W) % (2 * W));
  }
}

// The pit becomes the mover's, unless its seeds were left there.
template <int W, class Rules>
void TableKernel<W, Rules>::own(Board& b, int lane, Turn& turn) const {
  if constexpr (Board::has_state_lanes) {
    if (!rules_.shape().keeps && get(b, lane) > 0) return;
    turn.taken += get(b, lane);  // seeds it keeps are captured all the same
    lane < W ? b.own.add_field(Board::mine, 1u << lane) : b.opp.add_field(Board::theirs, 1u << (lane - W));
  }
}

template <int W, class Rules>
auto TableKernel<W, Rules>::apply(const Land& rule, Board& b, int& lane, unsigned here, Turn& turn) const -> Next {
  if (rule.at == LandAt::store) return rule.then == AfterLand::again ? Next::again : Next::end;
  if (rule.closes()) {
    turn.seeds = here;
    clear(b, lane);
    own(b, lane, turn);
    return here == 0 ? Next::end : Next::relay;
  }
  int furthest = lane;
  const unsigned taken = rule.captures() ? capture(rule, b, lane, furthest, turn) : 0;
  turn.taken += taken;
  if (rule.to == CaptureTo::sow || rule.to == CaptureTo::restart) {
    turn.seeds = taken;
    if (rule.to == CaptureTo::restart) lane = turn.origin;
    return taken == 0 ? Next::end : Next::relay;
  }
  // Whether the hole just reached may have been taken as well: small boards come round to it.
  const bool taken_too = rule.chain != Chain::none || rule.take.each || rule.take.ahead() || rule.take.beyond_opposite;
  if (rule.to == CaptureTo::resow || rule.then == AfterLand::relay) {
    turn.seeds = taken_too ? get_landing(b, lane) : here;
    lift_landing(b, lane);
  }
  if (rule.to == CaptureTo::resow) {
    turn.seeds += taken;
    return Next::relay;
  }
  if (rule.captures() && rule.to == CaptureTo::store) b.own.add(Board::store, taken);
  if (rule.to == CaptureTo::out) turn.removed += taken;
  if (rule.own) own(b, lane, turn);
  if (rule.own && rule.own_with != OwnWith::none) own(b, owned_with(rule, lane, turn.way), turn);
  if (rules_.shape().grand_slam == GrandSlam::opponent_rest && turn.slam) {
    award_all(b, false, false);
    return Next::end;
  }
  if (rule.then == AfterLand::next) {
    lane = next_pit_[turn.way][furthest];
    if (is_owned(b, lane)) return Next::end;
    turn.seeds = get(b, lane);
    clear(b, lane);
    return turn.seeds == 0 ? Next::end : Next::relay;
  }
  if (rule.then == AfterLand::relay && taken_too && turn.seeds == 0) return Next::end;
  return rule.then == AfterLand::again ? Next::again : rule.then == AfterLand::relay ? Next::relay : Next::end;
}

// Takes what the rule names around a hole; returns how many seeds.
template <int W, class Rules>
unsigned TableKernel<W, Rules>::take_from(const Land& rule, Board& b, int lane, int& furthest, int way) const {
  unsigned taken = 0;
  const Shape& s = rules_.shape();
  const auto take = [&](int from) {
    const unsigned n = get(b, from);
    if (s.keeps && is_owned(b, from)) return false;
    clear(b, from);
    taken += n;
    return n > 0;
  };
  if (rule.take.two) {
    const unsigned n = std::min(get(b, lane), 2u);
    lane < W ? b.own.take(lane, n) : b.opp.take(lane - W, n);
    taken += n;
  }
  if (rule.take.pit || (rule.own && !s.keeps)) take(lane);
  if (rule.own && !s.keeps && rule.own_with != OwnWith::none) take(owned_with(rule, lane, way));
  if (rule.take.opposite) take(facing_[lane]);
  if (rule.take.outer) take(behind_facing_[lane]);
  if (rule.take.next && take(next_pit_[way][lane])) furthest = next_pit_[way][lane];
  if (rule.take.beyond && take(next_pit_[way][next_pit_[way][lane]])) furthest = next_pit_[way][next_pit_[way][lane]];
  if (rule.take.beyond_opposite) take(facing_[next_pit_[way][next_pit_[way][lane]]]);
  if (rule.take.each)
    for (int pit = W; pit < W + this->pits_; ++pit)
      if (rule.each.matches(get(b, pit))) take(pit);
  return taken;
}

template <int W, class Rules>
void TableKernel<W, Rules>::take_chain(const Land& rule, Board& b, int lane, int& furthest, int way,
                                       unsigned& taken) const {
  taken += take_from(rule, b, lane, furthest, way);
  if (taken == 0) return;
  int left = rule.chain_most == 0 ? 2 * W : rule.chain_most;
  if (rule.take.ahead()) {
    for (int from = lane; left > 0 && furthest != from && leads(rule, b, furthest, way); --left) {
      from = furthest;
      const unsigned more = take_from(rule, b, from, furthest, way);
      if (more == 0) break;
      taken += more;
    }
    return;
  }
  const Holes& step = next_pit_[rule.chain == Chain::back ? way ^ 1 : way];
  const LandAt where = rule.chain_over == ChainOver::both_sides ? LandAt::any : rule.at;
  for (int from = step[lane]; from != lane && at(where, from) && left > 0; from = step[from], --left) {
    const bool holds = rule.chain_over == ChainOver::any     ? true
                       : rule.chain_over == ChainOver::empty ? get(b, from) == 0
                                                             : rule.count.matches(get(b, from));
    if (is_owned(b, from) || !holds || !faces(rule, b, from) || !leads(rule, b, from, way)) break;
    const unsigned more = take_from(rule, b, from, furthest, way);
    if (more == 0) break;
    taken += more;
    if (rule.chain == Chain::forward) furthest = from;
  }
}

template <int W, class Rules>
unsigned TableKernel<W, Rules>::capture(const Land& rule, Board& b, int lane, int& furthest, Turn& turn) const {
  const Board before = b;
  unsigned taken = 0;
  if (rule.chain == Chain::none)
    taken = take_from(rule, b, lane, furthest, turn.way);
  else
    take_chain(rule, b, lane, furthest, turn.way, taken);
  if (rules_.shape().grand_slam != GrandSlam::allowed) spare(b, before, taken, turn);
  if (taken == 0) furthest = lane;
  return taken;
}

// What becomes of a capture of all the opponent's seeds.
template <int W, class Rules>
void TableKernel<W, Rules>::spare(Board& b, const Board& before, unsigned& taken, Turn& turn) const {
  if (!seeds_of(b.opp).none() || seeds_of(before.opp).none()) return;
  turn.slam = true;
  const GrandSlam rule = rules_.shape().grand_slam;
  if (rule == GrandSlam::no_capture) {
    b = before;
    taken = 0;
  } else if (rule == GrandSlam::leave_first || rule == GrandSlam::leave_last) {
    const std::uint32_t pits = seeds_of(before.opp).mask();
    const int pit = rule == GrandSlam::leave_first ? std::countr_zero(pits) : std::bit_width(pits) - 1;
    b.opp.add(pit, before.opp.get(pit));
    taken -= before.opp.get(pit);
  }
}

// Pits that may be lifted, as moves, whatever comes of them.
template <int W, class Rules>
MoveSet TableKernel<W, Rules>::candidates(const Board& b) const {
  const Shape& s = rules_.shape();
  return s.chosen ? chosen_candidates(b) : seeds_of(b.own).mask(s.singles == Singles::never);
}

template <int W, class Rules>
MoveSet TableKernel<W, Rules>::chosen_candidates(const Board& b) const {
  const Shape& s = rules_.shape();
  const Side own = seeds_of(b.own);
  const std::uint32_t occupied = own.mask(), larger = own.mask(true);
  std::uint32_t pits = s.singles == Singles::never ? larger : occupied;
  if ((s.singles == Singles::last || s.singles == Singles::last_onto_empty) && larger != 0) pits = larger;
  if (s.twos != Twos::ok) {
    std::uint32_t twos = 0;
    for (std::uint32_t rest = occupied; rest != 0; rest &= rest - 1)
      if (own.get(std::countr_zero(rest)) == 2) twos |= rest & -rest;
    const std::uint32_t allowed = twos != occupied ? 0 : s.twos == Twos::last_pit ? std::bit_floor(twos) : twos;
    pits &= ~twos | allowed;
  }
  if (s.facing == Facing::not_single)
    for (std::uint32_t rest = pits; rest != 0; rest &= rest - 1)
      if (get(b, facing_[std::countr_zero(rest)]) == 1) pits &= ~(rest & -rest);
  const unsigned mark = s.undo ? 0 : mark_of(b);
  const bool forward_only = in_opening(b) && !s.opening.reverse;
  if (in_opening(b)) {
    if (s.opening.pits == OpeningPits::last) pits &= ~0u << (this->pits_ - 1);
    if (s.opening.pits == OpeningPits::last_two) pits &= ~0u << std::max(this->pits_ - 2, 0);
    if (s.opening.pits == OpeningPits::second_half) pits &= ~0u << (this->pits_ + 1) / 2;
  }
  const bool onto_empty = s.singles == Singles::onto_empty || s.singles == Singles::last_onto_empty;
  MoveSet all = 0;
  for (std::size_t move = 0; move < moves_.size(); ++move) {
    const MoveEntry& entry = moves_[move];
    if ((pits >> entry.lane & 1) == 0) continue;
    const bool single = (larger >> entry.lane & 1) == 0;
    if (onto_empty && single && get(b, next_pit_[(entry.ways >> 1) + ways_of_mover(b)][entry.lane]) != 0) continue;
    if (forward_only && (entry.against >> (own.get(entry.lane) & 1) & 1) != 0) continue;
    if (mark != 0 && single) {
      const bool back = entry.ways >> 1 != 0, first = entry.lane == 0, last = entry.lane == this->pits_ - 1;
      if ((mark & Position::first_barred) != 0 && first && back) continue;
      if ((mark & Position::last_barred) != 0 && last && !back) continue;
    }
    all |= set_of(static_cast<Move>(move));
  }
  return all;
}

// Legal moves; whether an empty side has ended the game is not asked here.
template <int W, class Rules>
MoveSet TableKernel<W, Rules>::moves_of(const Board& b) const {
  const Shape& s = rules_.shape();
  const MoveSet all = candidates(b);
  if (s.reach != Reach::any || s.reverse == Reverse::capture || s.must_capture) return judged_moves(b, all);
  const bool judged_by_playing =
      s.grand_slam == GrandSlam::illegal ||
      (s.feed != Feed::no && (s.grand_slam == GrandSlam::allowed || s.grand_slam == GrandSlam::again));
  if (!judged_by_playing && s.feed == Feed::no) return all;
  // Unless a capture or a relay can empty the opponent's side, a move starves only if that side is empty already.
  const bool fed_before = !seeds_of(b.opp).none();
  if (judged_by_playing && most_taken_ <= max_listed && seeds_of(b.opp).any_above(most_taken_)) return all;
  const bool captures_starve = judged_by_playing || s.relays || s.pays_opponent || s.before != Before::nothing;
  if ((s.feed == Feed::if_empty || !captures_starve) && s.grand_slam != GrandSlam::illegal && fed_before) return all;
  return judged_moves(b, all);
}

// Those of the moves that are legal by what they lead to.
template <int W, class Rules>
MoveSet TableKernel<W, Rules>::judged_moves(const Board& b, MoveSet all) const {
  const Shape& s = rules_.shape();
  const bool fed_before = !seeds_of(b.opp).none();
  MoveSet legal = 0, capturing = 0, feeding = 0;
  for (MoveSet rest = all; rest != 0; rest &= rest - 1) {
    const Move move = std::countr_zero(rest);
    Board after = b;
    Turn turn;
    sow(after, move, turn);
    if (!turn.reached || (turn.slam && s.grand_slam == GrandSlam::illegal)) continue;
    if (s.reverse == Reverse::capture && !turn.first_captures &&
        (moves_[move].against >> (b.own.get(moves_[move].lane) & 1) & 1) != 0)
      continue;
    legal |= set_of(move);
    if (turn.taken > 0) capturing |= set_of(move);
    if (turn.fed) feeding |= set_of(move);
  }
  if (s.must_capture && capturing != 0) legal &= capturing;
  feeding &= legal;
  if (s.feed == Feed::no) return legal;
  if ((s.feed == Feed::if_possible && feeding == 0) || (s.feed == Feed::if_empty && fed_before)) return legal;
  return feeding;
}

}  // namespace sow
