#include "board/layout.h"

namespace sow {

Layout::Layout(const Ruleset& rules, bool north)
    : pits_(rules.pits_per_player()),
      columns_(rules.pits),
      left_store_((rules.direction == Direction::cw) == (rules.store == Store::own_first) ? 1 : 0) {
  make_moves(rules);
  make_track(rules, north);
  make_rows(rules);
}

void Layout::make_moves(const Ruleset& rules) {
  const bool split = rules.direction == Direction::split;
  std::vector<Choice> backward;
  for (int i = 0; i < pits_; ++i) {
    const Way odd = split && 2 * i < pits_ - 1 ? Way::backward : Way::forward;
    const Way even = rules.direction == Direction::parity ? Way::backward : odd;
    const bool middle = split && 2 * i == pits_ - 1;
    const bool listed = rules.reverse_pits == 0 || (rules.reverse_pits >> i & 1) != 0;
    if (!middle && (rules.reverse == Reverse::never || !listed)) {
      moves_.push_back({.from = pit(0, i), .odd = odd, .even = even});
      continue;
    }
    const auto both = [&](Way way) {
      return Choice{.from = pit(0, i),
                    .odd = way,
                    .even = way,
                    .one_of_two = true,
                    .against_odd = !middle && way != odd,
                    .against_even = !middle && way != even};
    };
    moves_.push_back(both(Way::forward));
    backward.push_back(both(Way::backward));
  }
  moves_.insert(moves_.end(), backward.begin(), backward.end());
}

Move Layout::move_of(int pit, bool backward) const {
  for (std::size_t i = 0; i < moves_.size(); ++i)
    if (moves_[i].from.pit == pit && moves_[i].backward() == backward) return static_cast<Move>(i);
  return no_move;
}

// The mover's pits, then the mover's store if it is sown after them, the opponent's pits unless seeds stay on the
// mover's side, and the store if it is sown before the first pit. With opposed directions, the opponent's pits are in
// reverse order.
void Layout::make_track(const Ruleset& rules, bool north) {
  const bool opposed = rules.direction == Direction::opposed;
  const int sides = rules.own_track() ? 1 : 2;
  for (int side = 0; side < sides; ++side) {
    const std::uint32_t closed = rules.closed[(side == 1) != north ? 1 : 0];
    for (int i = 0; i < pits_; ++i)
      if (const int number = side == 1 && opposed ? pits_ - 1 - i : i; (closed >> number & 1) == 0)
        track_.push_back(pit(side, number));
    if (side == 0 && rules.store == Store::own) track_.push_back({0, 0, true});
  }
  if (rules.store == Store::own_first) track_.push_back({0, 0, true});
  const std::size_t length = track_.size();
  for (std::size_t i = 0; i < length; ++i) {
    next_[index(Way::forward)][track_[i].index()] = track_[(i + 1) % length];
    next_[index(Way::backward)][track_[(i + 1) % length].index()] = track_[i];
  }

  for (const Way way : {Way::forward, Way::backward})
    for (const Hole hole : track_) {
      Hole after = next(hole, way);
      if (after.store) after = next(after, way);
      next_pit_[index(way)][hole.index()] = after;
    }
  for (int side = 0; side < 2; ++side) {
    for (int i = 0; i < columns_; ++i) {
      const Hole here = pit(side, i);
      facing_[here.index()] = pit(1 - side, opposed ? i : columns_ - 1 - i);
      if (rules.four_rows()) behind_facing_[here.index()] = pit(1 - side, columns_ + i);
    }
  }
}

// As seen by South:
// - Two rows, counterclockwise: South's pits run from left to right.
// - Four rows, clockwise: South's inner row runs from left to right and the outer row back.
// - Three rows: the right half of the middle row belongs to South, the left half to North.
// The other direction is the mirror image. North sees the same from the opposite seat; with opposed directions the pits
// of both players run from left to right as seen by South.
void Layout::make_rows(const Ruleset& rules) {
  const int last = columns_ - 1;
  const bool opposed = rules.direction == Direction::opposed, three_rows = rules.rows == 3;
  const bool mirrored = rules.four_rows() == (rules.direction != Direction::cw);
  for (int row = 0; row < rules.rows; ++row) {
    const bool outer = rules.four_rows() && (row == 0 || row == 3), middle = three_rows && row == 1;
    rows_.emplace_back();
    for (int column = 0; column < columns_; ++column) {
      int along = mirrored ? last - column : column;  // from South's left
      const bool right = 2 * along > last;
      const int side = (middle ? right : 2 * row >= rules.rows) ? 0 : 1;
      if (side == 1 && !opposed) along = last - along;  // now from the owner's left
      if (outer || middle) along = columns_ + last - along;
      rows_.back().push_back(pit(side, along));
    }
  }
}

}  // namespace sow
