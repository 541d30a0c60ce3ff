// Where holes lie when the board is drawn, and what people call them.
#pragma once

#include <string>

#include "board/position.h"

namespace sow {

struct Pit {
  Player owner;
  int number;  // in the owner's sowing order
  bool operator==(const Pit&) const = default;
};

// The pit drawn in this row (0 at the top) and column (0 at the left).
constexpr Pit pit_at(const Ruleset& rules, int row, int column) {
  const int last = rules.pits - 1;
  if (!rules.four_rows()) {
    const int c = rules.direction == Direction::ccw ? column : last - column;
    return row == 0 ? Pit{Player::north, last - c} : Pit{Player::south, c};
  }
  const int c = rules.direction == Direction::cw ? column : last - column;
  switch (row) {
    case 0: return {Player::north, rules.pits + c};
    case 1: return {Player::north, last - c};
    case 2: return {Player::south, c};
    default: return {Player::south, rules.pits + last - c};
  }
}

// The owner of the store drawn at the left.
constexpr Player left_store(const Ruleset& rules) {
  return rules.direction == Direction::ccw ? Player::north : Player::south;
}

// "A", "B"… for South, "a", "b"… for North, in sowing order.
inline std::string pit_letter(Player owner, int number) {
  return std::string(1, static_cast<char>((owner == Player::south ? 'A' : 'a') + number));
}

// The other name: two rows count the holes round the board with the stores in their places (0…5 and 7…12), four rows
// name South's holes x1… and North's y1…, so that hole i faces hole i and has hole i + columns behind it.
inline std::string pit_number(const Ruleset& rules, Player owner, int number) {
  if (!rules.four_rows()) return std::to_string(owner == Player::south ? number : rules.pits + 1 + number);
  const int columns = rules.pits;
  if (owner == Player::south) return "x" + std::to_string(number < columns ? number + 1 : 3 * columns - number);
  return "y" + std::to_string(number < columns ? columns - number : number + 1);
}

}  // namespace sow
