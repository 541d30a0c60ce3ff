// Names of pits.
#pragma once

#include <string>

#include "board/position.h"

namespace sow {

// "A", "B"… for South, "a", "b"… for North, in sowing order.
inline std::string pit_letter(Player owner, int number) {
  return std::string(1, static_cast<char>((owner == Player::south ? 'A' : 'a') + number));
}

// The numeric name. Two rows: numbers around the board, with a number for each store (0…5 and 7…12). Four rows: x1… for
// South and y1… for North, so that pit i faces pit i and has pit i + columns behind it.
std::string pit_number(const Ruleset& rules, Player owner, int number);

// Both names, as in the picture: "E4".
inline std::string pit_label(const Ruleset& rules, Player owner, int number) {
  return pit_letter(owner, number) + pit_number(rules, owner, number);
}

// The range of a player's pits in both notations: "A to F, or 0 to 5", "A to P, or x1 to x16".
std::string pit_range(const Ruleset& rules, Player owner);

}  // namespace sow
