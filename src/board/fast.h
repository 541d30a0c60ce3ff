// The fast kernels: one template on a Shape, so that each kind of game becomes straight code of its own.
//
// A board is two Lanes, the mover's and the opponent's; sowing is one table look-up and one addition. The table holds
// for each hole and number of seeds what every other hole receives, so laps, skipped origins and skipped stores cost
// nothing at run time. tests/board compares every kernel with the reference kernel.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "board/ending.h"
#include "board/lanes.h"
#include "board/position.h"
#include "board/shape.h"

namespace sow {

template <Shape S, int N>
class FastKernel {
 public:
  using Side = Lanes<N>;

  struct Board {
    Side own, opp;
    bool operator==(const Board&) const = default;
  };

  static constexpr Shape shape = S;
  static constexpr int store_lane = N - 1;
  static constexpr bool has_stores = S.has_stores;

  // `total`: no position may hold more seeds than this; it sizes the table.
  FastKernel(const Ruleset& rules, int total);

  static bool fits(const Ruleset& rules) {
    const int lanes = rules.pits_per_player() + (rules.has_stores() ? 1 : 0);
    return shape_of(rules) == S && lanes <= N;
  }

  const Ruleset& rules() const { return rules_; }

  Board pack(const Position& p) const;
  Position unpack(const Board& b, Player mover) const;

  // As ReferenceKernel::moves.
  MoveSet moves(const Board& b) const;

  // As ReferenceKernel::play_unchecked; returns whether the same player moves again.
  bool play_unchecked(Board& b, Move move) const {
    bool slam = false;
    bool same = sow(b, move, slam);
    if (!same) std::swap(b.own, b.opp);
    if constexpr (S.pass) same ^= settle(b);
    return same;
  }

  // A player who cannot move passes, if the other can; returns whether that happened. For games with Stuck::pass.
  bool settle(Board& b) const {
    if (moves(b) != 0) return false;
    std::swap(b.own, b.opp);
    if (moves(b) != 0) return true;
    std::swap(b.own, b.opp);
    return false;
  }

  // Whether an empty side has ended the game.
  bool side_empty(const Board& b) const {
    if constexpr (S.side_empty) return pits(b.own).none() || pits(b.opp).none();
    return false;
  }

  // Whether the game is over on this board by an empty side or a majority. The third way, moves(b) == 0, is cheaper
  // to see where the moves are needed anyway.
  bool over(const Board& b) const {
    if (side_empty(b)) return true;
    if constexpr (S.majority) {
      const unsigned own = b.own.get(store_lane), opp = b.opp.get(store_lane);
      if (own > half_ || opp > half_ || (pits(b.own).none() && pits(b.opp).none())) return true;
    }
    return false;
  }

  // Margin of the seeds left in the pits when the mover is stuck or a side is empty.
  int rest(const Board& b) const {
    return rest_margin(rules_, side_empty(b) ? EndReason::side_empty : EndReason::stuck,
                       static_cast<int>(pits(b.own).sum()), static_cast<int>(pits(b.opp).sum()));
  }

  // Empties the stores of a board just made by play_unchecked from one with empty stores; returns what the move earned
  // for the player who made it. Search and databases count margins from here on, so their boards have no stores.
  int bank(Board& b) const {
    if constexpr (!has_stores) return 0;
    const unsigned earned = b.own.get(store_lane) + b.opp.get(store_lane);
    b.own.clear(store_lane);
    b.opp.clear(store_lane);
    return static_cast<int>(earned);
  }

  Side pits(const Side& side) const { return side & pits_mask_; }
  int seeds_in_pits(const Board& b) const { return static_cast<int>(pits(b.own).sum() + pits(b.opp).sum()); }
  int pits_per_player() const { return pits_; }

 private:
  enum class Next { end, relay, again };

  struct Delta {
    Side own;
    [[no_unique_address]] std::conditional_t<S.four_rows, std::array<Side, 0>, Side> opp;
  };

  // Lanes number the holes of a board: 0…N-1 the mover's, N…2N-1 the opponent's.
  static unsigned get(const Board& b, int lane) { return lane < N ? b.own.get(lane) : b.opp.get(lane - N); }
  static void clear(Board& b, int lane) { lane < N ? b.own.clear(lane) : b.opp.clear(lane - N); }
  int facing(int lane) const { return N + cols_ - 1 - lane; }
  int behind_facing(int lane) const { return N + cols_ + lane; }

  // Sows seeds that were lifted from the hole; returns where the last one fell.
  int lap(Board& b, int lane, unsigned seeds) const {
    const std::size_t entry = static_cast<std::size_t>(lane) * stride_ + seeds;
    b.own += delta_[entry].own;
    if constexpr (!S.four_rows) b.opp += delta_[entry].opp;
    return last_[entry];
  }

  bool sow(Board& b, Move move, bool& slam) const {
    int lane = move;
    unsigned seeds = b.own.get(lane);
    b.own.clear(lane);
    if constexpr (!S.relays) {
      lane = lap(b, lane, seeds);
      return land<0>(b, lane, seeds, slam) == Next::again;
    } else {
      for (int laps = rules_.laps;;) {
        lane = lap(b, lane, seeds);
        if (--laps == 0) return false;
        const Next next = land<0>(b, lane, seeds, slam);
        if (next != Next::relay) return next == Next::again;
      }
    }
  }

  template <At where>
  bool at(int lane) const {
    switch (where) {
      case At::any: return S.store == Store::none || lane != store_lane;
      case At::mine: return lane < (S.store == Store::none ? N : store_lane);
      case At::theirs: return lane >= N;
      case At::store: return lane == store_lane;
      case At::inner: return lane < cols_;
      case At::outer: return lane >= cols_;
    }
    return false;
  }

  // What the last seed in `lane` brings; if there is another lap, `seeds` is set to what it sows, already lifted.
  template <int I>
  Next land(Board& b, int lane, unsigned& seeds, bool& slam) const {
    if constexpr (I == S.land_count) {
      return Next::end;
    } else {
      constexpr Land rule = S.lands[I];
      constexpr CountTest none;
      bool match = at<rule.at>(lane);
      if constexpr (rule.at == At::store) {
        if (match) return rule.then == Then::again ? Next::again : Next::end;
        return land<I + 1>(b, lane, seeds, slam);
      } else {
        const unsigned here = get_landing(b, lane);
        if constexpr (rule.count != none) match = match && rule.count.matches(here);
        if (match) {
          if constexpr (rule.opposite != none) match = match && rule.opposite.matches(get(b, facing(lane)));
          if constexpr (rule.outer != none) match = match && rule.outer.matches(get(b, behind_facing(lane)));
        }
        if (!match) return land<I + 1>(b, lane, seeds, slam);
        unsigned taken = 0;
        if constexpr (rule.take.any()) taken = capture<I>(b, lane, slam);
        if constexpr (rule.to == To::sow) {
          seeds = taken;
          return taken == 0 ? Next::end : Next::relay;
        }
        if constexpr (rule.to == To::resow || rule.then == Then::relay) {
          seeds = here;
          lift_landing(b, lane);
        }
        if constexpr (rule.to == To::resow) {
          seeds += taken;
          return Next::relay;
        }
        if constexpr (rule.take.any()) b.own.add(store_lane, taken);
        return rule.then == Then::again ? Next::again : rule.then == Then::relay ? Next::relay : Next::end;
      }
    }
  }

  // On four rows the last seed always falls on the mover's side.
  static void lift_landing(Board& b, int lane) {
    if constexpr (S.four_rows)
      b.own.clear(lane);
    else
      clear(b, lane);
  }
  static unsigned get_landing(const Board& b, int lane) {
    if constexpr (S.four_rows) return b.own.get(lane);
    return get(b, lane);
  }

  // The rule is a local constant, not a template argument: clang 19 reads nonsense from the latter at run time.
  template <int I>
  unsigned capture(Board& b, int lane, bool& slam) const {
    constexpr Land rule = S.lands[I];
    const Board before = b;
    unsigned taken = 0;
    const auto take = [&](int from) {
      taken += get(b, from);
      clear(b, from);
    };
    if constexpr (rule.take.pit) take(lane);
    if constexpr (rule.take.opposite) take(facing(lane));
    if constexpr (rule.take.outer) take(behind_facing(lane));
    if constexpr (rule.chain == Chain::back)
      for (int from = previous(lane); from != lane && at<rule.at>(from); from = previous(from)) {
        const unsigned n = get(b, from);
        if (n == 0 || !rule.count.matches(n)) break;
        take(from);
      }
    if constexpr (S.grand_slam != GrandSlam::allowed) {
      if (pits(b.opp).none() && !pits(before.opp).none()) {
        slam = true;
        if constexpr (S.grand_slam == GrandSlam::no_capture) {
          b = before;
          return 0;
        }
      }
    }
    return taken;
  }

  int previous(int lane) const { return lane == 0 ? N + pits_ - 1 : lane == N ? pits_ - 1 : lane - 1; }

  Ruleset rules_;
  int pits_, cols_;
  unsigned half_;
  std::size_t stride_;
  Side pits_mask_;
  std::vector<Delta> delta_;
  std::vector<std::uint8_t> last_;
};

template <Shape S, int N>
FastKernel<S, N>::FastKernel(const Ruleset& rules, int total)
    : rules_(rules),
      pits_(rules.pits_per_player()),
      cols_(rules.pits),
      half_(static_cast<unsigned>(total) / 2),
      stride_(static_cast<std::size_t>(total) + 1),
      pits_mask_(Side::below(rules.pits_per_player())) {
  // The ring of holes that are sown, as lanes.
  std::vector<int> ring;
  for (int i = 0; i < pits_; ++i) ring.push_back(i);
  if (S.store == Store::own) ring.push_back(store_lane);
  if (!S.four_rows)
    for (int i = 0; i < pits_; ++i) ring.push_back(N + i);

  const std::size_t lanes = S.four_rows || !S.relays ? N : 2 * N;
  delta_.resize(lanes * stride_);
  last_.resize(lanes * stride_);
  for (std::size_t start = 0; start < ring.size(); ++start) {
    const int origin = ring[start];
    if (static_cast<std::size_t>(origin) >= lanes) continue;
    Delta delta{};
    std::size_t hole = start;
    for (std::size_t seeds = 0; seeds < stride_; ++seeds) {
      delta_[static_cast<std::size_t>(origin) * stride_ + seeds] = delta;
      last_[static_cast<std::size_t>(origin) * stride_ + seeds] = static_cast<std::uint8_t>(ring[hole]);
      do hole = (hole + 1) % ring.size();
      while (S.skip_origin && ring[hole] == origin && ring.size() > 1);
      if (ring[hole] < N)
        delta.own.add(ring[hole], 1);
      else if constexpr (!S.four_rows)
        delta.opp.add(ring[hole] - N, 1);
    }
  }
}

template <Shape S, int N>
auto FastKernel<S, N>::pack(const Position& p) const -> Board {
  Board b;
  for (int i = 0; i < pits_; ++i) {
    b.own.add(i, p.pits[0][static_cast<std::size_t>(i)]);
    b.opp.add(i, p.pits[1][static_cast<std::size_t>(i)]);
  }
  if (pits_ < N) {
    b.own.add(store_lane, p.store[0]);
    b.opp.add(store_lane, p.store[1]);
  }
  return b;
}

template <Shape S, int N>
Position FastKernel<S, N>::unpack(const Board& b, Player mover) const {
  Position p;
  p.mover = mover;
  for (int i = 0; i < pits_; ++i) {
    p.pits[0][static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(b.own.get(i));
    p.pits[1][static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(b.opp.get(i));
  }
  if (pits_ < N)
    p.store = {static_cast<std::uint8_t>(b.own.get(store_lane)), static_cast<std::uint8_t>(b.opp.get(store_lane))};
  return p;
}

template <Shape S, int N>
MoveSet FastKernel<S, N>::moves(const Board& b) const {
  const MoveSet all = pits(b.own).template mask<S.singles == Singles::never>();
  constexpr bool judged_by_playing =
      S.grand_slam == GrandSlam::illegal || (S.feed != Feed::no && S.grand_slam == GrandSlam::allowed);
  if constexpr (!judged_by_playing && S.feed == Feed::no) return all;
  // Unless a capture or a relay can empty the opponent's side, a move starves only if that side is empty already.
  if constexpr (S.feed == Feed::if_empty || !S.relays && !judged_by_playing)
    if (S.grand_slam != GrandSlam::illegal && !pits(b.opp).none()) return all;
  const bool fed_before = !pits(b.opp).none();
  MoveSet legal = 0, feeding = 0;
  for (MoveSet rest = all; rest != 0; rest &= rest - 1) {
    const int move = std::countr_zero(rest);
    Board after = b;
    bool slam = false;
    sow(after, move, slam);
    if (slam && S.grand_slam == GrandSlam::illegal) continue;
    legal |= MoveSet{1} << move;
    if (!pits(after.opp).none()) feeding |= MoveSet{1} << move;
  }
  if constexpr (S.feed == Feed::no) return legal;
  if (S.feed == Feed::if_possible && feeding == 0 || S.feed == Feed::if_empty && fed_before) return legal;
  return feeding;
}

}  // namespace sow
