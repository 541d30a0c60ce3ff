// The tables of the table kernel, built once per game.
#pragma once

#include "board/table_kernel.h"

namespace sow {

template <int W, class Rules>
TableKernel<W, Rules>::TableKernel(const Ruleset& rules, int total)
    : Kernel<W>(rules, total), rules_(rules), columns_(rules.pits), laps_(rules.laps), stride_(total + 1) {
  make_tables();
  if (!Rules::known) {
    landing_.resize(2 * W * stride_);
    for (int lane = 0; lane < 2 * W; ++lane)
      for (unsigned here = 0; here < stride_; ++here) landing_[lane * stride_ + here] = landing_code(lane, here);
  }
  max_taken_ = largest_pit_taken(rules_.shape());
  // Only relays lift holes on the opponent's side.
  block_ = (rules.relays() && !rules.own_track() ? 2 * W : W) * stride_;
  for (const bool first : {true, false})
    for (const bool north : {false, true})
      for (const Way way : {Way::forward, Way::backward})
        if ((first || rules_.shape().later_laps_differ) && (!north || rules.closes()) &&
            (way == Way::forward || rules.two_ways()))
          make_sowing(rules, Layout(rules, north), way, first);
}

// Converts the tables of Layout to lanes.
template <int W, class Rules>
void TableKernel<W, Rules>::make_tables() {
  const Layout& layout = this->layout();
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < layout.pits(); ++i) {
      const Hole hole = pit(side, i);
      facing_[lane_of(hole)] = lane_of(layout.facing(hole));
      behind_facing_[lane_of(hole)] = lane_of(layout.behind_facing(hole));
    }
  make_next(layout, 0);
  if (rules_.shape().closes) make_next(Layout(this->rules(), true), Heading::north);
  for (const Choice& choice : layout.moves())
    moves_.push_back({static_cast<std::uint8_t>(lane_of(choice.from)),
                      static_cast<std::uint8_t>(index(choice.even) | index(choice.odd) << 1),
                      static_cast<std::uint8_t>(choice.against_even | choice.against_odd << 1)});
}

// The successor of each hole on the track of one player.
template <int W, class Rules>
void TableKernel<W, Rules>::make_next(const Layout& layout, int player_index) {
  for (const Way way : {Way::forward, Way::backward}) {
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < layout.pits(); ++i)
        next_pit_[player_index + index(way)][lane_of(pit(side, i))] = lane_of(layout.next_pit(pit(side, i), way));
    for (const Hole hole : layout.track())
      next_[player_index + index(way)][lane_of(hole)] = lane_of(layout.next(hole, way));
  }
}

// The entries of one way, for the first lap of a move or for later laps.
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
    if (first && rules.first != First::next && stride_ > 2) {
      // If there are several seeds, the first one stays and the others are sown as if there were one seed fewer.
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

// The entry of landing_ for a hole with this number of seeds.
template <int W, class Rules>
int TableKernel<W, Rules>::landing_code(int lane, unsigned here) const {
  const Shape& shape = rules_.shape();
  for (int i = 0; i < shape.land_count; ++i) {
    const Land& rule = shape.lands[i];
    if (rule.at == LandAt::owned || !lands_on(rule, lane, here)) continue;
    const bool unconditional = !rule.same && !rule.if_owner && rule.opposite.any() && rule.outer.any() &&
                               rule.next.any() && rule.beyond.any() && rule.behind.any() && rule.sown.any();
    const bool simple =
        unconditional && !rule.captures() && rule.to == CaptureTo::store && rule.then != AfterLand::next;
    if (!simple) return first_code + i;
    return static_cast<int>(rule.then == AfterLand::again   ? Next::again
                            : rule.then == AfterLand::relay ? Next::relay
                                                            : Next::end);
  }
  return static_cast<int>(Next::end);
}

}  // namespace sow
