#include "board/layout.h"

namespace sow {
Layout::Layout(const Ruleset& rules)
    : pits_(rules.pits_per_player()), columns_(rules.pits), left_store_(rules.direction == Direction::ccw ? 1 : 0) {
  for (int i = 0; i < pits_; ++i) moves_.push_back({pit(0, i)});
  make_track(rules);
  make_rows(rules);
}

// Two rows: the mover's pits, the mover's store if it is sown, the opponent's pits. Four rows: the mover's pits.
void Layout::make_track(const Ruleset& rules) {
  const int sides = rules.four_rows() ? 1 : 2;
  for (int side = 0; side < sides; ++side) {
    for (int i = 0; i < pits_; ++i) track_.push_back(pit(side, i));
    if (side == 0 && rules.store == Store::own) track_.push_back({0, 0, true});
  }
  for (std::size_t i = 0; i < track_.size(); ++i) next_[track_[i].index()] = track_[(i + 1) % track_.size()];

  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < pits_; ++i) {
      const int before = rules.four_rows() ? side : 1 - side;
      previous_pit_[pit(side, i).index()] = i > 0 ? pit(side, i - 1) : pit(before, pits_ - 1);
      if (i >= columns_) continue;
      facing_[pit(side, i).index()] = pit(1 - side, columns_ - 1 - i);
      if (rules.four_rows()) behind_facing_[pit(side, i).index()] = pit(1 - side, columns_ + i);
    }
}

// Two rows sown counterclockwise run left to right on South's side; four rows sown clockwise run left to right on South's
// inner row and back on the outer one. The other direction is the mirror image. North sees the same from the other seat.
void Layout::make_rows(const Ruleset& rules) {
  const int last = columns_ - 1;
  const bool mirrored = rules.four_rows() == (rules.direction == Direction::ccw);
  for (int row = 0; row < rules.rows; ++row) {
    const int side = row < rules.rows / 2 ? 1 : 0;
    const bool outer = rules.four_rows() && (row == 0 || row == 3);
    rows_.emplace_back();
    for (int column = 0; column < columns_; ++column) {
      int along = mirrored ? last - column : column;  // from South's left
      if (side == 1) along = last - along;            // from the owner's left
      if (outer) along = columns_ + last - along;
      rows_.back().push_back(pit(side, along));
    }
  }
}

}  // namespace sow
