#include "board/names.h"

namespace sow {

std::string pit_number(const Ruleset& rules, Player owner, int number) {
  const int columns = rules.pits;
  const bool south = owner == Player::south;
  if (!rules.four_rows()) return std::to_string(south ? number : rules.pits_per_player() + 1 + number);
  const bool inner = number < columns;
  if (south) return "x" + std::to_string(inner ? number + 1 : 3 * columns - number);
  return "y" + std::to_string(inner ? columns - number : number + 1);
}

std::string pit_range(const Ruleset& rules, Player owner) {
  const int last = rules.pits_per_player() - 1;
  const std::string letters = pit_letter(owner, 0) + " to " + pit_letter(owner, last);
  if (!rules.four_rows())
    return letters + ", or " + pit_number(rules, owner, 0) + " to " + pit_number(rules, owner, last);
  const std::string row = owner == Player::south ? "x" : "y";
  return letters + ", or " + row + "1 to " + row + std::to_string(last + 1);
}

}  // namespace sow
