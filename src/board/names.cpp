#include "board/names.h"

namespace sow {

std::string pit_number(const Ruleset& rules, Player owner, int number) {
  const int columns = rules.pits;
  const bool south = owner == Player::south;
  if (!rules.four_rows()) return std::to_string(south ? number : columns + 1 + number);
  const bool inner = number < columns;
  if (south) return "x" + std::to_string(inner ? number + 1 : 3 * columns - number);
  return "y" + std::to_string(inner ? columns - number : number + 1);
}

}  // namespace sow
