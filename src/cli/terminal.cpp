#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace sow {

bool wants_colour() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  return isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

bool input_is_terminal() { return isatty(STDIN_FILENO) == 1; }

Paint board_paint() {
  return [](Ink ink, std::optional<Player> player, const std::string& text) {
    constexpr const char *faint = "2", *bold = "1", *south = "36", *north = "33";
    const std::string side = player == Player::north ? north : south;
    switch (ink) {
      case Ink::label:
      case Ink::empty: return fmt::format("\033[{}m{}\033[0m", faint, text);
      case Ink::count: return fmt::format("\033[{}m{}\033[0m", side, text);
      case Ink::store:
      case Ink::mover: return fmt::format("\033[{};{}m{}\033[0m", bold, side, text);
    }
    return text;
  };
}

}  // namespace sow
