// What people call the holes.
#pragma once

#include <string>

#include "board/position.h"

namespace sow {

// "A", "B"… for South, "a", "b"… for North, in sowing order.
inline std::string pit_letter(Player owner, int number) {
  return std::string(1, static_cast<char>((owner == Player::south ? 'A' : 'a') + number));
}

// The other name: two rows count the holes round the board with the stores in their places (0…5 and 7…12), four rows
// name South's holes x1… and North's y1…, so that hole i faces hole i and has hole i + columns behind it.
std::string pit_number(const Ruleset& rules, Player owner, int number);

// Both, as the picture labels a pit: "E4".
inline std::string pit_label(const Ruleset& rules, Player owner, int number) {
  return pit_letter(owner, number) + pit_number(rules, owner, number);
}

// All pits of a player by both names: "A to F, or 0 to 5", "A to P, or x1 to x16".
std::string pit_range(const Ruleset& rules, Player owner);

}  // namespace sow
